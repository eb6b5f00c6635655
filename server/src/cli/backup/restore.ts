import { AppError } from '@atelier/domain/errors.ts';
import {
  assertKnownVersion,
  type BackupSource,
  verifyParts,
} from '../../features/backups/copy/backup-source.ts';
import { loadMigrations } from '../../load-migrations.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Engine } from '../../platform/db/database.ts';
import { migrateLocation } from '../../platform/db/migrate.ts';
import { type Command, type CommandContext, readArguments } from '../command.ts';
import { doctorCommand } from '../doctor.ts';
import { openBackup } from './find-backup.ts';
import { assertSqliteFree, restorePostgres, restoreSqlite } from './restore-database.ts';
import {
  assertApart,
  assertBucketReachable,
  assertFolderFree,
  assertFolderWritable,
  type Restoring,
  restoreFiles,
  setAside,
} from './restore-folder.ts';

export const restoreCommand: Command = {
  name: 'restore',
  usage: '[backup]',
  summary: 'restore everything from a backup; the product must not be running',
  details: [
    '[backup] is a folder that "studio backup" made, or a place of backups like BACKUP_TO, whose newest is restored;',
    'without it, BACKUP_TO is that place. "studio backups" lists its backups.',
    'Checks every part of the backup against its manifest before it touches anything, and refuses to overwrite data.',
    'The current settings say where to: DATA_DIR, DATABASE_URL and STORAGE_URL. A backup goes back into the',
    'engine that it is of; to go on with another, restore first, then move. Files go into the store of the settings.',
    'The backup’s own settings are in its settings.env; they are not applied.',
    '',
    '  --backup <name>   another backup of that place than the newest',
    '  --identity <file> the file that age-keygen made, for a backup that is encrypted',
    '  --over   restore although there is data. What is in DATA_DIR is set aside, in a folder "before-restore-…"',
    '           in it; the tables in a PostgreSQL are replaced for good, all of them or none',
  ],
  async run(args, context) {
    const { values, positionals } = readArguments(args, {
      positionals: 1,
      options: { over: { type: 'boolean' }, backup: { type: 'string' }, identity: { type: 'string' } },
    });
    const backup = await openBackup(positionals[0], values.backup, {
      config: context.config,
      identityFile: values.identity,
    });
    try {
      await restoreFrom(backup, context, values.over === true);
    } finally {
      await backup.close();
    }
    context.print('');
    // The doctor's findings are about this machine: everything is restored in any case.
    await doctorCommand.run([], context);
    return 0;
  },
};

async function restoreFrom(backup: BackupSource, context: CommandContext, isOver: boolean): Promise<void> {
  const { manifest } = backup;
  const known = await loadMigrations();
  assertEngine(manifest.engine, context.config.database.engine);
  assertKnownVersion(manifest, known);
  context.print(`Checking ${manifest.parts.length} parts of the backup of ${manifest.madeAt} …`);
  await verifyParts(backup);
  await assertApart(backup, context.config);
  await restore({ backup, known, isOver }, context);
}

function assertEngine(ofBackup: Engine, ofSettings: Engine): void {
  if (ofBackup === ofSettings) return;
  throw new AppError(
    'conflict',
    ofBackup === 'sqlite'
      ? 'This is a backup of SQLite: restore it without DATABASE_URL. "npm run studio -- move" then moves it to PostgreSQL.'
      : 'This is a backup of PostgreSQL: set DATABASE_URL to an empty PostgreSQL database.',
  );
}

async function restore(restoring: Restoring, context: CommandContext): Promise<void> {
  const { config, print } = context;
  const { known, isOver } = restoring;
  const { manifest } = restoring.backup;
  const isSqlite = config.database.engine === 'sqlite';
  if (isSqlite) assertSqliteFree(config);
  if (!isOver) await assertFolderFree(config);
  await assertBucketReachable(config);
  await assertFolderWritable(config);
  // The only step that can be undone comes first; SQLite's file comes last, when every file that it names exists.
  let rows = isSqlite ? 0 : await restorePostgres(restoring, config);
  const aside = await setAside(config);
  if (aside) print(`What was in ${config.dataDir} is now in ${aside}.`);
  const files = await restoreFiles(restoring, config);
  if (isSqlite) rows = await restoreSqlite(restoring, config);
  await migrateLocation(config.database, known, systemClock);
  print(`Restored ${rows} rows and ${files} files, as of ${manifest.madeAt}.`);
  if (!manifest.files.included) print(`Files were ${manifest.files.store} and are not in the backup.`);
  for (const key of manifest.files.faulty) print(`WARNING: the backup is without the file ${key}.`);
  if (manifest.parts.some(({ path }) => path === 'signing-keys.json')) {
    print(
      `Your own signing keys are in ${config.dataDir}/signing-keys.json: AUTH_SIGNING_KEYS says where they belong.`,
    );
  }
}
