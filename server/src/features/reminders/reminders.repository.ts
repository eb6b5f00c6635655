import type { ReminderKind } from '@atelier/domain/reminders/rules.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { ReminderRow } from './reminders.table.ts';

/** The steps of some subjects that went out or were passed over. */
export async function listDoneSteps(db: Db, kind: ReminderKind, subjectIds: readonly string[]) {
  if (subjectIds.length === 0) return [];
  return db
    .selectFrom('reminders')
    .select(['subject_id', 'step'])
    .where('kind', '=', kind)
    .where('subject_id', 'in', subjectIds)
    .execute();
}

/** Adds a step unless it was done before; returns whether it did. */
export async function insertReminder(trx: Trx, row: ReminderRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('reminders')
    .values(row)
    .onConflict((conflict) => conflict.columns(['subject_id', 'kind', 'step']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Those of some accounts whose reminders are paused. */
export async function listPaused(db: Db, accountIds: readonly string[]): Promise<string[]> {
  if (accountIds.length === 0) return [];
  const rows = await db
    .selectFrom('reminder_pauses')
    .select('account_id')
    .where('account_id', 'in', accountIds)
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** Those of some projects whose reminders are paused. */
export async function listPausedProjects(db: Db, projectIds: readonly string[]): Promise<string[]> {
  if (projectIds.length === 0) return [];
  const rows = await db
    .selectFrom('project_reminder_pauses')
    .select('project_id')
    .where('project_id', 'in', projectIds)
    .execute();
  return rows.map(({ project_id }) => project_id);
}

export async function insertPause(trx: Trx, account_id: string, created_at: string): Promise<void> {
  await trx
    .insertInto('reminder_pauses')
    .values({ account_id, created_at })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
}

export async function deletePause(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('reminder_pauses').where('account_id', '=', accountId).execute();
}

export async function insertProjectPause(trx: Trx, project_id: string, created_at: string): Promise<void> {
  await trx
    .insertInto('project_reminder_pauses')
    .values({ project_id, created_at })
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .execute();
}

export async function deleteProjectPause(trx: Trx, projectId: string): Promise<void> {
  await trx.deleteFrom('project_reminder_pauses').where('project_id', '=', projectId).execute();
}
