import type { Db, Trx } from '../../platform/db/database.ts';
import type { FileApprovalRow, FileCommentRow } from './files.table.ts';

/** What is counted of one version's comments. */
export interface CommentCounts {
  version_id: string;
  /** Pinned ones. */
  pins: number;
  /** Pinned ones that aren't resolved. */
  open: number;
  /** Those of the client, replies included. */
  clients: number;
}

/** The counts of every version of a project that has comments. */
export async function countComments(db: Db, projectId: string): Promise<CommentCounts[]> {
  return db
    .selectFrom('file_comments')
    .select((eb) => [
      'version_id',
      eb.fn.countAll<number>().filterWhere('reply_to', 'is', null).as('pins'),
      eb.fn
        .countAll<number>()
        .filterWhere(eb.and([eb('reply_to', 'is', null), eb('resolved_at', 'is', null)]))
        .as('open'),
      eb.fn.countAll<number>().filterWhere('author_side', '=', 'client').as('clients'),
    ])
    .where('project_id', '=', projectId)
    .groupBy('version_id')
    .execute();
}

export async function listApprovals(db: Db, projectId: string): Promise<FileApprovalRow[]> {
  return db.selectFrom('file_approvals').selectAll().where('project_id', '=', projectId).execute();
}

/** The comments of a version with their replies, oldest first. */
export async function listComments(db: Db, versionId: string): Promise<FileCommentRow[]> {
  return db
    .selectFrom('file_comments')
    .selectAll()
    .where('version_id', '=', versionId)
    .orderBy('id')
    .execute();
}

export async function insertComment(trx: Trx, row: FileCommentRow): Promise<void> {
  await trx.insertInto('file_comments').values(row).execute();
}

export async function updateComment(
  trx: Trx,
  id: string,
  change: Partial<Pick<FileCommentRow, 'body' | 'edited_at' | 'resolved_at'>>,
): Promise<void> {
  await trx.updateTable('file_comments').set(change).where('id', '=', id).execute();
}

export async function deleteComment(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('file_comments').where('id', '=', id).execute();
}

export async function insertApproval(trx: Trx, row: FileApprovalRow): Promise<void> {
  await trx.insertInto('file_approvals').values(row).execute();
}

/** The projects where an account commented as a client. */
export async function listProjectsOfReviewer(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('file_comments')
    .select('project_id')
    .distinct()
    .where('author_id', '=', accountId)
    .where('author_side', '=', 'client')
    .execute();
  return rows.map(({ project_id }) => project_id);
}

/** Replaces a deleted account's name in its comments and approvals. */
export async function forgetReviewer(trx: Trx, accountId: string, name: string): Promise<void> {
  await trx
    .updateTable('file_comments')
    .set({ author_name: name })
    .where('author_id', '=', accountId)
    .execute();
  await trx
    .updateTable('file_approvals')
    .set({ account_name: name })
    .where('account_id', '=', accountId)
    .execute();
}
