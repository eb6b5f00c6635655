import type { GoTrueClient, Session } from '@supabase/auth-js';
import { reloadAccount } from '../../../lib/account.ts';
import { getAuthClient } from '../../../lib/session.ts';
import { savePendingUsername } from '../save-pending-username.ts';
import { type AuthLink, describeRefusedLink } from './auth-link.ts';
import { pollSession } from './poll-session.ts';
import { takeSession } from './take-session.ts';

export type Confirmation =
  | { kind: 'signed-in' }
  /** Nobody is signed in here; `isConfirmed` when the link has done its work all the same. */
  | { kind: 'no-session'; isConfirmed: boolean }
  | { kind: 'refused'; isExpired: boolean; message: string }
  | { kind: 'failed'; isConfirmed: boolean };

/**
 * What the link of a confirmation does in this browser: exchanges its code, waits for the session, and gives the account
 * the username that was chosen at sign-up (specification section 4). Never rejects.
 */
export async function confirmSignUp(link: AuthLink): Promise<Confirmation> {
  if (link.kind === 'refused') {
    return { kind: 'refused', isExpired: link.code === 'otp_expired', message: describeRefusedLink(link) };
  }
  // The address was confirmed by the click that brought the code, whatever comes of the code here.
  const isConfirmed = link.kind === 'code' || link.kind === 'tokens';
  try {
    const auth = await getAuthClient();
    if (link.kind === 'code' || link.kind === 'tokens') {
      const taken = await takeSession(auth, link);
      if (taken.kind === 'failed') return { kind: 'failed', isConfirmed };
      // Somebody who is signed in here all the same may be another person: the name kept here stays where it is.
      if (taken.kind === 'elsewhere') {
        return (await findSession(auth)) ? { kind: 'signed-in' } : { kind: 'no-session', isConfirmed };
      }
    }
    if (!(await pollSession(() => findSession(auth)))) return { kind: 'no-session', isConfirmed };
    await savePendingUsername();
    await reloadAccount();
    return { kind: 'signed-in' };
  } catch {
    return { kind: 'failed', isConfirmed };
  }
}

async function findSession(auth: GoTrueClient): Promise<Session | null> {
  const { data, error } = await auth.getSession();
  if (error) throw error;
  return data.session;
}
