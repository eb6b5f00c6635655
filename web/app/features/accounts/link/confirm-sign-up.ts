import { parseAuthErrorCode, SESSION_POLL } from '@atelier/domain/auth/rules.ts';
import type { Session, User } from '@supabase/auth-js';
import { reloadAccount } from '../../../lib/session/account.ts';
import { getAuthClient } from '../../../lib/session/session.ts';
import { savePendingUsername } from '../pending-username.ts';
import { keepSignUp } from '../sign-up/kept-sign-up.ts';
import {
  type AuthLink,
  consumeLink,
  describeRefusedLink,
  endForeignSession,
  exchangeCode,
} from './auth-link.ts';
import { exchangeSession, findSession, getLinkClient } from './exchange-session.ts';

export type Confirmation =
  | { kind: 'signed-in' }
  /** A press of the button uses the link. */
  | { kind: 'press'; proceed: () => Promise<Confirmation> }
  /** Another user is signed in here, and stays unless the button replaces them. */
  | { kind: 'asks'; confirmed: string; here: string; replace: () => Promise<Confirmation> }
  /** No session; `isConfirmed` if the link has confirmed the address anyway. */
  | { kind: 'no-session'; isConfirmed: boolean }
  | { kind: 'refused'; isExpired: boolean; message: string }
  | { kind: 'failed'; isConfirmed: boolean };

/**
 * Uses the link of a confirmation in this browser: exchanges its code, waits for the session, and
 * saves the username of the sign-up (specification section 4). Never rejects.
 */
export async function confirmSignUp(link: AuthLink): Promise<Confirmation> {
  if (link.kind === 'refused') {
    return {
      kind: 'refused',
      isExpired: parseAuthErrorCode(link.code) === 'otp_expired',
      message: describeRefusedLink(link),
    };
  }
  if (link.kind === 'hash') return { kind: 'press', proceed: () => confirmByPress(link) };
  // The provider's confirmation holds, whatever fails here.
  let isConfirmed = false;
  try {
    if (link.kind === 'code') {
      const exchange = await exchangeCode(await getLinkClient(), link);
      if (exchange.kind === 'session') {
        isConfirmed = true;
        return await enter(exchange.session);
      }
      isConfirmed = exchange.isGenuine;
      if (exchange.kind === 'failed') return { kind: 'failed', isConfirmed };
    }
    if (link.kind === 'tokens') {
      isConfirmed = await endForeignSession(await getLinkClient(), link.accessToken);
    }
    const auth = await getAuthClient();
    const session = await pollSession(() => findSession(auth));
    if (!session) return { kind: 'no-session', isConfirmed };
    await savePendingUsername(session.user);
    await reloadAccount();
    return { kind: 'signed-in' };
  } catch {
    return { kind: 'failed', isConfirmed };
  }
}

/** A link that the provider leaves to this page. */
async function confirmByPress(link: Extract<AuthLink, { kind: 'hash' }>): Promise<Confirmation> {
  let isConfirmed = false;
  try {
    const session = await consumeLink(await getLinkClient(), link, 'email');
    isConfirmed = true;
    return session ? await enter(session) : { kind: 'no-session', isConfirmed };
  } catch {
    return { kind: 'failed', isConfirmed };
  }
}

async function enter(session: Session, replacing?: string): Promise<Confirmation> {
  const other: User | undefined = await exchangeSession(session, replacing);
  if (other) {
    const replace = () =>
      enter(session, other.id).catch((): Confirmation => ({ kind: 'failed', isConfirmed: true }));
    return { kind: 'asks', confirmed: session.user.email ?? '', here: other.email ?? '', replace };
  }
  keepSignUp(undefined);
  await savePendingUsername(session.user);
  await reloadAccount();
  return { kind: 'signed-in' };
}

/**
 * Looks for a session until there is one, with the attempts and pauses of specification section 9;
 * null if there is none at the last look.
 */
export async function pollSession(find: () => Promise<Session | null>): Promise<Session | null> {
  for (let attempt = 1; ; attempt += 1) {
    const session = await find();
    if (session || attempt === SESSION_POLL.attempts) return session;
    await new Promise((resolve) => setTimeout(resolve, SESSION_POLL.intervalMs));
  }
}
