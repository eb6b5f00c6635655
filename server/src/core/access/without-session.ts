import type { Db } from '../../platform/db/database.ts';
import { findAccount } from '../accounts/accounts.repository.ts';
import type { IdentityProvider } from '../accounts/identity-provider.ts';

/**
 * The two questions of every door that opens without a session: a link of a mail, an answer by mail, a calendar's address. Asked by the
 * door each time, in its transaction where it has one, and before such a link is put into a mail.
 */
export interface WithoutSession {
  /** Whether an account may sign in at this moment: it isn't deleted, disabled or banned. */
  maySignIn(db: Db, accountId: string): Promise<boolean>;
  /** Whether something else than a session may also act as the account: it has no second factor, and the provider can say so. */
  mayActWithoutSession(db: Db, accountId: string): Promise<boolean>;
}

export function withoutSession({ readStanding }: Pick<IdentityProvider, 'readStanding'>): WithoutSession {
  const maySignIn = async (db: Db, accountId: string) => {
    const account = await findAccount(db, accountId);
    if (!account || account.disabled_at !== null) return false;
    // A provider that keeps its sign-ins elsewhere refuses them itself.
    return readStanding === undefined || (await readStanding(db, accountId))?.isShut === false;
  };
  return {
    maySignIn,
    mayActWithoutSession: async (db, accountId) =>
      (await maySignIn(db, accountId)) && (await readStanding?.(db, accountId))?.hasSecondFactor === false,
  };
}
