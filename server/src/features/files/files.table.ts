import type { ProjectSide } from '@atelier/domain/projects/rules.ts';
import type { Selectable } from 'kysely';

/** One version of a file of a project. Rows are added and deleted, never changed. */
interface ProjectFileTable {
  id: string;
  project_id: string;
  /** The same for every version of a file: the first one's id. */
  file_id: string;
  /** From 1; the highest is the current version. */
  version: number;
  /** The bytes' key in `stored_files`. */
  stored_key: string;
  /** The sender's side. */
  side: ProjectSide;
  name: string;
  /** Bytes. */
  size: number;
  /** Media type by content. */
  type: string;
  account_id: string;
  /** The key the sender chose; null without one. */
  client_key: string | null;
  created_at: string;
}

export type FileVersionRow = Selectable<ProjectFileTable>;

/** A comment pinned to a point of a version, or a reply to one. */
interface FileCommentTable {
  id: string;
  project_id: string;
  /** The version's row in `project_files`. */
  version_id: string;
  /** The comment it replies to; null for a pinned one, which has a point instead. */
  reply_to: string | null;
  page: number | null;
  /** From the top left, in ten-thousandths of width and height. */
  x: number | null;
  y: number | null;
  /** The account, which may be deleted by now. */
  author_id: string;
  author_side: ProjectSide;
  /** The account's name at the time. */
  author_name: string;
  body: string;
  /** The key the sender chose; null without one. */
  client_key: string | null;
  created_at: string;
  edited_at: string | null;
  resolved_at: string | null;
}

export type FileCommentRow = Selectable<FileCommentTable>;

/** The client's approval of a version, which is final. */
interface FileApprovalTable {
  version_id: string;
  project_id: string;
  account_id: string;
  /** The account's name at the time. */
  account_name: string;
  approved_at: string;
}

export type FileApprovalRow = Selectable<FileApprovalTable>;

/** A file with its versions, newest first. */
export type FileRows = readonly [FileVersionRow, ...FileVersionRow[]];

declare module '../../platform/db/database.ts' {
  interface Database {
    project_files: ProjectFileTable;
    file_comments: FileCommentTable;
    file_approvals: FileApprovalTable;
  }
}
