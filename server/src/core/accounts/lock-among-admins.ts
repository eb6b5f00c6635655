import { isAdminRole } from '@atelier/domain/accounts/rules.ts';
import type { Trx } from '../../platform/db/database.ts';
import { lockAccountAndAdmins } from './accounts.repository.ts';
import type { Account } from './accounts.table.ts';
import type { IdentityProvider } from './identity-provider.ts';

/**
 * Locks the account's row together with the rows of all enabled admins: when two admins demote each
 * other, one stays.
 */
export interface LockedAccount {
  account: Account;
  /** By its own role, or by the one that its tokens carry. */
  isAdmin: boolean;
  hasOtherAdmin: boolean;
}

/**
 * Locks the account and every open admin; undefined where there is no such account.
 *
 * Order of locks: the provider's user, then the account together with every open admin. Two who change or delete each
 * other at once follow one another then, and never wait for each other.
 */
export async function lockAmongAdmins(
  trx: Trx,
  { people, lockUser }: Pick<IdentityProvider, 'people' | 'lockUser'>,
  id: string,
): Promise<LockedAccount | undefined> {
  const signIn = await people?.lockAmongAdmins(trx, id);
  if (!signIn) await lockUser?.(trx, id);
  const { account, admins } = await lockAccountAndAdmins(trx, id);
  return (
    account && {
      account,
      isAdmin: isAdminRole(account.role, signIn?.roles),
      hasOtherAdmin: Boolean(signIn?.hasOtherAdmin) || admins.some((admin) => admin.id !== id),
    }
  );
}
