import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError } from '@atelier/domain/errors.ts';
import type { Config } from '../../config.ts';
import { systemClock } from '../../platform/clock.ts';
import { AS_LONG_AS_IT_TAKES_MS, type OpenDatabase } from '../../platform/db/open.ts';
import { ifExists, isFileFault, readPieces } from '../../platform/durable-file.ts';
import { SECRET_FILE } from '../../platform/server-secret.ts';
import { openStore } from '../../platform/storage/object-store.ts';
import { listKeptFiles, type StoredFileRow } from '../../platform/storage/stored-files.repository.ts';
import { type Command, type CommandContext, openCurrentDatabase, readArguments } from '../command.ts';
import { BackupWriter, MANIFEST, type Manifest } from './backup-folder.ts';
import { copyFiles, type DatabaseFacts, filePart, writeDatabasePart } from './backup-parts.ts';

const DEFAULT_FOLDER = 'backups';
const NAME = /^atelier-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;

export const backupCommand: Command = {
  name: 'backup',
  usage: '[folder]',
  summary: 'copy everything needed for a restore, while the product runs',
  details: [
    `Makes a folder with the date below [folder] (default: ./${DEFAULT_FOLDER}): the database as it is at one moment,`,
    'the files that belong to it, the mailbox, the keys and the settings, and a manifest with the hash of each.',
    'The product can keep running. The folder gets its name once it is complete and on disk; what has another',
    'name was interrupted and can be deleted. Anyone with a backup can read everything: protect it like the data.',
    '',
    '  --keep <count>   afterwards delete the older backups in there, so that this many are left',
    '  --with-bucket    copy the files out of the bucket of STORAGE_URL, too; without it they are the',
    "                   business of the bucket's own versions",
  ],
  async run(args, context) {
    const { values, positionals } = readArguments(args, {
      positionals: 1,
      options: { keep: { type: 'string' }, 'with-bucket': { type: 'boolean' } },
    });
    const keep = parseKeep(values.keep);
    const parent = resolve(positionals[0] ?? DEFAULT_FOLDER);
    const withFiles = context.config.store.kind === 'folder' || values['with-bucket'] === true;
    await writeBackup(context, parent, withFiles);
    for (const name of keep === undefined ? [] : await deleteOlder(parent, keep)) {
      context.print(`Deleted the older ${name}.`);
    }
    return 0;
  },
};

function parseKeep(text: unknown): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new AppError('validation_failed', '--keep needs a number of backups: --keep 14');
}

async function writeBackup(context: CommandContext, parent: string, withFiles: boolean): Promise<void> {
  const { config, print } = context;
  const database = await openCurrentDatabase(config, { answerWithinMs: AS_LONG_AS_IT_TAKES_MS });
  const store = openStore(config.store);
  try {
    const madeAt = systemClock.now().toISOString();
    const writer = await BackupWriter.begin(parent, `atelier-${madeAt.slice(0, 19).replaceAll(':', '-')}Z`);
    try {
      const copy = withFiles
        ? (files: readonly StoredFileRow[]) => copyFiles(store, writer, files)
        : async () => [];
      const { kept, faulty, ...facts } = await copyData(database, writer, copy);
      await addFolderParts(context, writer);
      const files = { store: store.description, included: withFiles, faulty };
      const product = await readProductVersion();
      const { folder, size } = await writer.finish({ madeAt, product, ...facts, files });
      for (const line of describe({ folder, size, kept: kept.length, files, facts })) print(line);
    } catch (error) {
      await writer.abandon();
      throw error;
    }
  } finally {
    await store.close();
    await database.close();
  }
}

/**
 * The database with exactly the files that it names. Files never change, so most are copied first; those that
 * were added until the database was copied follow it. A file deleted in between isn't needed by a database copied
 * after its deletion.
 */
async function copyData(
  database: OpenDatabase,
  writer: BackupWriter,
  copy: (files: readonly StoredFileRow[]) => Promise<string[]>,
): Promise<DatabaseFacts & { faulty: string[] }> {
  const before = await listKeptFiles(database.db);
  await copy(before);
  let facts = await writeDatabasePart(database, writer);
  let faulty = await copy(facts.kept);
  if (faulty.length > 0) {
    facts = await writeDatabasePart(database, writer);
    faulty = await copy(facts.kept);
  }
  const named = new Set(facts.kept.map(({ key }) => key));
  for (const { key } of before) if (!named.has(key)) await writer.remove(filePart(key));
  return { ...facts, faulty };
}

/** The rest of the data folder, and the settings. */
async function addFolderParts({ config, settings }: CommandContext, writer: BackupWriter): Promise<void> {
  await addIfThere(writer, 'server.secret', join(config.dataDir, SECRET_FILE));
  if (config.auth.signingKeyFile) await addIfThere(writer, 'signing-keys.json', config.auth.signingKeyFile);
  for (const name of await listMailbox(config)) {
    await addIfThere(writer, `mailbox/${name}`, join(config.mailboxDir, name));
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
  await writer.add('settings.env', [Buffer.from(lines.join(''))]);
}

async function listMailbox({ mailboxDir }: Config): Promise<string[]> {
  const names = (await ifExists(readdir(mailboxDir))) ?? [];
  return names.filter((name) => /^[0-9a-f-]{36}\.(eml|json)$/.test(name));
}

async function addIfThere(writer: BackupWriter, path: string, from: string): Promise<void> {
  try {
    await writer.add(path, readPieces(from));
  } catch (error) {
    if (!isFileFault(error, 'ENOENT')) throw error;
    await writer.remove(path);
  }
}

async function readProductVersion(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

interface Written {
  folder: string;
  size: number;
  kept: number;
  files: Manifest['files'];
  facts: Pick<Manifest, 'engine' | 'tables'>;
}

function describe({ folder, size, kept, files, facts }: Written): string[] {
  const rows = Object.values(facts.tables).reduce((sum, count) => sum + count, 0);
  return [
    `Backup in ${folder}: ${rows} rows (${facts.engine}), ${files.included ? kept : 0} files, ` +
      `${(size / 1024 ** 2).toFixed(1)} MB.`,
    ...(files.included
      ? []
      : [`The ${kept} files are ${files.store} and not in it: keep its versions on, or use --with-bucket.`]),
    ...files.faulty.map(
      (key) => `WARNING: the file ${key} is missing or damaged in the store; it is not in the backup.`,
    ),
    'Copy it to another machine: a backup on the same disk is lost with it.',
  ];
}

/** @returns the names of those that were deleted */
async function deleteOlder(parent: string, keep: number): Promise<string[]> {
  const names = (await readdir(parent)).filter((name) => NAME.test(name)).sort();
  const older = names.slice(0, -keep);
  for (const name of older) {
    // The manifest goes first: an interrupted deletion leaves no folder that passes for a backup.
    await rm(join(parent, name, MANIFEST), { force: true });
    await rm(join(parent, name), { recursive: true, force: true });
  }
  return older;
}
