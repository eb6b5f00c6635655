import type { Db, Trx } from '../../platform/db/database.ts';
import type { BusyCalendarRow, BusyTimeRow, CallSettingsRow } from './bookings.table.ts';

/** The one row of each table. */
export const THE_ONLY = 'studio';

export async function findCallSettings(db: Db): Promise<CallSettingsRow | undefined> {
  return db.selectFrom('call_settings').selectAll().where('id', '=', THE_ONLY).executeTakeFirst();
}

/** Locks them: bookings follow one another, so that no two get the same time. */
export async function lockCallSettings(trx: Trx): Promise<CallSettingsRow | undefined> {
  return trx
    .selectFrom('call_settings')
    .selectAll()
    .where('id', '=', THE_ONLY)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveCallSettings(trx: Trx, row: Omit<CallSettingsRow, 'id'>): Promise<void> {
  await trx
    .insertInto('call_settings')
    .values({ id: THE_ONLY, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

export async function findBusyCalendar(db: Db): Promise<BusyCalendarRow | undefined> {
  return db.selectFrom('busy_calendars').selectAll().where('id', '=', THE_ONLY).executeTakeFirst();
}

/** Locks it: one that was replaced while it was read isn't written over. */
export async function lockBusyCalendar(trx: Trx): Promise<BusyCalendarRow | undefined> {
  return trx
    .selectFrom('busy_calendars')
    .selectAll()
    .where('id', '=', THE_ONLY)
    .forUpdate()
    .executeTakeFirst();
}

/** Sets the calendar in the place of any other. */
export async function saveBusyCalendar(trx: Trx, row: Omit<BusyCalendarRow, 'id'>): Promise<void> {
  await trx
    .insertInto('busy_calendars')
    .values({ id: THE_ONLY, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

export async function updateBusyCalendar(
  trx: Trx,
  change: Partial<Pick<BusyCalendarRow, 'tried_at' | 'read_at' | 'problem'>>,
): Promise<void> {
  await trx.updateTable('busy_calendars').set(change).where('id', '=', THE_ONLY).execute();
}

/** Deletes the calendar and its times. */
export async function deleteBusyCalendar(trx: Trx): Promise<void> {
  await trx.deleteFrom('busy_calendars').where('id', '=', THE_ONLY).execute();
  await trx.deleteFrom('busy_times').execute();
}

/** Puts these times in the place of all others. */
export async function replaceBusyTimes(trx: Trx, rows: readonly BusyTimeRow[]): Promise<void> {
  await trx.deleteFrom('busy_times').execute();
  // SQLite takes a bounded number of values in one statement.
  for (let at = 0; at < rows.length; at += 500) {
    await trx
      .insertInto('busy_times')
      .values(rows.slice(at, at + 500))
      .execute();
  }
}

/** The busy times that aren't over at a moment. */
export async function listBusyTimes(db: Db, from: string): Promise<BusyTimeRow[]> {
  return db.selectFrom('busy_times').selectAll().where('ends_at', '>', from).execute();
}

export async function countBusyTimes(db: Db, from: string): Promise<number> {
  const { count } = await db
    .selectFrom('busy_times')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ends_at', '>', from)
    .executeTakeFirstOrThrow();
  return Number(count);
}
