import { AppError } from '@atelier/domain/errors.ts';
import { loadMigrations } from '../../load-migrations.ts';
import { systemClock } from '../../platform/clock.ts';
import { type Migration, migrateLocation } from '../../platform/db/migrate.ts';
import { type Command, type CommandContext, readArguments } from '../command.ts';
import { doctorCommand } from '../doctor.ts';
import { type Manifest, readManifest, verifyParts } from './backup-folder.ts';
import { assertSqliteFree, restorePostgres, restoreSqlite } from './restore-database.ts';
import {
  assertApart,
  assertBucketReachable,
  assertFolderFree,
  assertFolderWritable,
  findBackup,
  type Restoring,
  restoreFiles,
  setAside,
} from './restore-folder.ts';

export const restoreCommand: Command = {
  name: 'restore',
  usage: '<backup>',
  summary: 'restore everything from a backup; the product must not be running',
  details: [
    'Checks every part of the backup against its manifest before it touches anything, and refuses to overwrite data.',
    'The current settings say where to: DATA_DIR, DATABASE_URL and STORAGE_URL. A backup goes back into the',
    'engine that it is of; to go on with another, restore first, then move. Files go into the store of the settings.',
    'The backup’s own settings are in its settings.env; they are not applied.',
    '',
    '  --over   restore although there is data. What is in DATA_DIR is set aside, in a folder "before-restore-…"',
    '           in it; the tables in a PostgreSQL are replaced for good, all of them or none',
  ],
  async run(args, context) {
    const { values, positionals } = readArguments(args, {
      positionals: 1,
      options: { over: { type: 'boolean' } },
    });
    const [given] = positionals;
    if (!given)
      throw new AppError('validation_failed', 'Name the backup: npm run studio -- restore <backup>');
    const backup = await findBackup(given);
    const manifest = await readManifest(backup);
    const known = await loadMigrations();
    assertFits(manifest, context, known);
    context.print(`Checking ${manifest.parts.length} parts of the backup of ${manifest.madeAt} …`);
    await verifyParts(backup, manifest);
    await assertApart(backup, manifest, context.config);
    await restore({ backup, manifest, known, isOver: values.over === true }, context);
    context.print('');
    // The doctor's findings are about this machine: everything is restored in any case.
    await doctorCommand.run([], context);
    return 0;
  },
};

function assertFits(
  { engine, migrations }: Manifest,
  { config }: CommandContext,
  known: readonly Migration[],
): void {
  if (engine !== config.database.engine) {
    throw new AppError(
      'conflict',
      engine === 'sqlite'
        ? 'This is a backup of SQLite: restore it without DATABASE_URL. "npm run studio -- move" then moves it to PostgreSQL.'
        : 'This is a backup of PostgreSQL: set DATABASE_URL to an empty PostgreSQL database.',
    );
  }
  const unknown = migrations.filter((name) => !known.some((migration) => migration.name === name));
  if (unknown.length > 0) {
    throw new AppError(
      'conflict',
      `This is a backup of a newer version of this program (${unknown.join(', ')}): install that version first.`,
    );
  }
}

async function restore(restoring: Restoring, context: CommandContext): Promise<void> {
  const { config, print } = context;
  const { manifest, known, isOver } = restoring;
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
