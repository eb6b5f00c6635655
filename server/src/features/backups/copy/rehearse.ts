import { createHash } from 'node:crypto';
import { AppError } from '@atelier/domain/errors.ts';
import type { Migration } from '../../../platform/db/migrate.ts';
import { MissingObjectError } from '../../../platform/storage/object-store.ts';
import { assertKnownVersion, type BackupSource, verifyParts } from './backup-source.ts';
import type { Destination } from './destination.ts';
import { type Entry, type NamedEntry, objectPath, readEntries, type StoredContent } from './entry.ts';
import { openStoredBackup } from './incremental-backup.ts';
import { type DestinationLocation, openDestination } from './make-backup.ts';
import { rehearseDatabase, type TrialPlace } from './rehearse-database.ts';
import { readIdentities } from './sealing.ts';

/** Everything that trying out a backup needs, as plain data. */
export interface RehearsalOrder extends TrialPlace {
  to: DestinationLocation;
  /** Of another backup than the newest of this installation. */
  name: string | undefined;
  /** The file with the private key of an encrypted one. Without it, nothing of that can be restored here. */
  identityFile: string | undefined;
  /** Which quarter of the objects that only older backups have is read, too: any whole number. */
  quarter: number;
}

/** What came of it. */
export interface RehearsalReport {
  name: string;
  /** Bytes that were read. */
  size: number;
  files: number;
  /** What was done with the database, a sentence. */
  done: string;
  /** Objects that are not what was written, or not there. */
  rotten: string[];
  /** What is wrong, one sentence each. */
  faults: string[];
}

/**
 * Tries out a backup: reads every object of it and compares it with what was written, restores the database into a
 * temporary place, and compares that with the manifest. Of what only older backups consist of, it reads a quarter.
 * @param known the migrations of this program
 * @throws AppError if there is nothing to try out, or no room for it
 */
export async function rehearse(order: RehearsalOrder, known: readonly Migration[]): Promise<RehearsalReport> {
  const destination = openDestination(order.to, 'reader', order.spoolDir);
  try {
    const found = await survey(destination, order);
    const { name, entry } = found.tried;
    const { rotten, size } = await findRotten(destination, found, order.quarter);
    const faults = [...found.faults];
    const ownRotten = entry.objects.filter((object) => rotten.includes(object.name)).length;
    if (ownRotten > 0) {
      faults.push(`${ownRotten} of the ${entry.objects.length} objects of ${name} are not what was written.`);
    }
    const rest = rotten.length - ownRotten;
    if (rest > 0) faults.push(`${rest} objects of older backups are not what was written.`);
    const tried =
      ownRotten > 0
        ? { files: 0, done: 'Nothing was restored.' }
        : await restoreApart(destination, found.tried, order, known);
    return { name, size, ...tried, rotten, faults };
  } finally {
    await destination.close();
  }
}

interface Survey {
  tried: NamedEntry;
  /** Every object of this installation's backups, as it was written last. */
  stored: Map<string, StoredContent>;
  /** Backups that can't be restored, a sentence each. */
  faults: string[];
}

async function survey(
  destination: Destination,
  { installation, name: wanted }: RehearsalOrder,
): Promise<Survey> {
  const stored = new Map<string, StoredContent>();
  const faults: string[] = [];
  let tried: NamedEntry | undefined;
  for await (const each of readEntries(destination)) {
    if ('fault' in each) {
      faults.push(`The backup ${each.name} can’t be restored: ${each.fault}.`);
    } else if (wanted === undefined ? each.entry.installation === installation : each.name === wanted) {
      tried = each;
    }
    if ('entry' in each && each.entry.installation === installation) {
      for (const object of each.entry.objects) stored.set(object.name, object);
    }
  }
  if (!tried) {
    throw new AppError(
      'not_found',
      `There is ${wanted ? `no backup ${wanted}` : 'no backup'} ${destination.description} to try out. ${faults.join(' ')}`.trim(),
    );
  }
  // An object that was written again counts as it is now.
  for (const object of tried.entry.objects) if (!stored.has(object.name)) stored.set(object.name, object);
  return { tried, stored, faults };
}

const QUARTERS = 4;

/** Reads objects and compares them with what was written. */
async function findRotten(
  destination: Destination,
  { tried, stored }: Survey,
  quarter: number,
): Promise<{ rotten: string[]; size: number }> {
  const own = new Set(tried.entry.objects.map(({ name }) => name));
  const rotten: string[] = [];
  let size = 0;
  for (const object of stored.values()) {
    const isDue =
      own.has(object.name) || Number.parseInt(object.name.slice(0, 2), 16) % QUARTERS === quarter % QUARTERS;
    if (!isDue) continue;
    if (await isAsWritten(destination, object)) size += object.size;
    else rotten.push(object.name);
  }
  return { rotten, size };
}

async function isAsWritten(
  destination: Destination,
  { name, size, sha256 }: StoredContent,
): Promise<boolean> {
  const hash = createHash('sha256');
  let seen = 0;
  try {
    for await (const piece of (await destination.read(objectPath(name))) as AsyncIterable<Buffer>) {
      hash.update(piece);
      seen += piece.length;
    }
  } catch (error) {
    if (error instanceof MissingObjectError) return false;
    // A part of the disk that can't be read holds nothing any more.
    if (error instanceof Error && 'code' in error && error.code === 'EIO') return false;
    throw error;
  }
  return seen === size && hash.digest('hex') === sha256;
}

/** Restores into a temporary place, and compares. */
async function restoreApart(
  destination: Destination,
  { name, entry }: NamedEntry,
  order: RehearsalOrder,
  known: readonly Migration[],
): Promise<{ files: number; done: string }> {
  if (entry.encryptedTo && order.identityFile === undefined) {
    return {
      files: 0,
      done: 'It is encrypted: everything in it is as it was written, but only the private key can restore it.',
    };
  }
  const identities = order.identityFile === undefined ? undefined : await readIdentities(order.identityFile);
  const backup = await openStoredBackup(destination, name, entry.encryptedTo ? identities : undefined);
  assertKnownVersion(backup.manifest, known);
  await verifyContents(backup, entry);
  const done = await rehearseDatabase(backup, order);
  return { files: backup.manifest.parts.filter(({ path }) => path.startsWith('files/')).length, done };
}

/** What isn't encrypted is compared already: an object is its part. */
async function verifyContents(backup: BackupSource, { objects, encryptedTo }: Entry): Promise<void> {
  if (encryptedTo) return verifyParts(backup);
  const compared = new Map(objects.map((object) => [object.name, object.size]));
  const lacking = backup.manifest.parts.filter(({ sha256, size }) => compared.get(sha256) !== size);
  if (lacking.length === 0) return;
  throw new AppError(
    'validation_failed',
    `Its entry doesn’t list ${lacking.length} parts, such as ${lacking[0]?.path}.`,
  );
}
