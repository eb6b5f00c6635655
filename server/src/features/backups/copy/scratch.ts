import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '../../../platform/durable-file.ts';

/** A writer that writes nothing for so long is gone, or sends a file to a bucket, which it has open. */
const GONE_MS = 3600_000;

/**
 * Makes a folder of one writer alone: another of the same installation may be at it, as after a restore on another machine, or where a
 * process has hung so long that the next one took over. Removes those that writers have left.
 * @param parent the folder for it, whose disk says what time it is
 * @param prefix of the writers of this installation
 */
export async function openScratchIn(parent: string, prefix: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const own = await mkdtemp(join(parent, `${prefix}-`));
  const now = (await stat(own)).mtimeMs;
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    if (path === own || !name.startsWith(prefix)) continue;
    if (now - (await lastTouched(path)) > GONE_MS) await rm(path, { recursive: true, force: true });
  }
  return own;
}

/** When a file in there was last written, in milliseconds. */
async function lastTouched(folder: string): Promise<number> {
  const names = (await ifExists(readdir(folder, { recursive: true }))) ?? [];
  const found = await Promise.all(['.', ...names].map((name) => ifExists(stat(join(folder, name)))));
  return Math.max(...found.map((each) => each?.mtimeMs ?? 0));
}
