import type { GoTrueClient, Session, User } from '@supabase/auth-js';
import { loadNow } from '../../../lib/arrive.ts';
import { getAuthClient, signOut } from '../../../lib/session/session.ts';

/**
 * The user signed in in this browser. Throws the authentication client's error if that can't be
 * determined.
 */
export async function findUserHere(): Promise<User | undefined> {
  return (await findSession(await getAuthClient()))?.user;
}

/**
 * The session of a client, null if there is none. The first call removes one that the provider has
 * ended; the second finds it gone.
 * @throws the client's error if the session can't be renewed now
 */
export async function findSession(client: GoTrueClient): Promise<Session | null> {
  const first = await client.getSession();
  if (!first.error) return first.data.session;
  const second = await client.getSession();
  if (second.error) throw second.error;
  return second.data.session;
}

/**
 * Makes a link's session this browser's own. Never replaces another user's session unasked: signs
 * them out only if `replacing` is their id.
 * @returns the other user who is signed in here; undefined if the session was taken over
 * @throws the authentication client's error
 */
export async function exchangeSession(session: Session, replacing?: string): Promise<User | undefined> {
  const auth = await getAuthClient();
  const here = (await findSession(auth))?.user;
  if (here && here.id !== session.user.id) {
    if (here.id !== replacing) return here;
    await signOut();
  }
  const { error } = await auth.setSession({
    access_token: session.access_token,
    refresh_token: session.refresh_token,
  });
  if (error) throw error;
  return undefined;
}

/** A new client for a mailed link, or for signing in again: its session ends with the page (see lib/session/auth-client.ts). */
export async function getLinkClient(): Promise<GoTrueClient> {
  return (await loadNow(() => import('../../../lib/session/auth-client.ts'))).newLinkClient();
}
