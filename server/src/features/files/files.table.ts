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

/** A file with its versions, newest first. */
export type FileRows = readonly [FileVersionRow, ...FileVersionRow[]];

declare module '../../platform/db/database.ts' {
  interface Database {
    project_files: ProjectFileTable;
  }
}
