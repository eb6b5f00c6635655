import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const TEST = /\.test\.tsx?$/;

/** What something is built from, and where that is noted. */
export interface Origin {
  /** Lies in what was built, so that it goes when that goes. */
  note: string;
  /** Files, and folders with all below them; tests and installed packages are left out. From the root. */
  inputs: readonly string[];
}

/**
 * The note for what the origin is now: the hash of its bytes, and before it a stamp of names, sizes and times, by which
 * most starts see that nothing has changed without reading a file.
 */
interface Note {
  stamp: string;
  hash: string;
}

/** What inputs look like, by name: for those that several origins share. */
export type Looks = Map<string, string>;

/** Whether the note says that what was built is from these very inputs. */
export function isBuiltFrom(origin: Origin, looks: Looks = new Map()): boolean {
  const noted = readNote(origin.note);
  if (!noted) return false;
  const stamp = stampOf(origin, looks);
  if (noted.stamp === stamp) return true;
  // A checkout writes files that are the same.
  const hash = hashOf(origin);
  if (noted.hash !== hash) return false;
  writeNote(origin.note, { stamp, hash });
  return true;
}

/** Reads the inputs as they are now, before a build. @returns what notes that it was built from these */
export function readOrigin(origin: Origin): () => void {
  const note = { stamp: stampOf(origin, new Map()), hash: hashOf(origin) };
  return () => writeNote(origin.note, note);
}

function readNote(path: string): Note | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function writeNote(path: string, note: Note): void {
  writeFileSync(path, `${JSON.stringify(note)}\n`);
}

function stampOf({ inputs }: Origin, looks: Looks): string {
  const lookOf = (input: string) => {
    const look = looks.get(input) ?? listFiles(input).map(describeFile).join('');
    looks.set(input, look);
    return look;
  };
  return createHash('sha256').update(inputs.map(lookOf).join('\0')).digest('hex');
}

function describeFile(path: string): string {
  const { size, mtimeMs, ctimeMs } = statSync(`${ROOT}/${path}`);
  return `${path}\0${size} ${mtimeMs} ${ctimeMs}\0`;
}

function hashOf({ inputs }: Origin): string {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap(listFiles)) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(`${ROOT}/${path}`))
      .update('\0');
  }
  return hash.digest('hex');
}

/** In the order of their names. */
function listFiles(path: string): string[] {
  if (statSync(`${ROOT}/${path}`).isFile()) return TEST.test(path) ? [] : [path];
  return readdirSync(`${ROOT}/${path}`, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listFiles(`${path}/${entry.name}`);
      return entry.isFile() && !TEST.test(entry.name) ? [`${path}/${entry.name}`] : [];
    });
}
