import { AppError } from '@atelier/domain/errors.ts';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';

type SqliteError = InstanceType<typeof SqliteDatabase.SqliteError>;

/** The database could not be reached, or the connection broke; whether a commit arrived is not known. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The database is out of reach', { cause });
    this.name = 'DatabaseUnavailableError';
  }
}

/** SQLite has undone the transaction, because of `cause`: what was written in it is gone. */
export class RolledBackError extends Error {
  constructor(cause: unknown) {
    super('The database has rolled the transaction back', { cause });
    this.name = 'RolledBackError';
  }
}

/** The name that a unique index has on both engines, so that its violation can be recognised. */
export function uniqueIndexName(table: string, columns: readonly string[]): string {
  return `${table}_${columns.join('_')}_unique`;
}

/**
 * Whether a write failed because another row has the same value. With `table` and `columns` only when it
 * was that unique index (made by `createUniqueIndex`, in the same order of columns).
 */
export function isUniqueViolation(error: unknown, table?: string, columns: readonly string[] = []): boolean {
  if (error instanceof pg.DatabaseError) {
    return error.code === '23505' && (!table || error.constraint === uniqueIndexName(table, columns));
  }
  if (error instanceof SqliteDatabase.SqliteError) {
    if (error.code !== 'SQLITE_CONSTRAINT_UNIQUE' && error.code !== 'SQLITE_CONSTRAINT_PRIMARYKEY')
      return false;
    if (!table) return true;
    // SQLite says which index only in its message: the columns of a plain one, the name of one with a
    // condition or an expression.
    const said = error.message.replace(/^UNIQUE constraint failed: /, '');
    const byColumns = columns.map((column) => `${table}.${column}`).join(', ');
    return said === byColumns || said === `index '${uniqueIndexName(table, columns)}'`;
  }
  return false;
}

/** Whether a write failed because it names a row of another table that is not there. */
export function isForeignKeyViolation(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === '23503';
  return error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY';
}

/** The reply to callers while nothing can be written. */
export const DISK_FULL = 'The server has no space left. Nothing was saved; please try again later.';
const OUT_OF_REACH = 'The server can’t reach its data right now. Please try again shortly.';

/** What the system says of a disk that is broken, gone, or made read-only because of a fault on it. */
const DISK_FAULTS: ReadonlySet<string> = new Set(['EIO', 'EROFS', 'EUCLEAN', 'ENODEV', 'ENXIO', 'ESTALE']);

/**
 * What a failure of the database or of the disk is for the caller: 507 when space ran out, 503 when it is
 * busy, damaged or out of reach, 400 for text it cannot keep, undefined when it is a mistake of ours.
 */
export function storageFault(error: unknown): AppError | undefined {
  if (error instanceof DatabaseUnavailableError)
    return new AppError('unavailable', OUT_OF_REACH, { cause: error });
  if (error instanceof RolledBackError) return storageFault(error.cause);
  if (error instanceof pg.DatabaseError) return postgresFault(error);
  if (error instanceof SqliteDatabase.SqliteError) return sqliteFault(error);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new AppError('insufficient_storage', DISK_FULL, { cause: error });
  }
  if (typeof code !== 'string' || !DISK_FAULTS.has(code)) return undefined;
  return new AppError('unavailable', OUT_OF_REACH, { cause: error });
}

/**
 * Classes of SQLSTATE: connection (08), resources (53), operator intervention (57), input and
 * output (58), damaged data (XX), and lock or order conflicts. Damaged data is the operator's to
 * restore, not an error of the call.
 */
function postgresFault(error: pg.DatabaseError): AppError | undefined {
  const code = error.code ?? '';
  // PostgreSQL keeps no NUL in a text, and says so only when it is written.
  if (code === '22021' || code === '22P05') {
    return new AppError('validation_failed', 'The text has characters that can’t be saved.', {
      cause: error,
    });
  }
  if (code === '53100') return new AppError('insufficient_storage', DISK_FULL, { cause: error });
  const passing =
    ['08', '53', '57', '58'].includes(code.slice(0, 2)) ||
    ['XX001', 'XX002', '40001', '40P01', '55P03', '25006'].includes(code);
  return passing ? new AppError('unavailable', OUT_OF_REACH, { cause: error }) : undefined;
}

function sqliteFault(error: SqliteError): AppError | undefined {
  if (error.code === 'SQLITE_FULL') return new AppError('insufficient_storage', DISK_FULL, { cause: error });
  const passing = /^SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|READONLY|PROTOCOL|NOMEM|CORRUPT|NOTADB)/.test(
    error.code,
  );
  return passing ? new AppError('unavailable', OUT_OF_REACH, { cause: error }) : undefined;
}
