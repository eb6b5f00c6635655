import type { AlarmPhase } from '@atelier/domain/health/alarms.ts';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';

/** A problem over time; a row for each check that has one. */
interface HealthAlarmTable {
  check_id: string;
  phase: AlarmPhase;
  since: string;
  well_since: string | null;
  is_back: number;
}

export type HealthAlarmRow = Selectable<HealthAlarmTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    health_alarms: HealthAlarmTable;
  }
}

/** All alarms; on PostgreSQL nobody else changes them until the transaction ends. */
export async function lockHealthAlarms(trx: Trx): Promise<HealthAlarmRow[]> {
  return trx.selectFrom('health_alarms').selectAll().orderBy('check_id').forUpdate().execute();
}

/** The checks with a problem that the owner was mailed about. */
export async function listRaisedAlarms(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('health_alarms')
    .select('check_id')
    .where('phase', '=', 'raised')
    .execute();
  return rows.map(({ check_id }) => check_id);
}

export async function saveHealthAlarm(trx: Trx, row: HealthAlarmRow): Promise<void> {
  const { check_id: _, ...values } = row;
  await trx
    .insertInto('health_alarms')
    .values(row)
    .onConflict((conflict) => conflict.column('check_id').doUpdateSet(values))
    .execute();
}

export async function deleteHealthAlarm(trx: Trx, checkId: string): Promise<void> {
  await trx.deleteFrom('health_alarms').where('check_id', '=', checkId).execute();
}
