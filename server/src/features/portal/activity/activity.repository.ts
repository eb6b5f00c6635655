import type { Insertable } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database.ts';
import type { ActivityRow, ActivityTable } from './activity.table.ts';

export async function insertActivity(trx: Trx, row: Insertable<ActivityTable>): Promise<void> {
  await trx.insertInto('project_activity').values(row).execute();
}

export interface ActivityPage {
  projectId: string;
  /** Only what came before the row of this id. */
  before: string | undefined;
  limit: number;
  /** False leaves out what is the studio's alone. */
  studioOnly?: false;
}

/** Newest first. */
export async function listActivity(db: Db, page: ActivityPage): Promise<ActivityRow[]> {
  let query = db.selectFrom('project_activity').selectAll().where('project_id', '=', page.projectId);
  if (page.studioOnly === false) query = query.where('studio_only', '=', 0);
  if (page.before) query = query.where('id', '<', page.before);
  return query.orderBy('id', 'desc').limit(page.limit).execute();
}
