import { type ParseArgsConfig, parseArgs } from 'node:util';
import { AppError } from '@atelier/domain/errors.ts';
import type { Config } from '../config.ts';
import { loadMigrations } from '../load-migrations.ts';
import { findMissingMigrations } from '../platform/db/migrate.ts';
import { type OpenDatabase, type OpenOptions, openDatabase } from '../platform/db/open.ts';
import { STUDIO_COMMAND } from '../platform/version.ts';

/** One command of `npm run studio -- <name> …`. */
export interface Command {
  name: string;
  /** What comes after the name, `<email>`; empty for nothing. */
  usage: string;
  /** One line for the list of commands. */
  summary: string;
  /** Additional lines for `--help`. */
  details?: readonly string[];
  /** @returns the process's exit code. An expected fault is thrown as an Error with a readable sentence. */
  run(args: readonly string[], context: CommandContext): Promise<number>;
}

export interface CommandContext {
  config: Config;
  print(line: string): void;
}

/** Opens the configured database. @throws conflict if it lacks migrations */
export async function openCurrentDatabase(
  { database: location }: Config,
  options?: OpenOptions,
): Promise<OpenDatabase> {
  const database = openDatabase(location, options);
  try {
    if ((await findMissingMigrations(database.db, await loadMigrations())).length > 0) {
      throw new AppError('conflict', `The database isn’t up to date: ${STUDIO_COMMAND} migrate`);
    }
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

type Options = NonNullable<ParseArgsConfig['options']>;

/** Parses a command's arguments. @throws validation_failed for unknown ones */
export function readArguments<const O extends Options>(
  args: readonly string[],
  { positionals, options }: { positionals: number; options: O },
) {
  try {
    const read = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    if (read.positionals.length > positionals) throw new TypeError(`Too much: ${read.positionals.join(' ')}`);
    return read;
  } catch (error) {
    if (error instanceof TypeError) throw new AppError('validation_failed', error.message, { cause: error });
    throw error;
  }
}
