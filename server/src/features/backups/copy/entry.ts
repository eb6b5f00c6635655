import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { AppError } from '@atelier/domain/errors.ts';
import { z } from 'zod';
import { writeSynced } from '../../../platform/durable-file.ts';
import type { Destination } from './destination.ts';
import { parseJson, sha256Of, sha256Schema } from './manifest.ts';

const OBJECT_NAME = /^[0-9a-f]{64}$/;
const ENTRY_PATH = /^backups\/(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z-[0-9a-f]{8})\.json$/;

const entrySchema = z.strictObject({
  kind: z.literal('atelier-backup-entry'),
  /** The version of the entry's format. */
  version: z.literal(1),
  /** ISO-8601, UTC: contains every write acknowledged until then. */
  madeAt: z.iso.datetime(),
  /** The installation that made it: retention leaves those of others alone. */
  installation: z.string(),
  product: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** The public keys that each object is encrypted to, in the age format; without them nothing is encrypted. */
  encryptedTo: z.array(z.string().max(100)).min(1).optional(),
  /** The object that is the manifest. */
  manifest: z.string().regex(OBJECT_NAME),
  /** Everything that it consists of, as stored: bytes, and their hash in hexadecimal. */
  objects: z.array(
    z.strictObject({ name: z.string().regex(OBJECT_NAME), size: z.int().min(0), sha256: sha256Schema }),
  ),
});

/** A backup in BACKUP_TO: the list of the objects that it consists of. It is written last. */
export type Entry = z.infer<typeof entrySchema>;
export type StoredContent = Entry['objects'][number];

export interface NamedEntry {
  name: string;
  entry: Entry;
}

/** An entry with its name, or why it can't be read. */
export type FoundEntry = NamedEntry | { name: string; fault: string };

export function objectPath(name: string): string {
  return `objects/${name.slice(0, 2)}/${name}`;
}

const entryPath = (name: string) => `backups/${name}.json`;

/** Every backup, the oldest first; one at a time, because each lists all its objects. */
export async function* readEntries(destination: Destination): AsyncGenerator<FoundEntry> {
  for (const name of await listNames(destination)) yield await readEntry(destination, name);
}

/** The names of all backups, the oldest first. */
export async function listNames(destination: Destination): Promise<string[]> {
  const names: string[] = [];
  for await (const { path } of destination.list('backups')) {
    const name = ENTRY_PATH.exec(path)?.[1];
    if (name) names.push(name);
  }
  return names.sort();
}

async function readEntry(destination: Destination, name: string): Promise<FoundEntry> {
  const content = await text(await destination.read(entryPath(name)));
  const [json = '', sum] = content.split('\n');
  if (sum !== sha256Of(json)) return { name, fault: 'its entry was cut off or changed after it was written' };
  const parsed = entrySchema.safeParse(parseJson(json));
  if (!parsed.success) return { name, fault: 'its entry is not one that this version can read' };
  return { name, entry: parsed.data };
}

/** Makes a backup of what has been stored: from here on it is one. @returns its name */
export async function writeEntry(destination: Destination, scratch: string, entry: Entry): Promise<string> {
  // Two backups of one second are two, in their order.
  const milliseconds = new Date(entry.madeAt).getUTCMilliseconds().toString(16).padStart(3, '0');
  const id = milliseconds + randomBytes(3).toString('hex').slice(1);
  const name = `${entry.madeAt.slice(0, 19).replaceAll(':', '-')}Z-${id}`;
  const json = JSON.stringify(entry);
  const path = join(scratch, 'entry');
  const content = await writeSynced(path, [Buffer.from(`${json}\n${sha256Of(json)}\n`)]);
  await destination.flush();
  await destination.put(entryPath(name), { path, ...content });
  await destination.flush();
  return name;
}

export async function deleteEntry(destination: Destination, name: string): Promise<void> {
  await destination.delete(entryPath(name));
  await destination.flush();
}

/** The newest whose date isn't still to come: the clock was ahead when one of those was made. */
function newestOf(names: readonly string[]): string | undefined {
  const soon = new Date(Date.now() + CLOCKS_APART_MS).toISOString().slice(0, 19).replaceAll(':', '-');
  return names.findLast((name) => name <= soon) ?? names.at(-1);
}

/** How far the clocks of two machines may differ. */
const CLOCKS_APART_MS = 3600_000;

/** The backup of that name, else the newest. @throws not_found, validation_failed for a damaged one */
export async function findEntry(destination: Destination, name: string | undefined): Promise<NamedEntry> {
  const names = await listNames(destination);
  const wantedName = name === undefined ? newestOf(names) : names.find((each) => each === name);
  const found = wantedName && (await readEntry(destination, wantedName));
  if (!found) {
    const wanted = name === undefined ? 'no backup' : `no backup ${name}`;
    throw new AppError('not_found', `There is ${wanted} ${destination.description}.`);
  }
  if ('fault' in found) {
    throw new AppError('validation_failed', `The backup ${found.name} is damaged: ${found.fault}.`);
  }
  return found;
}
