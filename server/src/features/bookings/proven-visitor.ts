import type { IdentityProvider } from '../../core/accounts/identity-provider.ts';
import { findProvenEmail } from '../../core/accounts/proven-email.ts';

export type AddressProofs = Pick<IdentityProvider, 'findConfirmedEmail' | 'confirmsByItself'>;

/**
 * Whether a visitor is signed in with this confirmed address, and so has nothing to confirm. Asked before a transaction, as the
 * provider may be another server; one that confirms addresses by itself proves nothing.
 */
export async function isProvenVisitor(
  identities: AddressProofs,
  { accountId, email }: { accountId: string | undefined; email: string },
): Promise<boolean> {
  return accountId !== undefined && (await findProvenEmail(identities, accountId)) === email;
}
