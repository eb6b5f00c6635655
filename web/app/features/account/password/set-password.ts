import { getAuthClient, signOut } from '../../../lib/session.ts';

/**
 * Sets a new password and signs out: it is tried out at once by signing in with it.
 * @throws the authentication client's error where the password was not set
 */
export async function setPassword(password: string): Promise<void> {
  const auth = await getAuthClient();
  const { error } = await auth.updateUser({ password });
  if (error) throw error;
  await signOut();
}
