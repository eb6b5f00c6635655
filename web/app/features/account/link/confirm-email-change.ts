import { api } from '@atelier/domain/api.ts';
import type { GoTrueClient, Session } from '@supabase/auth-js';
import { reloadAccount } from '../../../lib/account.ts';
import { callApi } from '../../../lib/api-client.ts';
import { getAuthClient } from '../../../lib/session.ts';
import { authFailureMessage } from '../auth-failure.ts';
import { type AuthLink, describeRefusedLink } from './auth-link.ts';
import { takeSession } from './take-session.ts';

export type EmailVerification =
  | { kind: 'updated' | 'verified'; isSignedIn: boolean }
  /** One of the two addresses has confirmed; the other one's link is still to be opened. */
  | { kind: 'half'; isSignedIn: boolean }
  | { kind: 'failed'; message: string };

const NOTHING_TO_VERIFY = 'Missing verification code or session.';

/** What the link of a change of address does in this browser. Never rejects. */
export async function confirmEmailChange(link: AuthLink): Promise<EmailVerification> {
  if (link.kind === 'refused') return { kind: 'failed', message: describeRefusedLink(link) };
  try {
    const auth = await getAuthClient();
    if (link.kind === 'half') return { kind: 'half', isSignedIn: (await renewSession(auth)) !== null };
    if (link.kind === 'bare') {
      if (!(await renewSession(auth))) return { kind: 'failed', message: NOTHING_TO_VERIFY };
      await syncEmail();
      return { kind: 'verified', isSignedIn: true };
    }
    const taken = await takeSession(auth, link);
    if (taken.kind === 'failed') throw taken.error;
    // In another browser than the one that asked, the address is changed all the same.
    const session = taken.kind === 'session' ? taken.session : await renewSession(auth);
    if (session) await syncEmail();
    const kind = link.kind === 'tokens' && link.type !== 'email_change' ? 'verified' : 'updated';
    return { kind, isSignedIn: session !== null };
  } catch (error) {
    return { kind: 'failed', message: authFailureMessage(error, NOTHING_TO_VERIFY) };
  }
}

/** The session that this browser has, with what the provider knows of its person by now; null where there is none. */
async function renewSession(auth: GoTrueClient): Promise<Session | null> {
  const { data } = await auth.getSession();
  if (!data.session) return null;
  const renewed = await auth.refreshSession();
  return renewed.data.session;
}

/** Has the new address copied to the account. */
async function syncEmail(): Promise<void> {
  try {
    await callApi(api.syncEmail);
  } catch {
    // Ignored by the specification (section 4); the account is compared with the session on every visit.
  }
  await reloadAccount();
}
