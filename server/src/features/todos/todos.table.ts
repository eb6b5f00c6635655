import type { Selectable } from 'kysely';

/** Something for the studio to do, about a project, an enquiry or neither. */
interface TodoTable {
  id: string;
  project_id: string | null;
  enquiry_id: string | null;
  text: string;
  /** A day: 2026-11-21. */
  due: string | null;
  done_at: string | null;
  author_id: string;
  /** The sender's, or our own. */
  client_key: string;
  created_at: string;
}

export type TodoRow = Selectable<TodoTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    todos: TodoTable;
  }
}
