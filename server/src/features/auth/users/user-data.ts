import type { Db, Trx } from '../../../platform/db/database.ts';
import type { ClientFacts } from '../../../platform/http/client.ts';
import { type AuditAction, recordAudit } from '../audit.repository.ts';
import { forgetAttemptedPassword } from '../passwords/attempted-passwords.ts';
import { type PresentedUser, presentUser } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { listFactors } from '../second-factor/factors.repository.ts';
import { deleteUser, findUser, lockUser } from './users.repository.ts';

/** What the provider keeps of a user, as they may see it: no password, key, token or code is in it. */
export async function findOwnUser(db: Db, userId: string): Promise<PresentedUser | undefined> {
  const user = await findUser(db, userId);
  return user && presentUser(user, await listFactors(db, userId));
}

/**
 * Deletes a user with sessions, links, codes and factors, as part of a transaction. That it was done stays written down.
 * @param action who wanted it: the user or a service
 * @returns whether there was one
 */
export async function deleteUserWithTrace(
  trx: Trx,
  { clock, secret }: Pick<Provider, 'clock' | 'secret'>,
  userId: string,
  action: Extract<AuditAction, 'user_deleted' | 'user_deleted_by_service'>,
  client: ClientFacts,
): Promise<boolean> {
  const user = await lockUser(trx, userId);
  if (!user) return false;
  await forgetAttemptedPassword(trx, { secret }, user);
  await deleteUser(trx, userId);
  await recordAudit(trx, clock, { action, userId, client });
  return true;
}
