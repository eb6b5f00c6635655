import { comparableEmail } from '@atelier/domain/email-address.ts';
import type { NotificationKind } from '@atelier/domain/project-parts.ts';
import type { Db, Trx } from '../../platform/db/database.ts';

/** The kinds turned off for an address. */
export async function listMutedKinds(db: Db, address: string): Promise<NotificationKind[]> {
  const rows = await db
    .selectFrom('muted_mails')
    .select('kind')
    .where('address', '=', comparableEmail(address))
    .execute();
  return rows.map((row) => row.kind);
}

export async function isMuted(db: Db, address: string, kind: NotificationKind): Promise<boolean> {
  const row = await db
    .selectFrom('muted_mails')
    .select('kind')
    .where('address', '=', comparableEmail(address))
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row !== undefined;
}

export async function muteMail(db: Db, address: string, kind: NotificationKind, now: string): Promise<void> {
  await db
    .insertInto('muted_mails')
    .values({ address: comparableEmail(address), kind, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function unmuteMail(db: Db, address: string, kind: NotificationKind): Promise<void> {
  await db
    .deleteFrom('muted_mails')
    .where('address', '=', comparableEmail(address))
    .where('kind', '=', kind)
    .execute();
}

/** Deletes an address's choices. */
export async function forgetMutedMails(trx: Trx, address: string): Promise<void> {
  await trx.deleteFrom('muted_mails').where('address', '=', comparableEmail(address)).execute();
}

/** Moves one address's choices to another. */
export async function moveMutedMails(trx: Trx, from: string, to: string): Promise<void> {
  const rows = await trx
    .deleteFrom('muted_mails')
    .where('address', '=', comparableEmail(from))
    .returning(['kind', 'created_at'])
    .execute();
  for (const row of rows) await muteMail(trx, to, row.kind, row.created_at);
}
