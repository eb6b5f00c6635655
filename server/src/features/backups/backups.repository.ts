import type { Db, Trx } from '../../platform/db/database.ts';
import type { AlarmKind, BackupAlarmRow, BackupRunRow, RunKind, RunOutcome } from './backups.table.ts';

export async function insertRun(db: Db, row: BackupRunRow): Promise<void> {
  await db.insertInto('backup_runs').values(row).execute();
}

export type RunResult = Pick<BackupRunRow, 'outcome' | 'finished_at'> &
  Partial<Pick<BackupRunRow, 'backup_name' | 'size' | 'copied' | 'files' | 'problem'>>;

export async function finishRun(trx: Trx, id: string, result: RunResult): Promise<void> {
  await trx.updateTable('backup_runs').set(result).where('id', '=', id).execute();
}

/** The newest run of a kind with this outcome that began until a moment. */
export async function findLastRun(
  db: Db,
  { kind, outcome, until }: { kind: RunKind; outcome: RunOutcome; until: string },
): Promise<BackupRunRow | undefined> {
  return db
    .selectFrom('backup_runs')
    .selectAll()
    .where('kind', '=', kind)
    .where('outcome', '=', outcome)
    .where('started_at', '<=', until)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** When the first run of a kind with this outcome began. */
export async function findFirstStart(
  db: Db,
  kind: RunKind,
  outcome: RunOutcome,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('backup_runs')
    .select('started_at')
    .where('kind', '=', kind)
    .where('outcome', '=', outcome)
    .orderBy('started_at')
    .limit(1)
    .executeTakeFirst();
  return row?.started_at;
}

/** Ends the runs of a kind whose process is gone. */
export async function interruptRuns(db: Db, kind: RunKind, now: string): Promise<void> {
  await db
    .updateTable('backup_runs')
    .set({ outcome: 'interrupted', finished_at: now })
    .where('kind', '=', kind)
    .where('outcome', '=', 'running')
    .execute();
}

/** Deletes runs of one kind and outcome that began before a moment. */
export async function deleteRunsBefore(
  db: Db,
  { kind, outcome, before }: { kind: RunKind; outcome: RunOutcome; before: string },
): Promise<void> {
  await db
    .deleteFrom('backup_runs')
    .where('kind', '=', kind)
    .where('outcome', '=', outcome)
    .where('started_at', '<', before)
    .execute();
}

export async function listAlarms(db: Db): Promise<BackupAlarmRow[]> {
  return db.selectFrom('backup_alarms').selectAll().execute();
}

/** @returns whether there was none of this kind */
export async function insertAlarm(trx: Trx, row: BackupAlarmRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows: count = 0n } = await trx
    .insertInto('backup_alarms')
    .values(row)
    .onConflict((conflict) => conflict.column('kind').doNothing())
    .executeTakeFirst();
  return count > 0n;
}

/** @returns whether there was one of this kind */
export async function deleteAlarm(trx: Trx, kind: AlarmKind): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('backup_alarms')
    .where('kind', '=', kind)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
