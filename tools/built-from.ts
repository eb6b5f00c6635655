import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const TEST = /\.test\.tsx?$/;

/** What something is built from, and where that is noted. */
export interface Origin {
  /** Lies in what was built, so that it goes when that goes. */
  note: string;
  /** Files, and folders with all below them; tests and installed packages are left out. From the root. */
  inputs: readonly string[];
  /** Whatever else the result depends on. */
  settings?: string;
}

/**
 * The note for what the origin is now: the hash of its bytes, and before it a stamp of names, sizes and times, by which
 * most starts see that nothing has changed without reading a file.
 */
interface Note {
  stamp: string;
  hash: string;
}

/** Whether the note says that what was built is from these very inputs. */
export function isBuiltFrom(origin: Origin): boolean {
  const noted = readNote(origin.note);
  if (!noted) return false;
  const files = listInputs(origin);
  const stamp = stampOf(origin, files);
  if (noted.stamp === stamp) return true;
  // A checkout writes files that are the same.
  const hash = hashOf(origin, files);
  if (noted.hash !== hash) return false;
  writeNote(origin.note, { stamp, hash });
  return true;
}

/** Reads the inputs as they are now, before a build. @returns what notes that it was built from these */
export function readOrigin(origin: Origin): () => void {
  const files = listInputs(origin);
  const note = { stamp: stampOf(origin, files), hash: hashOf(origin, files) };
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

function listInputs({ inputs }: Origin): string[] {
  return inputs.flatMap(listFiles).sort();
}

function listFiles(path: string): string[] {
  if (statSync(resolve(ROOT, path)).isFile()) return TEST.test(path) ? [] : [path];
  return readdirSync(resolve(ROOT, path), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listFiles(`${path}/${entry.name}`);
    return entry.isFile() && !TEST.test(entry.name) ? [`${path}/${entry.name}`] : [];
  });
}

function stampOf({ settings = '' }: Origin, files: readonly string[]): string {
  const hash = createHash('sha256').update(`${settings}\0`);
  for (const path of files) {
    const { size, mtimeMs, ctimeMs } = statSync(resolve(ROOT, path));
    hash.update(`${path}\0${size} ${mtimeMs} ${ctimeMs}\0`);
  }
  return hash.digest('hex');
}

function hashOf({ settings = '' }: Origin, files: readonly string[]): string {
  const hash = createHash('sha256').update(`${settings}\0`);
  for (const path of files) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(resolve(ROOT, path)))
      .update('\0');
  }
  return hash.digest('hex');
}
