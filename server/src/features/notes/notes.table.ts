import type { Selectable } from 'kysely';

/** A note of the studio's about a project or an enquiry: one of the two ids is null. */
interface NoteTable {
  id: string;
  project_id: string | null;
  enquiry_id: string | null;
  body: string;
  author_id: string;
  /** The author's name when they wrote it. */
  author_name: string;
  /** The sender's, or our own. */
  client_key: string;
  search_text: string;
  created_at: string;
  edited_at: string | null;
}

export type NoteRow = Selectable<NoteTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    notes: NoteTable;
  }
}
