import type { Selectable } from 'kysely';

/** A change of a project's main contact by its client's side, which the former contact can undo. */
interface ContactChangeTable {
  id: string;
  project_id: string;
  /** The account that was the main contact. */
  former_id: string;
  /** JSON: the colleagues whom an undo leaves in the project (`StoredPeople`). */
  people: string;
  /** JSON: the ids of the invitations that an undo leaves open. */
  invitations: string;
  created_at: string;
  expires_at: string;
  /** How it ended before its time: it was undone, or the studio decided otherwise. */
  ended: 'undone' | 'overruled' | null;
}

export type ContactChangeRow = Selectable<ContactChangeTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    contact_changes: ContactChangeTable;
  }
}
