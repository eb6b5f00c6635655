import type { Trx } from '../../../platform/db/database.ts';
import type { ClientFacts } from '../../../platform/http/client.ts';
import { type AuditAction, recordAudit } from '../audit.ts';
import { forgetAttemptedPassword } from '../passwords/attempted-passwords.ts';
import type { Provider } from '../provider.ts';
import { deleteUser } from '../service-api/admin-users.repository.ts';
import { lockUser } from './users.repository.ts';

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
