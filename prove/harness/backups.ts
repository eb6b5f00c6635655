import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listTables } from '../../server/src/platform/db/copy-rows.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { type Ended, startNode } from '../../server/test/harness/child.ts';
import type { Installation } from '../../server/test/harness/installation.ts';
import { findDamage, findTorn, readKept, withDatabase } from './kept.ts';
import type { Ledger } from './ledger.ts';
import { findHalfKept } from './leftovers.ts';

/** Runs `studio …` in a process of its own. */
export function runStudio(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  return startNode(['server/src/cli/studio.ts', ...args], env).ended;
}

/** What is wrong with what was restored, in words: lost, doubled, torn, damaged, or a file with other bytes. */
export async function findFaultsIn({ location, dataDir }: Installation, ledger: Ledger): Promise<string[]> {
  const inDatabase = await withDatabase(location, async (db) => {
    const kept = await readKept(db);
    const files = await db.selectFrom('stored_files').selectAll().where('drop_at', 'is', null).execute();
    const changed = files.filter(
      ({ key, sha256 }) => hashOf(join(dataDir, 'files', key.slice(-2), key)) !== sha256,
    );
    return [
      ...ledger.findLost(kept).map((text) => `lost: ${text}`),
      ...ledger.findDoubled(kept).map((text) => `doubled: ${text}`),
      ...(await findTorn(db)).map((text) => `torn: ${text}`),
      ...(await findDamage(db, location)).map((text) => `damaged: ${text}`),
      ...changed.map(({ key }) => `other bytes: ${key}`),
    ];
  });
  return [...inDatabase, ...(await findHalfKept(location, dataDir))];
}

function hashOf(path: string): string {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    return 'missing';
  }
}

/** What a refused restore has left, in words. */
export async function findTouched({ location, dataDir }: Installation): Promise<string[]> {
  const names = readdirSync(dataDir);
  if (location.engine === 'sqlite' || names.length > 0) return names;
  return withDatabase(location, async (db) => (await listTables(db)).map(({ name }) => `table ${name}`));
}

/** Every file below a folder, in order. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .sort();
}

interface Damage {
  what: string;
  path: string;
  /** What the file holds then; undefined: it is gone. */
  bytes: Buffer | undefined;
}

/**
 * Ways to damage a file of a backup, one at a time: changed in one bit at so many places, cut off at as many lengths, lost, and with the
 * content of another.
 */
function* damagesOf(path: string, other: string, places: number): Generator<Damage> {
  const whole = readFileSync(path);
  for (let n = 0; n < places; n++) {
    // The first byte, the last, and places between them.
    const at = Math.round((n / Math.max(1, places - 1)) * (whole.length - 1));
    const bytes = Buffer.from(whole);
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (n % 7)), at);
    yield { what: `bit of byte ${at} of ${whole.length} changed`, path, bytes };
  }
  for (let n = 0; n < places; n++) {
    // A line's end is nothing that is missed.
    const length = Math.round((n / places) * Math.max(0, whole.length - 2));
    yield { what: `cut off after ${length} of ${whole.length}`, path, bytes: whole.subarray(0, length) };
  }
  yield { what: 'lost', path, bytes: undefined };
  const exchanged = readFileSync(other);
  if (!exchanged.equals(whole)) yield { what: 'with the content of another file', path, bytes: exchanged };
}

/** Has a file damaged while `work` runs. */
export async function whileDamaged<Result>(
  { path, bytes }: Damage,
  work: () => Promise<Result>,
): Promise<Result> {
  const whole = readFileSync(path);
  if (bytes) writeFileSync(path, bytes);
  else rmSync(path);
  try {
    return await work();
  } finally {
    writeFileSync(path, whole);
  }
}

/** What the entry of a backup lists. */
interface Listed {
  manifest: string;
  objects: { name: string; size: number }[];
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8').split('\n')[0] ?? '') as Listed;
const objectIn = (to: string, name: string) => join(to, 'objects', name.slice(0, 2), name);
const newestEntry = (to: string) => listFiles(join(to, 'backups')).at(-1) ?? '';

/** Damages of the newest backup's entry, its largest object, its manifest, and others until there are so many files. */
export function* damagesIn(
  to: string,
  { files, places }: { files: number; places: number },
): Generator<Damage> {
  const { objects, manifest } = readJson(newestEntry(to));
  const largestFirst = objects.toSorted((a, b) => b.size - a.size).map(({ name }) => name);
  const tried = [largestFirst[0] ?? '', manifest, ...largestFirst.slice(1)].slice(0, files - 1);
  const other = objectIn(to, largestFirst.at(-1) ?? '');
  for (const path of [newestEntry(to), ...tried.map((name) => objectIn(to, name))])
    yield* damagesOf(path, other, places);
}

/** A bit of a file that a client sent, changed in the newest backup of a place. */
export function damageFile(to: string): Damage {
  const path = objectIn(to, readJson(newestEntry(to)).manifest);
  const { parts } = JSON.parse(readFileSync(path, 'utf8')) as { parts: { path: string; sha256: string }[] };
  const file = objectIn(to, parts.find((part) => part.path.startsWith('files/'))?.sha256 ?? '');
  const [damage] = damagesOf(file, file, 1);
  if (!damage) throw new Error('Nothing to damage');
  return damage;
}

/** Objects that no backup of a place consists of. */
export function findUnneeded(to: string): string[] {
  const listed = listFiles(join(to, 'backups')).flatMap((path) => readJson(path).objects);
  const needed = new Set(listed.map(({ name }) => objectIn(to, name)));
  return listFiles(join(to, 'objects')).filter((path) => !needed.has(path));
}

/** Gives an installation files of noise, as if clients had sent them. */
export async function addFiles({ location, dataDir }: Installation, sizes: readonly number[]): Promise<void> {
  await withDatabase(location, async (db) => {
    const [sample] = await db
      .selectFrom('stored_files')
      .selectAll()
      .where('drop_at', 'is', null)
      .limit(1)
      .execute();
    if (!sample) throw new Error('There is no file yet');
    for (const size of sizes) {
      const [key, bytes] = [newId(), randomBytes(size)];
      const folder = join(dataDir, 'files', key.slice(-2));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, key), bytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await db
        .insertInto('stored_files')
        .values({ ...sample, key, size, sha256 })
        .execute();
    }
  });
}
