import { signedOut } from '@atelier/domain/errors.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { findAccount, lockAccount } from './accounts.repository.ts';
import type { Account } from './accounts.table.ts';

/**
 * The caller's own account. A call that was let in a moment ago may find that its account has been deleted since: then it
 * is one without a session.
 * @throws unauthenticated
 */
export async function getOwnAccount(db: Db, id: string): Promise<Account> {
  return requireAccount(await findAccount(db, id));
}

/** The same with its row locked: it stays until the transaction ends, and simultaneous calls of one user follow one another. */
export async function lockOwnAccount(trx: Trx, id: string): Promise<Account> {
  return requireAccount(await lockAccount(trx, id));
}

function requireAccount(account: Account | undefined): Account {
  if (!account) throw signedOut();
  return account;
}
