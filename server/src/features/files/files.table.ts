import type { ProjectSide } from '@atelier/domain/projects/rules.ts';
import type { Selectable } from 'kysely';

/** One version of a file of a project. Rows are added and deleted, never changed. */
interface ProjectFileTable {
  id: string;
  project_id: string;
  /** The same for every version of a file: the id of the first. */
  file_id: string;
  /** From 1 on; the highest is what the file is now. */
  version: number;
  /** Where the bytes are: a key of `stored_files`. */
  stored_key: string;
  /** Which side sent it. */
  side: ProjectSide;
  name: string;
  /** Bytes. */
  size: number;
  /** Media type by content. */
  type: string;
  account_id: string;
  /** The key that its sender gave it; null if they gave none. */
  client_key: string | null;
  created_at: string;
}

export type FileVersionRow = Selectable<ProjectFileTable>;

/** A file with its versions, the newest first. */
export type FileRows = readonly [FileVersionRow, ...FileVersionRow[]];

declare module '../../platform/db/database.ts' {
  interface Database {
    project_files: ProjectFileTable;
  }
}
