import type { Selectable } from 'kysely';

/**
 * A file whose bytes are in the store, or are about to be. The row is there before the bytes and goes after
 * them, so that a process may end at any moment and nothing is left in the store that no row knows of.
 */
interface StoredFileTable {
  /** Names the bytes in the store. */
  key: string;
  /** What a download is called: cleaned. */
  name: string;
  /** Media type by content. */
  type: string;
  /** Bytes. */
  size: number;
  /** Of the content, in hexadecimal. */
  sha256: string;
  created_at: string;
  /** When the bytes are to be removed; null for kept files. */
  drop_at: string | null;
}

export type StoredFileRow = Selectable<StoredFileTable>;

declare module '../db/database.ts' {
  interface Database {
    stored_files: StoredFileTable;
  }
}
