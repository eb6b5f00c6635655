import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError } from '@atelier/domain/errors.ts';
import { backedUpFolders } from '../../backup-settings.ts';
import { copyEverything } from '../../features/backups/copy/everything.ts';
import { FolderBackupWriter, MANIFEST } from '../../features/backups/copy/folder-backup.ts';
import type { Manifest } from '../../features/backups/copy/manifest.ts';
import { systemClock } from '../../platform/clock.ts';
import { AS_LONG_AS_IT_TAKES_MS } from '../../platform/db/open.ts';
import { openStore } from '../../platform/storage/object-store.ts';
import { STUDIO_COMMAND } from '../../platform/version.ts';
import { type Command, type CommandContext, openCurrentDatabase, readArguments } from '../command.ts';
import { backUpNow } from './back-up-now.ts';

const DEFAULT_FOLDER = 'backups';
/** The names of older backups begin with the product's. */
const NAME = /^(?:atelier|backup)-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;

export const backupCommand: Command = {
  name: 'backup',
  usage: '[folder]',
  summary: 'copy everything needed for a restore, while the product runs',
  details: [
    'Where BACKUP_TO is set and without [folder], it backs up there now, as the product does by itself every night:',
    'encrypted if BACKUP_ENCRYPT_TO is set, and with older backups deleted by BACKUP_KEEP.',
    '',
    `Otherwise it makes a folder with the date in [folder] (default: ./${DEFAULT_FOLDER}): the database as it is at one moment,`,
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
    const [folder] = positionals;
    if (folder === undefined && context.config.backups) {
      if (keep !== undefined || values['with-bucket']) throw needsFolder();
      return backUpNow(context);
    }
    const parent = resolve(folder ?? DEFAULT_FOLDER);
    const withFiles = context.config.store.kind === 'folder' || values['with-bucket'] === true;
    await writeBackup(context, parent, withFiles);
    for (const name of keep === undefined ? [] : await deleteOlder(parent, keep)) {
      context.print(`Deleted the older ${name}.`);
    }
    return 0;
  },
};

function needsFolder(): AppError {
  return new AppError(
    'validation_failed',
    `--keep and --with-bucket are for a backup in a folder of its own: ${STUDIO_COMMAND} backup <folder>`,
  );
}

function parseKeep(text: unknown): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new AppError('validation_failed', '--keep needs a number of backups: --keep 14');
}

async function writeBackup(
  { config, print }: CommandContext,
  parent: string,
  withFiles: boolean,
): Promise<void> {
  const database = await openCurrentDatabase(config, { answerWithinMs: AS_LONG_AS_IT_TAKES_MS });
  const store = openStore(config.store);
  try {
    const madeAt = systemClock.now().toISOString();
    const name = `backup-${madeAt.slice(0, 19).replaceAll(':', '-')}Z`;
    const writer = await FolderBackupWriter.begin(parent, name);
    try {
      const from = { ...backedUpFolders(config), database, store, withFiles };
      const { fileCount, ...facts } = await copyEverything(from, writer, madeAt);
      const { folder, size } = await writer.finish(facts);
      for (const line of describe({ folder, size, fileCount, facts })) print(line);
    } catch (error) {
      await writer.abandon();
      throw error;
    }
  } finally {
    await store.close();
    await database.close();
  }
}

interface Written {
  folder: string;
  size: number;
  fileCount: number;
  facts: Pick<Manifest, 'engine' | 'tables' | 'files'>;
}

function describe({ folder, size, fileCount, facts }: Written): string[] {
  const { files } = facts;
  const rows = Object.values(facts.tables).reduce((sum, count) => sum + count, 0);
  return [
    `Backup in ${folder}: ${rows} rows (${facts.engine}), ${files.included ? fileCount : 0} files, ` +
      `${(size / 1024 ** 2).toFixed(1)} MB.`,
    ...(files.included
      ? []
      : [
          `The ${fileCount} files are ${files.store} and not in it: keep its versions on, or use --with-bucket.`,
        ]),
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
