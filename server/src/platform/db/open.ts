import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Database, Db, Engine } from './database.ts';
import { createPool, postgresDialect } from './postgres.ts';
import { openSqliteFile, sqliteDialect } from './sqlite.ts';

/** Where the data is: a SQLite file or a PostgreSQL address. */
export type DatabaseLocation = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string };

export interface OpenDatabase {
  location: DatabaseLocation;
  engine: Engine;
  db: Db;
  /** Resolves when the database answers, throws when it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** PostgreSQL connections of this process. */
  maxConnections?: number;
  /** Refuse a SQLite transaction that waits for anything but its queries. For tests. */
  strict?: boolean;
  /** Called for each PostgreSQL connection that broke. */
  onBrokenConnection?: (error: Error) => void;
}

/** Opens the database; a SQLite file and its folder are made when they are missing. */
export function openDatabase(location: DatabaseLocation, options: OpenOptions = {}): OpenDatabase {
  const { dialect, release } = open(location, options);
  const db = new Kysely<Database>({ dialect });
  return {
    location,
    engine: location.engine,
    db,
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    close: async () => {
      await db.destroy();
      await release();
    },
  };
}

/** `release` lets go of what Kysely never touched: it closes only what it has used. */
function open(location: DatabaseLocation, options: OpenOptions) {
  if (location.engine === 'postgres') {
    const pool = createPool(location.url, {
      maxConnections: options.maxConnections ?? 10,
      onBrokenConnection: options.onBrokenConnection ?? (() => {}),
    });
    return { dialect: postgresDialect(pool), release: async () => (pool.ended ? undefined : pool.end()) };
  }
  // Readable by the owner's account alone: the folder holds everything there is about the clients.
  mkdirSync(dirname(location.file), { recursive: true, mode: 0o700 });
  const raw = openSqliteFile(location.file);
  return {
    dialect: sqliteDialect(raw, { strict: options.strict ?? false }),
    release: async () => {
      raw.close();
    },
  };
}
