import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '@atelier/domain/errors.ts';
import { readPieces, syncFolder, writeSynced } from '../../platform/durable-file.ts';
import { MANIFEST, type Manifest, type Part } from './manifest.ts';

/** A backup while it is written: under another name until all of it is on the disk. */
export class BackupWriter {
  readonly #unfinished: string;
  readonly #folder: string;
  readonly #parts = new Map<string, Part>();

  private constructor(parent: string, name: string) {
    this.#folder = join(parent, name);
    this.#unfinished = join(parent, `.${name}.${randomBytes(4).toString('hex')}.unfinished`);
  }

  /** Begins one below `parent`, which is made where it is missing. @throws conflict when there is one of that name */
  static async begin(parent: string, name: string): Promise<BackupWriter> {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    if ((await readdir(parent)).includes(name)) {
      throw new AppError('conflict', `There’s already a backup ${join(parent, name)}.`);
    }
    const writer = new BackupWriter(parent, name);
    await mkdir(writer.#unfinished, { mode: 0o700 });
    return writer;
  }

  /** Where a part is while the backup is written. */
  placeOf(path: string): string {
    return join(this.#unfinished, path);
  }

  has(path: string): boolean {
    return this.#parts.has(path);
  }

  /** Writes a part. @returns what it is, as the manifest says it */
  async add(path: string, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Part> {
    const place = this.placeOf(path);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    const part = { path, ...(await writeSynced(place, source)) };
    this.#parts.set(path, part);
    return part;
  }

  /** Takes a file that something else has written at `placeOf(path)` for a part. */
  async adopt(path: string): Promise<void> {
    const place = this.placeOf(path);
    const written = `${place}.written`;
    await rename(place, written);
    await this.add(path, readPieces(written));
    await rm(written);
  }

  async remove(path: string): Promise<void> {
    this.#parts.delete(path);
    await rm(this.placeOf(path), { force: true });
  }

  /** Writes the manifest and gives the backup its name. @returns where it is and how large, in bytes */
  async finish(
    facts: Omit<Manifest, 'parts' | 'kind' | 'version'>,
  ): Promise<{ folder: string; size: number }> {
    const parts = [...this.#parts.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    const manifest: Manifest = { kind: 'atelier-backup', version: 1, ...facts, parts };
    const text = `${JSON.stringify(manifest, null, 1)}\n`;
    await writeSynced(this.placeOf(MANIFEST), [Buffer.from(text)]);
    const sum = `${createHash('sha256').update(text).digest('hex')}  ${MANIFEST}\n`;
    await writeSynced(this.placeOf(`${MANIFEST}.sha256`), [Buffer.from(sum)]);
    await syncFolders(this.#unfinished);
    await rename(this.#unfinished, this.#folder);
    await syncFolder(dirname(this.#folder));
    return { folder: this.#folder, size: parts.reduce((sum, part) => sum + part.size, 0) };
  }

  /** Leaves nothing of one that failed. */
  async abandon(): Promise<void> {
    await rm(this.#unfinished, { recursive: true, force: true });
  }
}

/** A folder and all folders in it. */
async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name));
  }
  await syncFolder(folder);
}
