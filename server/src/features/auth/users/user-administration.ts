import { type Clock, isoIn, isoNow } from '../../../platform/clock.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import type { ClientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.repository.ts';
import type { Metadata } from '../protocol/request-body.ts';
import { parseAppMetadata, type UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { deleteSessions } from '../sessions/sessions.repository.ts';
import {
  isBanned,
  listRoleFacts,
  listUsersNaming,
  lockUser,
  lockUserAndUsersNaming,
  lockUserByEmail,
  type RoleFacts,
  updateUser,
} from './users.repository.ts';

/** Locks the account of an address that is confirmed. */
export async function lockConfirmedUser(trx: Trx, email: string): Promise<UserRow | undefined> {
  const user = await lockUserByEmail(trx, email.toLowerCase());
  return user?.email_confirmed_at ? user : undefined;
}

/** The roles in metadata that the server wrote, in lower case. */
export function readRoles({ roles }: Metadata): string[] {
  if (!Array.isArray(roles)) return [];
  return roles.filter((role) => typeof role === 'string').map((role) => role.toLowerCase());
}

/** Sets the roles that the tokens of a user carry. What a user writes about themselves never gets here. */
export async function setRoles(
  trx: Trx,
  clock: Clock,
  user: UserRow,
  roles: readonly string[],
): Promise<void> {
  const { roles: _before, ...others } = parseAppMetadata(user);
  const appMetadata = roles.length > 0 ? { ...others, roles } : others;
  await updateUser(trx, user.id, { app_metadata: JSON.stringify(appMetadata), updated_at: isoNow(clock) });
  await recordAudit(trx, clock, {
    action: 'roles_changed',
    userId: user.id,
    client: undefined,
    detail: { roles },
  });
}

/** A hundred years, as the protocol's own clients write "for good". */
const FOR_GOOD_SECONDS = 876_000 * 3_600;

type Deps = Pick<Provider, 'clock'>;

const ADMIN = 'admin';

/** The roles in the users' tokens, in lower case; no entry for a missing user. */
export async function rolesOfUsers(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await listRoleFacts(db, userIds);
  return new Map(rows.map((row) => [row.id, readRoles(parseAppMetadata(row))]));
}

/** Users who are admins by their tokens and can sign in. Reads every user: for rare calls. */
export async function listAdminUsers(db: Db, { clock }: Deps): Promise<string[]> {
  const candidates = await listUsersNaming(db, ADMIN);
  return candidates.filter((row) => isEnabledAdmin(row, isoNow(clock))).map(({ id }) => id);
}

/**
 * Locks a user together with every user who is an admin by their tokens, in the order of their ids:
 * when two demote each other at once, one stays.
 * @returns the user's roles, and whether another admin can sign in
 */
export async function lockUserAmongAdmins(
  { clock }: Deps,
  trx: Trx,
  userId: string,
): Promise<{ roles: readonly string[]; hasOtherAdmin: boolean }> {
  const rows = await lockUserAndUsersNaming(trx, userId, ADMIN);
  const own = rows.find(({ id }) => id === userId);
  return {
    roles: own ? readRoles(parseAppMetadata(own)) : [],
    hasOtherAdmin: rows.some((row) => row.id !== userId && isEnabledAdmin(row, isoNow(clock))),
  };
}

function isEnabledAdmin(row: RoleFacts, now: string): boolean {
  return readRoles(parseAppMetadata(row)).includes(ADMIN) && !isBanned(row, now);
}

/** Makes a user an admin by their tokens, or no longer; other roles stay. */
export async function setUserAdmin(
  { clock }: Deps,
  trx: Trx,
  userId: string,
  isAdmin: boolean,
): Promise<void> {
  const user = await lockUser(trx, userId);
  if (!user) return;
  const roles = readRoles(parseAppMetadata(user));
  if (roles.includes(ADMIN) === isAdmin) return;
  const others = roles.filter((role) => role !== ADMIN);
  await setRoles(trx, clock, user, isAdmin ? [...others, ADMIN] : others);
}

/** Bans a user for good, or opens the account again; does nothing for one who is not there. */
export async function setUserDisabled(
  { clock }: Deps,
  trx: Trx,
  userId: string,
  isDisabled: boolean,
): Promise<void> {
  const user = await lockUser(trx, userId);
  if (!user) return;
  await updateUser(trx, userId, { banned_until: isDisabled ? isoIn(clock, FOR_GOOD_SECONDS) : null });
  await recordAudit(trx, clock, {
    action: isDisabled ? 'user_shut' : 'user_opened',
    userId,
    client: undefined,
  });
}

/** Ends every session of a user, by the studio's decision; says how many there were. */
export async function endSessionsOfUser(
  { clock }: Deps,
  trx: Trx,
  userId: string,
  client: ClientFacts,
): Promise<number> {
  const ended = await deleteSessions(trx, userId, 'global', '');
  if (ended > 0) {
    await recordAudit(trx, clock, {
      action: 'signed_out',
      userId,
      client,
      detail: { scope: 'global', by: 'studio' },
    });
  }
  return ended;
}
