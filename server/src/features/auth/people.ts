import { isoIn } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { ClientFacts } from '../../platform/http/client.ts';
import { recordAudit } from './audit.ts';
import type { Provider } from './provider.ts';
import { setRoles } from './roles.service.ts';
import { lockUser, updateUser } from './users.repository.ts';

/** A hundred years, as the protocol's own clients write "for good". */
const FOR_GOOD_SECONDS = 876_000 * 3_600;

type Deps = Pick<Provider, 'clock'>;

/** Gives a user the roles that their tokens carry; does nothing for one who is not there. */
export async function setRolesOfUser(
  { clock }: Deps,
  trx: Trx,
  userId: string,
  roles: readonly string[],
): Promise<void> {
  const user = await lockUser(trx, userId);
  if (user) await setRoles(trx, clock, user, roles);
}

/** Bans a user for good, or opens the account again; does nothing for one who is not there. */
export async function setUserShut({ clock }: Deps, trx: Trx, userId: string, isShut: boolean): Promise<void> {
  const user = await lockUser(trx, userId);
  if (!user) return;
  await updateUser(trx, userId, { banned_until: isShut ? isoIn(clock, FOR_GOOD_SECONDS) : null });
  await recordAudit(trx, clock, { action: isShut ? 'user_shut' : 'user_opened', userId, client: undefined });
}

/** Ends every session of a user, by the studio's decision; says how many there were. */
export async function endSessionsOfUser(
  { clock }: Deps,
  trx: Trx,
  userId: string,
  client: ClientFacts,
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('auth_sessions')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows > 0n) {
    await recordAudit(trx, clock, {
      action: 'signed_out',
      userId,
      client,
      detail: { scope: 'global', by: 'studio' },
    });
  }
  return Number(numDeletedRows);
}
