import type { GoTrueClient, Session } from '@supabase/auth-js';
import { signOut } from '../../../lib/session/session.ts';
import { authFailureMessage, toSignInFailure } from '../auth-failure.ts';
import {
  type AuthLink,
  consumeLink,
  describeRefusedLink,
  exchangeCode,
  findAddressOfLink,
  LinkGoneError,
} from '../link/auth-link.ts';
import { findUserHere, getLinkClient } from '../link/exchange-session.ts';

/** The steps on the way to a new password. */
export type Recovery =
  /**
   * A press of the button uses the link. `email` is its account's, if the provider says so
   * beforehand.
   */
  | { kind: 'press'; email: string | undefined; problem?: string; proceed: () => Promise<Recovery> }
  /** A session can set the password. It lives in this page's memory, and replaces no other one. */
  | { kind: 'ready'; client: GoTrueClient; session: Session }
  | { kind: 'missing'; reason?: string };

/**
 * A sign-in by mail allows a new password for 15 minutes. After them the provider wants the old
 * one.
 */
const TOO_LATE = 'This page was open too long. Please ask for a new link.';

const OTHER_BROWSER = 'This link works only in the browser that asked for it.';

let client: GoTrueClient | undefined;

/** The client of this page's recovery. */
async function getRecoveryClient(): Promise<GoTrueClient> {
  client ??= await getLinkClient();
  return client;
}

/** The state of the page's link: a session, or a button that opens one. Never rejects. */
export async function findRecovery(link: AuthLink): Promise<Recovery> {
  try {
    switch (link.kind) {
      case 'hash':
        return askForPress(link, await findAddressOfLink(link, 'recovery'));
      case 'code': {
        const exchange = await exchangeCode(await getRecoveryClient(), link);
        if (exchange.kind === 'session') break;
        const reason =
          exchange.kind === 'elsewhere'
            ? OTHER_BROWSER
            : describeRefusedLink({ code: exchange.error.code ?? '' });
        return { kind: 'missing', reason };
      }
      case 'refused':
        return { kind: 'missing', reason: describeRefusedLink(link) };
    }
    return await findReady();
  } catch (error) {
    if (error instanceof LinkGoneError)
      return { kind: 'missing', reason: describeRefusedLink({ code: 'otp_expired' }) };
    return { kind: 'missing', reason: authFailureMessage(error, '') };
  }
}

/** The recovery that began on this page, as by a typed code. */
async function findReady(): Promise<Recovery> {
  const { data } = (await client?.getSession()) ?? { data: { session: null } };
  return client && data.session ? { kind: 'ready', client, session: data.session } : { kind: 'missing' };
}

type HashLink = Extract<AuthLink, { kind: 'hash' }>;

function askForPress(link: HashLink, email: string | undefined, problem?: string): Recovery {
  return { kind: 'press', email, ...(problem && { problem }), proceed: () => recoverByPress(link, email) };
}

async function recoverByPress(link: HashLink, email: string | undefined): Promise<Recovery> {
  try {
    await consumeLink(await getRecoveryClient(), link, 'recovery');
    return await findReady();
  } catch (error) {
    const { code } = toSignInFailure(error);
    if (code === 'otp_expired' || code === 'user_banned') {
      return { kind: 'missing', reason: describeRefusedLink({ code }) };
    }
    // The link is still unused: the button stays.
    return askForPress(link, email, authFailureMessage(error, 'That didn’t work. Please try again.'));
  }
}

/**
 * Begins a recovery with a code typed from a mail; /auth/reset continues it.
 * @throws the authentication client's error
 */
export async function recoverByCode(email: string, code: string): Promise<void> {
  const { error } = await (await getRecoveryClient()).verifyOtp({ type: 'recovery', email, token: code });
  if (error) throw error;
}

/**
 * Sets the new password and ends the recovery. Signs its user out here too, if they were signed in:
 * they try the password at once by signing in.
 * @returns the address of another user who is signed in here, and stays so
 * @throws the authentication client's error if the password was not set
 */
export async function setPassword(recovering: GoTrueClient, password: string): Promise<string | undefined> {
  const { data, error } = await recovering.updateUser({ password });
  if (error) throw error;
  client = undefined;
  await recovering.signOut({ scope: 'local' });
  const here = await findUserHere().catch(() => undefined);
  if (here?.id !== data.user.id) return here?.email;
  await signOut();
  return undefined;
}

/** What to show when `setPassword` failed. */
export function setPasswordFailureMessage(error: unknown): string {
  if (toSignInFailure(error).code === 'current_password_required') return TOO_LATE;
  return authFailureMessage(error, 'Unable to set the password. Please try again.');
}
