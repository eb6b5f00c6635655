import type { Db } from '../../../platform/db/database.ts';
import { type PresentedUser, presentUser } from '../protocol/user.presenter.ts';
import { listFactors } from '../second-factor/factors.repository.ts';
import { findUser } from './users.repository.ts';

/** What the provider keeps of a user, as they may see it: no password, key, token or code is in it. */
export async function findOwnUser(db: Db, userId: string): Promise<PresentedUser | undefined> {
  const user = await findUser(db, userId);
  return user && presentUser(user, await listFactors(db, userId));
}
