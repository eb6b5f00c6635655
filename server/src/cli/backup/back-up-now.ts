import { AppError } from '@atelier/domain/errors.ts';
import { BACKUP_JOB } from '../../features/backups/backups.feature.ts';
import type { BackupResult } from '../../features/backups/backups.service.ts';
import type { OpenDatabase } from '../../platform/db/open.ts';
import { type CommandContext, openCurrentDatabase } from '../command.ts';
import { openBackups } from './open-backups.ts';

/**
 * Backs up to BACKUP_TO as the product does by itself, under the lease of its job: never two at once. It counts as that day's, and what
 * it says is noted for Health.
 * @returns the exit code
 * @throws conflict while a backup is made or tried out
 */
export async function backUpNow(context: CommandContext): Promise<number> {
  const database = await openCurrentDatabase(context.config);
  try {
    return await backUp(context, database);
  } finally {
    await database.close();
  }
}

async function backUp(context: CommandContext, database: OpenDatabase): Promise<number> {
  const { print } = context;
  const { service, settings, jobs } = await openBackups(context, database);
  if (!settings) throw new TypeError('BACKUP_TO is set');
  let result: BackupResult | undefined;
  jobs.add({
    name: BACKUP_JOB,
    everySeconds: 0,
    isLong: true,
    run: async (stopping) => {
      result = await service.backUpNow(settings, stopping);
    },
  });
  print(`Making a backup ${settings.destination} …`);
  const isOurs = await jobs.runNow(BACKUP_JOB);
  await jobs.stop();
  if (!isOurs) {
    throw new AppError(
      'conflict',
      'A backup is being made or tried out at this moment. If its process was killed, try again in 15 minutes.',
    );
  }
  for (const line of describe(result)) print(line);
  return result?.outcome === 'done' ? 0 : 1;
}

function describe(result: BackupResult | undefined): string[] {
  if (result?.outcome !== 'done')
    return [`WRONG ${result?.problem ?? 'It was broken off: look into Health.'}`];
  const { backup_name: name, size, copied, files, problem } = result;
  const megabytes = (bytes: number | null | undefined) => `${((bytes ?? 0) / 1024 ** 2).toFixed(1)} MB`;
  return [
    `Backup ${name}: ${files} files, ${megabytes(size)}, of which ${megabytes(copied)} had to be copied.`,
    ...(problem ? [`WARNING: ${problem}`] : []),
  ];
}
