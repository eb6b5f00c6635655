import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '@atelier/domain/errors.ts';
import { isFileFault, readPieces, syncFolder, writeSynced } from '../../../platform/durable-file.ts';
import type { BackupSource } from './backup-source.ts';
import {
  type Content,
  damaged,
  hashFile,
  type ManifestFacts,
  type Part,
  parseManifest,
  sha256Of,
  verified,
  writeManifest,
} from './manifest.ts';
import type { PartWriter } from './part-writer.ts';

/** The manifest of a backup in a folder of its own, written last: a folder without it isn't a backup. */
export const MANIFEST = 'manifest.json';

/** Opens a backup in a folder of its own. @throws not_found, validation_failed */
export async function openFolderBackup(folder: string): Promise<BackupSource> {
  const [text, sum] = await Promise.all([readText(folder, MANIFEST), readText(folder, `${MANIFEST}.sha256`)]);
  const place = join(folder, MANIFEST);
  if (!sum.startsWith(sha256Of(text))) {
    throw new AppError('validation_failed', `${place} was changed after it was written.`);
  }
  const manifest = parseManifest(text, place);
  return {
    occupies: [folder, ...manifest.parts.map(({ path }) => join(folder, path))],
    manifest,
    read: (part) => readPart(folder, part),
    close: async () => {},
  };
}

async function readText(folder: string, name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8').catch((error: unknown) => {
    throw isFileFault(error, 'ENOENT') || isFileFault(error, 'ENOTDIR')
      ? new AppError('not_found', `${folder} is no backup: there is no ${name} in it.`)
      : error;
  });
}

async function* readPart(folder: string, part: Part): AsyncGenerator<Uint8Array> {
  try {
    yield* verified(part, readPieces(join(folder, part.path)));
  } catch (error) {
    throw isFileFault(error, 'ENOENT') ? damaged(part.path, 'is missing') : error;
  }
}

/** A backup while it is written: under another name until all of it is on the disk. */
export class FolderBackupWriter implements PartWriter {
  readonly #unfinished: string;
  readonly #folder: string;
  readonly #parts = new Map<string, Part>();

  private constructor(parent: string, name: string) {
    this.#folder = join(parent, name);
    this.#unfinished = join(parent, `.${name}.${randomBytes(4).toString('hex')}.unfinished`);
  }

  /** Begins a backup in `parent`, which is created if missing. @throws conflict if one of that name exists */
  static async begin(parent: string, name: string): Promise<FolderBackupWriter> {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    if ((await readdir(parent)).includes(name)) {
      throw new AppError('conflict', `There’s already a backup ${join(parent, name)}.`);
    }
    const writer = new FolderBackupWriter(parent, name);
    await mkdir(writer.#unfinished, { mode: 0o700 });
    return writer;
  }

  scratchPath(path: string): string {
    return join(this.#unfinished, path);
  }

  has(path: string): boolean {
    return this.#parts.has(path);
  }

  reuse(): boolean {
    return false;
  }

  async add(path: string, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Part> {
    const place = this.scratchPath(path);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    return this.#note(path, await writeSynced(place, source));
  }

  async adopt(path: string): Promise<void> {
    this.#note(path, await adoptFile(this.scratchPath(path)));
  }

  #note(path: string, { size, sha256 }: Content): Part {
    const part = { path, size, sha256 };
    this.#parts.set(path, part);
    return part;
  }

  async remove(path: string): Promise<void> {
    this.#parts.delete(path);
    await rm(this.scratchPath(path), { force: true });
  }

  /** Writes the manifest and gives the backup its final name. @returns its path and its size in bytes */
  async finish(facts: ManifestFacts): Promise<{ folder: string; size: number }> {
    const { text, manifest } = writeManifest(facts, this.#parts.values());
    await writeSynced(this.scratchPath(MANIFEST), [Buffer.from(text)]);
    const sum = `${sha256Of(text)}  ${MANIFEST}\n`;
    await writeSynced(this.scratchPath(`${MANIFEST}.sha256`), [Buffer.from(sum)]);
    await syncFolders(this.#unfinished);
    await rename(this.#unfinished, this.#folder);
    await syncFolder(dirname(this.#folder));
    return { folder: this.#folder, size: manifest.parts.reduce((sum, part) => sum + part.size, 0) };
  }

  /** Deletes a failed backup. */
  async abandon(): Promise<void> {
    await rm(this.#unfinished, { recursive: true, force: true });
  }
}

/** Has a file that another program wrote on the disk for good. @returns its size and hash */
export async function adoptFile(path: string): Promise<Content> {
  const file = await open(path, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
  return hashFile(path);
}

async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name));
  }
  await syncFolder(folder);
}
