import { type Clock, isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { recordAudit } from '../audit.ts';
import type { Metadata } from '../protocol/metadata.ts';
import { readMetadata, type UserRow } from '../protocol/user.presenter.ts';
import { lockUserByEmail, updateUser } from './users.repository.ts';

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
  const { roles: _before, ...others } = readMetadata(user.app_metadata);
  const appMetadata = roles.length > 0 ? { ...others, roles } : others;
  await updateUser(trx, user.id, { app_metadata: JSON.stringify(appMetadata), updated_at: isoNow(clock) });
  await recordAudit(trx, clock, {
    action: 'roles_changed',
    userId: user.id,
    client: undefined,
    detail: { roles },
  });
}
