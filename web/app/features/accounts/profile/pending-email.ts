import { LINK_SECONDS } from '@atelier/domain/auth/rules.ts';
import type { User } from '@supabase/auth-js';

/** An address that was asked for and is not confirmed by both sides yet. */
export interface PendingEmail {
  address: string;
  /** The links to it have run out: nothing comes of it any more unless it is asked for again. */
  isOver: boolean;
}

/** The change of address that somebody has begun, if they have; the provider never forgets one by itself. */
export function pendingEmail(
  user: Pick<User, 'new_email' | 'email_change_sent_at'>,
  now: number = Date.now(),
): PendingEmail | undefined {
  const { new_email: address, email_change_sent_at: sentAt } = user;
  if (!address) return undefined;
  // Without a time, as another provider may leave it, nobody can say that it is over.
  return { address, isOver: sentAt !== undefined && now - Date.parse(sentAt) >= LINK_SECONDS * 1000 };
}
