import { rm } from 'node:fs/promises';
import { AppError } from '@atelier/domain/errors.ts';
import {
  AS_LONG_AS_IT_TAKES_MS,
  type DatabaseLocation,
  type OpenDatabase,
  openDatabase,
} from '../../../platform/db/open.ts';
import { openStore, type StoreLocation } from '../../../platform/storage/object-store.ts';
import { findExpired, type Keep } from '../retention.ts';
import { openBucketDestination } from './bucket-destination.ts';
import { type Destination, openFolderDestination } from './destination.ts';
import { deleteEntry, listNames, readEntries, type StoredContent } from './entry.ts';
import { type BackedUp, copyEverything } from './everything.ts';
import { IncrementalBackupWriter, readSizes } from './incremental-backup.ts';
import { openScratchIn } from './scratch.ts';
import { createSealing, type SealingOrder } from './sealing.ts';

/** Everything that making a backup needs, as plain data: it is made in a thread of its own. */
export interface BackupOrder
  extends Pick<BackedUp, 'dataDir' | 'mailboxDir' | 'signingKeyFile' | 'settings'> {
  to: DestinationLocation;
  spoolDir: string;
  keep: Keep;
  /** Identifies the installation among others that back up to the same place. */
  installation: string;
  /** The moment it begins, ISO-8601. */
  madeAt: string;
  /** Undefined: nothing is encrypted. */
  sealing: SealingOrder | undefined;
  /** Names of objects that are no longer what was written: they are written again. */
  rotten: readonly string[];
  /** The last backup that was made there. Where it should be and nothing is, none is made. */
  previous: string | undefined;
  database: DatabaseLocation;
  store: StoreLocation;
}

/** A folder, or a bucket. */
export type DestinationLocation = StoreLocation;

/** What came of it. */
export interface BackupReport {
  name: string;
  /** Bytes of all its parts, and those that were not at the destination before. */
  size: number;
  copied: number;
  files: number;
  /** Names of older backups that were deleted. */
  deleted: string[];
  /** What is not as it should be although the backup was made, one sentence each. */
  warnings: string[];
}

/** @param spoolDir a folder of this machine for what is prepared for a bucket */
export function openDestination(
  to: DestinationLocation,
  installation: string,
  spoolDir: string,
): Destination {
  return to.kind === 's3'
    ? openBucketDestination(to, spoolDir, installation)
    : openFolderDestination(to.folder, installation);
}

/** Makes a backup in BACKUP_TO, then deletes those that the retention no longer keeps. */
export async function makeBackup(order: BackupOrder): Promise<BackupReport> {
  const destination = openDestination(order.to, order.installation, order.spoolDir);
  const store = openStore(order.store);
  let database: OpenDatabase | undefined;
  let plainScratch: string | undefined;
  try {
    const scratch = await destination.openScratch();
    const names = await listNames(destination);
    assertSamePlace(names, order, destination);
    const known = await listIntact(destination, order);
    const sealing = order.sealing && createSealing(order.sealing);
    plainScratch = sealing ? await openPlainScratch(order) : undefined;
    const options = { scratch, plainScratch: plainScratch ?? scratch, known, sealing };
    const writer = new IncrementalBackupWriter(destination, options);
    database = openDatabase(order.database, { maxConnections: 2, answerWithinMs: AS_LONG_AS_IT_TAKES_MS });
    const from = { ...order, database, store, withFiles: true };
    const { fileCount, ...facts } = await copyEverything(from, writer, order.madeAt);
    const written = await writer.finish(facts, order.installation);
    const warnings = describeFaulty(facts.files.faulty);
    if (order.previous && !names.includes(order.previous)) {
      warnings.push(`The last backup, ${order.previous}, is no longer ${destination.description}.`);
    }
    const deleted = await deleteExpired(destination, order, warnings);
    return { ...written, files: fileCount, deleted, warnings };
  } finally {
    await database?.close();
    await store.close();
    await destination.close();
    if (plainScratch) await rm(plainScratch, { recursive: true, force: true });
  }
}

/** A disk that isn't mounted leaves an empty folder, on the disk that has the data. */
function assertSamePlace(
  names: readonly string[],
  { previous }: BackupOrder,
  { description }: Destination,
): void {
  if (!previous || names.length > 0) return;
  throw new AppError(
    'unavailable',
    `There are no backups ${description} any more, although ${previous} was made there: mount its disk. ` +
      'If this is a new disk or bucket, give BACKUP_TO another path in it.',
  );
}

/** A folder on the disk with the data itself: what isn't encrypted yet must not lie at the destination, not even for a while. */
function openPlainScratch({ spoolDir, installation }: BackupOrder): Promise<string> {
  return openScratchIn(spoolDir, `backup-plain-${installation}`);
}

/** The objects of this installation's earlier backups that are still there in their size. */
async function listIntact(
  destination: Destination,
  { installation, rotten }: BackupOrder,
): Promise<StoredContent[]> {
  const sizes = await readSizes(destination);
  for (const name of rotten) sizes.delete(name);
  const objects = new Map<string, StoredContent>();
  for await (const each of readEntries(destination)) {
    // Another installation may be about to delete its own.
    for (const object of 'entry' in each && each.entry.installation === installation
      ? each.entry.objects
      : []) {
      if (sizes.get(object.name) === object.size) objects.set(object.name, object);
    }
  }
  return [...objects.values()];
}

function describeFaulty(keys: readonly string[]): string[] {
  return keys.map((key) => `The file ${key} is missing or damaged in the store; it is not in the backup.`);
}

/** Longer than any backup takes: what no backup consists of and is older was left by one that was interrupted. */
const ABANDONED_MS = 48 * 3600_000;

/**
 * Deletes the backups that nothing keeps, then the objects of which no backup consists any more. An entry goes before
 * its objects, so that an interrupted deletion leaves nothing that passes for a backup. While one entry can't be read,
 * no object is deleted: it may be one of its own.
 */
async function deleteExpired(
  destination: Destination,
  { keep, installation, madeAt }: BackupOrder,
  warnings: string[],
): Promise<string[]> {
  const own: { name: string; madeAt: string }[] = [];
  const faulty: string[] = [];
  for await (const each of readEntries(destination)) {
    if ('fault' in each) faulty.push(`The older backup ${each.name} can’t be restored: ${each.fault}.`);
    else if (each.entry.installation === installation)
      own.push({ name: each.name, madeAt: each.entry.madeAt });
  }
  // One dated later was made while the clock was ahead: it neither replaces this one nor is replaced until then.
  const dated = own.filter((each) => each.madeAt <= madeAt);
  const expired = findExpired(dated, keep).map(({ name }) => name);
  warnings.push(...faulty);
  const retired = new Set<string>();
  const needed = new Set<string>();
  for await (const each of readEntries(destination)) {
    if ('fault' in each) continue;
    const names = expired.includes(each.name) ? retired : needed;
    for (const { name } of each.entry.objects) names.add(name);
  }
  for (const name of expired) await deleteEntry(destination, name);
  if (faulty.length === 0) await deleteObjects(destination, { retired, needed });
  return expired;
}

async function deleteObjects(
  destination: Destination,
  { retired, needed }: { retired: ReadonlySet<string>; needed: ReadonlySet<string> },
): Promise<void> {
  const unneeded: string[] = [];
  for await (const { path, writtenAt } of destination.list('objects')) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (needed.has(name)) continue;
    if (retired.has(name) || Date.now() - writtenAt.getTime() > ABANDONED_MS) unneeded.push(path);
  }
  for (const path of unneeded) await destination.delete(path);
}
