import type { SignUpForm } from '@atelier/domain/auth/schema.ts';
import { getAuthClient, signOut } from '../../../lib/session.ts';
import { confirmationLanding } from '../confirmation-landing.ts';
import { keepPendingUsername, savePendingUsername } from '../save-pending-username.ts';

/**
 * Makes an account and leaves its holder signed out. The username is kept here until the address is confirmed; it travels
 * in the sign-up's data too, because the mail may be opened on another device.
 *
 * @param next the page on this site that the person wanted before signing up
 * @returns whether a link was mailed, or the provider confirms addresses by itself
 * @throws the authentication client's error
 */
export async function requestSignUp(
  form: SignUpForm,
  next: string | undefined,
): Promise<'mailed' | 'confirmed'> {
  const auth = await getAuthClient();
  const { data, error } = await auth.signUp({
    email: form.email,
    password: form.password,
    options: { data: { username: form.username }, emailRedirectTo: confirmationLanding(next) },
  });
  if (error) throw error;
  keepPendingUsername(form);
  // Without a session there is nothing to sign out of, and doing so would throw away what the mailed link needs.
  if (!data.session) return 'mailed';
  await savePendingUsername(data.session.user);
  await signOut();
  return 'confirmed';
}
