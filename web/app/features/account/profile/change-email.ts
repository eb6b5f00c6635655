import { getAuthClient } from '../../../lib/session.ts';

/**
 * Asks for the address to be changed: a link goes to the current and one to the new address.
 * @throws the authentication client's error
 */
export async function changeEmail(email: string): Promise<void> {
  const auth = await getAuthClient();
  const { error } = await auth.updateUser(
    { email },
    { emailRedirectTo: `${location.origin}/auth/email-change` },
  );
  if (error) throw error;
}
