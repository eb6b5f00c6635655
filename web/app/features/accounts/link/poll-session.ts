import { SESSION_POLL } from '@atelier/domain/auth/rules.ts';
import type { Session } from '@supabase/auth-js';

/**
 * Looks for a session until there is one, at most so often and with such pauses as specification section 9 says; null when
 * there was none at the last look.
 */
export async function pollSession(find: () => Promise<Session | null>): Promise<Session | null> {
  for (let attempt = 1; ; attempt += 1) {
    const session = await find();
    if (session || attempt === SESSION_POLL.attempts) return session;
    await new Promise((resolve) => setTimeout(resolve, SESSION_POLL.intervalMs));
  }
}
