import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MARK = 'demo.json';

/** What the mark of a demo's folder says. */
interface DemoMark {
  kind: 'atelier-demo';
  isFilled: boolean;
}

/** A folder is not one that the demo may use. */
export class ForeignFolderError extends Error {
  constructor(folder: string) {
    super(
      `${folder} is not a demo's folder, and the demo touches no other: name an empty one with --folder.`,
    );
    this.name = 'ForeignFolderError';
  }
}

/**
 * Makes a folder ready for the demo. One that was filled stays as it is unless `isFresh`; everything else of a demo's
 * is removed. Never touches a folder that the demo has not made.
 * @returns whether it is to be filled
 * @throws ForeignFolderError
 */
export function openDemoFolder(folder: string, isFresh: boolean): boolean {
  const mark = readMark(folder);
  if (mark === undefined && existsSync(folder) && readdirSync(folder).length > 0) {
    throw new ForeignFolderError(folder);
  }
  if (mark?.isFilled && !isFresh) return false;
  if (mark) rmSync(folder, { recursive: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeMark(folder, false);
  return true;
}

/** Notes that a folder has everything in it. */
export function markFilled(folder: string): void {
  writeMark(folder, true);
}

function writeMark(folder: string, isFilled: boolean): void {
  const mark: DemoMark = { kind: 'atelier-demo', isFilled };
  writeFileSync(join(folder, MARK), JSON.stringify(mark));
}

function readMark(folder: string): DemoMark | undefined {
  const path = join(folder, MARK);
  if (!existsSync(path)) return undefined;
  const read: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const isMark = typeof read === 'object' && read !== null && 'kind' in read && read.kind === 'atelier-demo';
  return isMark
    ? { kind: 'atelier-demo', isFilled: 'isFilled' in read && read.isFilled === true }
    : undefined;
}
