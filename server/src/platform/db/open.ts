import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Database, Db, Engine } from './database.ts';
import { DatabaseStats } from './database-stats.ts';
import { createPool, postgresDialect } from './postgres.ts';
import { BUSY_TIMEOUT_MS, openSqliteFile } from './sqlite.ts';
import { type SqliteOptions, sqliteDialect } from './sqlite-driver.ts';

export type DatabaseLocation = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string };

export interface OpenDatabase {
  location: DatabaseLocation;
  engine: Engine;
  db: Db;
  /** How long it takes, for the metrics. */
  stats: DatabaseStats;
  /**
   * Calls `listener` each time a write to the file finds no room on the disk; a PostgreSQL has its own disk.
   */
  onFull(listener: () => void): void;
  /**
   * From here on another process writes to the same file all the time: this one leaves it free for a moment after each commit. A
   * PostgreSQL sees to that itself.
   * @returns what ends it
   */
  share(): () => void;
  /** Resolves when the database answers, throws when it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  maxConnections?: number;
  /** Refuse a SQLite transaction that waits for anything but its queries. For tests. */
  strict?: boolean;
  /** Called for each PostgreSQL connection that broke or stopped answering. */
  onBrokenConnection?: (error: Error) => void;
  /** How long a write to a SQLite file waits for another process's. */
  lockWaitMs?: number;
  /** How long to wait for an answer of a PostgreSQL before its connection counts as dead. */
  answerWithinMs?: number;
}

/** A little longer than the server's own statement timeout, so that the server's error arrives first. */
const ANSWER_WITHIN_MS = 17_000;
/**
 * For commands and migrations, which lift the server's limits: a day, so that even here a dead
 * connection ends.
 */
export const AS_LONG_AS_IT_TAKES_MS = 24 * 3600 * 1000;

/** Opens the database; a SQLite file and its folder are made when they are missing. */
export function openDatabase(location: DatabaseLocation, options: OpenOptions = {}): OpenDatabase {
  const fullListeners: (() => void)[] = [];
  const onFull = () => {
    for (const listener of fullListeners) listener();
  };
  let sharers = 0;
  const stats = new DatabaseStats();
  const { dialect, release } = open(location, options, {
    onFull,
    stats,
    isFileShared: () => sharers > 0,
  });
  const db = new Kysely<Database>({ dialect });
  return {
    location,
    engine: location.engine,
    db,
    stats,
    onFull: (listener) => {
      fullListeners.push(listener);
    },
    share: () => {
      sharers += 1;
      return () => {
        sharers -= 1;
      };
    },
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
function open(
  location: DatabaseLocation,
  options: OpenOptions,
  own: Pick<SqliteOptions, 'onFull' | 'isFileShared' | 'stats'>,
) {
  if (location.engine === 'postgres') {
    const onBrokenConnection = options.onBrokenConnection ?? (() => {});
    const pool = createPool(location.url, {
      maxConnections: options.maxConnections ?? 10,
      onBrokenConnection,
    });
    own.stats.watchPool(pool);
    const limit = { ms: options.answerWithinMs ?? ANSWER_WITHIN_MS, onOverdue: onBrokenConnection };
    return {
      dialect: postgresDialect(pool, limit, own.stats),
      release: async () => (pool.ended ? undefined : pool.end()),
    };
  }
  // Readable by the owner's account alone: the folder holds everything there is about the clients.
  mkdirSync(dirname(location.file), { recursive: true, mode: 0o700 });
  const raw = openSqliteFile(location.file);
  return {
    dialect: sqliteDialect(raw, {
      strict: options.strict ?? false,
      lockWaitMs: options.lockWaitMs ?? BUSY_TIMEOUT_MS,
      ...own,
    }),
    release: async () => {
      raw.close();
    },
  };
}
