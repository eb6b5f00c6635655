import { realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError } from '@atelier/domain/errors.ts';
import type { Config } from '../../config.ts';
import type { BackupSource } from '../../features/backups/copy/backup-source.ts';
import type { Destination } from '../../features/backups/copy/destination.ts';
import { readEntries } from '../../features/backups/copy/entry.ts';
import { openFolderBackup } from '../../features/backups/copy/folder-backup.ts';
import { openStoredBackup } from '../../features/backups/copy/incremental-backup.ts';
import { type DestinationLocation, openDestination } from '../../features/backups/copy/make-backup.ts';
import { readIdentities } from '../../features/backups/copy/sealing.ts';
import { ifExists } from '../../platform/durable-file.ts';
import { type Command, readArguments } from '../command.ts';

/** Readers have no files of their own at a destination. */
export const READER = 'reader';

/**
 * Opens the backup that a person names: a folder with a manifest, or one of a place of backups.
 * @param identityFile with the private key of an encrypted one
 * @param name of a backup of that place; undefined for the newest
 * @throws not_found, validation_failed
 */
export async function openBackup(
  given: string | undefined,
  name: string | undefined,
  { config, identityFile }: { config: Config; identityFile: string | undefined },
): Promise<BackupSource> {
  const to = await findPlace(given, config);
  if (!to) return openFolderBackup(await findFolder(given ?? ''));
  const identities = identityFile === undefined ? undefined : await readIdentities(identityFile);
  return openStoredBackup(openDestination(to, READER, config.spoolDir), name, identities);
}

/** The place of backups that is meant; undefined for the folder of a single backup. */
export async function findPlace(
  given: string | undefined,
  { backups }: Config,
): Promise<DestinationLocation | undefined> {
  if (given === undefined) {
    if (backups) return backups.to;
    throw new AppError('validation_failed', 'Name the backup, or set BACKUP_TO.');
  }
  const folder = await findFolder(given);
  const isPlace = (await ifExists(stat(join(folder, 'backups'))))?.isDirectory();
  return isPlace ? { kind: 'folder', folder } : undefined;
}

/** The real path, with links resolved. @throws not_found */
async function findFolder(given: string): Promise<string> {
  const path = await ifExists(realpath(given));
  if (path === undefined) throw new AppError('not_found', `There is no backup at ${resolve(given)}.`);
  return path;
}

export const backupsCommand: Command = {
  name: 'backups',
  usage: '[place]',
  summary: 'list the backups of BACKUP_TO, or of another place',
  async run(args, { config, print }) {
    const { positionals } = readArguments(args, { positionals: 1, options: {} });
    const to = await findPlace(positionals[0], config);
    if (!to) throw new AppError('not_found', 'That folder is no place of backups like BACKUP_TO.');
    const destination = openDestination(to, READER, config.spoolDir);
    try {
      return await list(destination, print);
    } finally {
      await destination.close();
    }
  },
};

/** @returns the exit code: 1 if a backup is damaged, or there is none */
async function list(destination: Destination, print: (line: string) => void): Promise<number> {
  let [whole, damaged] = [0, 0];
  for await (const each of readEntries(destination)) {
    if ('fault' in each) {
      print(`DAMAGED ${each.name}: ${each.fault}`);
      damaged += 1;
      continue;
    }
    const { engine, objects, product, encryptedTo } = each.entry;
    const size = objects.reduce((sum, object) => sum + object.size, 0);
    print(
      `${each.name}  ${engine}  ${(size / 1024 ** 2).toFixed(1)} MB  Atelier ${product}${encryptedTo ? '  encrypted' : ''}`,
    );
    whole += 1;
  }
  print(`${whole} backups ${destination.description}.`);
  return damaged > 0 || whole === 0 ? 1 : 0;
}
