import type { AuditedSubjectKind } from '@atelier/domain/audit/sentence.ts';
import type { AuditedItemKind } from '@atelier/domain/project-parts.ts';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { keepInsert, type Places } from '../../platform/db/kept-query.ts';

/** An action that an admin began. It outlives its subject and its actor. */
interface AdminActionTable {
  id: string;
  /** Method and path of the endpoint. */
  action: string;
  account_id: string;
  email: string;
  /** Null in old entries. */
  actor_name: string | null;
  /** Null in old entries, whose path tells it, and for a subject that no screen shows. */
  subject_kind: AuditedSubjectKind | null;
  subject_id: string | null;
  subject_title: string | null;
  /** The part of the subject that it affects; null for the whole. */
  item_kind: AuditedItemKind | null;
  item_id: string | null;
  item_title: string | null;
  /** JSON: short facts by name. */
  detail: string;
  /** `done` or the code of the refusal; null while it runs, or if the server stopped before its end. */
  outcome: string | null;
  /** What the admin read when it was refused. */
  refusal: string | null;
  address: string;
  user_agent: string | null;
  created_at: string;
}

export type AdminActionRow = Selectable<AdminActionTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    admin_actions: AdminActionTable;
  }
}

const newAction = keepInsert((db, row: Places<AdminActionRow>) => db.insertInto('admin_actions').values(row));

export async function insertAdminAction(db: Db, row: AdminActionRow): Promise<void> {
  await newAction.execute(db, row);
}

/** Records the outcome of an action; an ended action never changes. */
export async function endAdminAction(
  db: Db,
  id: string,
  end: Pick<AdminActionRow, 'outcome'> & Partial<AdminActionRow>,
): Promise<void> {
  await db.updateTable('admin_actions').set(end).where('id', '=', id).where('outcome', 'is', null).execute();
}

/** Deletes the actions that began at a moment or before it. */
export async function deleteAdminActionsUntil(db: Db, latest: string): Promise<void> {
  await db.deleteFrom('admin_actions').where('created_at', '<=', latest).execute();
}

export interface AdminActionPage {
  before?: string | undefined;
  limit: number;
  subject?: string | undefined;
  by?: string | undefined;
}

/** Newest first. */
export async function listAdminActions(
  db: Db,
  { before, limit, subject, by }: AdminActionPage,
): Promise<AdminActionRow[]> {
  let query = db.selectFrom('admin_actions').selectAll();
  if (subject) query = query.where('subject_id', '=', subject);
  if (by) query = query.where('account_id', '=', by);
  if (before) query = query.where('id', '<', before);
  return query.orderBy('id', 'desc').limit(limit).execute();
}
