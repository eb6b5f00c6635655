import { comparableEmail } from '@atelier/domain/email-address.ts';
import type { IdentityProvider } from './identity-provider.ts';

/**
 * The address of an account that its owner has shown to have: what is somebody's by their address alone is given to no other.
 * Undefined where addresses count as confirmed without a mail.
 */
export async function findProvenEmail(
  { findConfirmedEmail, confirmsByItself }: Pick<IdentityProvider, 'findConfirmedEmail' | 'confirmsByItself'>,
  accountId: string,
): Promise<string | undefined> {
  const email = await findConfirmedEmail(accountId);
  return email === undefined || (await confirmsByItself?.()) ? undefined : comparableEmail(email);
}
