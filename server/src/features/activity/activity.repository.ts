import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { keepInsert, type Places } from '../../platform/db/kept-query.ts';
import type { ActivityRow } from './activity.table.ts';

const newActivity = keepInsert((db, row: Places<ActivityRow>) =>
  db.insertInto('project_activity').values(row),
);

export async function insertActivity(trx: Trx, row: ActivityRow): Promise<void> {
  await newActivity.execute(trx, row);
}

export interface ActivityPage {
  projectId: string;
  /** Only rows before this id. */
  before: string | undefined;
  limit: number;
  /** False omits the studio's own records. */
  studioOnly?: false;
}

/** Newest first. */
export async function listActivity(db: Db, page: ActivityPage): Promise<ActivityRow[]> {
  let query = db.selectFrom('project_activity').selectAll().where('project_id', '=', page.projectId);
  if (page.studioOnly === false) query = query.where('studio_only', '=', 0);
  if (page.before) query = query.where('id', '<', page.before);
  return query.orderBy('id', 'desc').limit(page.limit).execute();
}

export async function hideActivity(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('project_activity').set({ studio_only: 1 }).where('id', '=', id).execute();
}

export async function updateSubjectTitle(trx: Trx, id: string, title: string): Promise<void> {
  await trx.updateTable('project_activity').set({ subject_title: title }).where('id', '=', id).execute();
}

export async function deleteActivity(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('project_activity').where('id', '=', id).execute();
}

/** Replaces a deleted account's name and removes its network addresses. */
export async function forgetActor(trx: Trx, accountId: string, name: string): Promise<void> {
  await trx
    .updateTable('project_activity')
    .set({ actor_name: name, address: '' })
    .where('account_id', '=', accountId)
    .execute();
}

/** The kinds of events whose subject is a person, by their account. */
const ABOUT_PEOPLE = ['person_role_changed', 'person_removed', 'contact_changed'] as const;

/** Replaces a deleted account's name where an event is about it. */
export async function forgetSubject(trx: Trx, accountId: string, name: string): Promise<void> {
  await trx
    .updateTable('project_activity')
    .set({ subject_title: name })
    .where('subject_id', '=', accountId)
    // As literals: the index is of these kinds alone.
    .where(
      'kind',
      'in',
      ABOUT_PEOPLE.map((kind) => sql.lit(kind)),
    )
    .execute();
}

/** An account's events of one kind. */
export async function listActivityBy(
  trx: Trx,
  accountId: string,
  kind: ActivityRow['kind'],
): Promise<ActivityRow[]> {
  return trx
    .selectFrom('project_activity')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .execute();
}

export async function updateDetail(trx: Trx, id: string, detail: string): Promise<void> {
  await trx.updateTable('project_activity').set({ detail }).where('id', '=', id).execute();
}
