import { PAGES } from '@atelier/domain/pages.ts';
import { getAuthClient, refreshAccessToken } from '../../../lib/session.ts';

/**
 * Asks for the address to be changed: a link goes to the current and one to the new address.
 * @throws the authentication client's error
 */
export async function changeEmail(email: string): Promise<void> {
  const auth = await getAuthClient();
  const { error } = await auth.updateUser(
    { email },
    { emailRedirectTo: `${location.origin}${PAGES.emailChange}` },
  );
  // Ended elsewhere: asked for a new token, the client lets go of the session, and the guard of the page says so.
  if (error?.name === 'AuthSessionMissingError') await refreshAccessToken();
  if (error) throw error;
}
