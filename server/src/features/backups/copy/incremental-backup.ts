import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { AppError } from '@atelier/domain/errors.ts';
import { writeSynced } from '../../../platform/durable-file.ts';
import { type FileOnDisk, MissingObjectError } from '../../../platform/storage/object-store.ts';
import type { BackupSource } from './backup-source.ts';
import type { Destination } from './destination.ts';
import { type Entry, findEntry, objectPath, type StoredContent, writeEntry } from './entry.ts';
import { adoptFile } from './folder-backup.ts';
import {
  type Content,
  damaged,
  type ManifestFacts,
  type Part,
  parseManifest,
  verified,
  writeManifest,
} from './manifest.ts';
import type { PartWriter } from './part-writer.ts';

/** A backup as it has been written. */
export interface WrittenBackup {
  name: string;
  /** Bytes of all its parts. */
  size: number;
  /** Bytes that were not at the destination before. */
  copied: number;
}

/**
 * A backup in BACKUP_TO while it is written. Its parts are objects named by their hash, which backups share: one that an
 * earlier backup consists of is not written again. Without its entry none of it is a backup.
 */
export class IncrementalBackupWriter implements PartWriter {
  readonly #destination: Destination;
  readonly #scratch: string;
  /** The objects of earlier backups that are there as they should be, by name. */
  readonly #known: Map<string, StoredContent>;
  readonly #parts = new Map<string, Part>();
  #files = 0;
  #copied = 0;

  /** @param known the objects of earlier backups */
  constructor(destination: Destination, scratch: string, known: Iterable<StoredContent>) {
    this.#destination = destination;
    this.#scratch = scratch;
    this.#known = new Map([...known].map((each) => [each.name, each]));
  }

  scratchPath(path: string): string {
    return join(this.#scratch, path);
  }

  has(path: string): boolean {
    return this.#parts.has(path);
  }

  reuse(path: string, { size, sha256 }: Content): boolean {
    if (!this.#known.has(sha256)) return false;
    this.#parts.set(path, { path, size, sha256 });
    return true;
  }

  async add(path: string, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Part> {
    const place = this.scratchPath(`${this.#files++}`);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    try {
      return await this.#store(path, { path: place, ...(await writeSynced(place, source)) });
    } finally {
      await rm(place, { force: true });
    }
  }

  async adopt(path: string): Promise<void> {
    const place = this.scratchPath(path);
    await this.#store(path, { path: place, ...(await adoptFile(place)) });
    await rm(place, { force: true });
  }

  async #store(path: string, file: FileOnDisk): Promise<Part> {
    const { size, sha256 } = file;
    if (!this.#known.has(sha256)) {
      await this.#destination.put(objectPath(sha256), file);
      this.#known.set(sha256, { name: sha256, size, sha256 });
      this.#copied += size;
    }
    const part = { path, size, sha256 };
    this.#parts.set(path, part);
    return part;
  }

  async remove(path: string): Promise<void> {
    this.#parts.delete(path);
    await rm(this.scratchPath(path), { force: true });
  }

  /** Looks whether everything is at the destination, then makes a backup of it by writing its entry. @throws unavailable */
  async finish(facts: ManifestFacts, installation: string): Promise<WrittenBackup> {
    const { text: json, manifest } = writeManifest(facts, this.#parts.values());
    const place = this.scratchPath('manifest');
    const file = { path: place, ...(await writeSynced(place, [Buffer.from(json)])) };
    await this.#destination.put(objectPath(file.sha256), file);
    const own = { name: file.sha256, size: file.size, sha256: file.sha256 };
    this.#known.set(own.name, own);
    const objects = this.#listObjects(own);
    await this.#assertComplete(objects);
    const name = await writeEntry(this.#destination, this.#scratch, {
      kind: 'atelier-backup-entry',
      version: 1,
      madeAt: facts.madeAt,
      installation,
      product: facts.product,
      engine: facts.engine,
      manifest: own.name,
      objects,
    });
    const size = manifest.parts.reduce((sum, part) => sum + part.size, 0);
    return { name, size, copied: this.#copied };
  }

  #listObjects(manifest: StoredContent): StoredContent[] {
    const names = new Set([manifest.name, ...[...this.#parts.values()].map(({ sha256 }) => sha256)]);
    return [...names].sort().flatMap((name) => this.#known.get(name) ?? []);
  }

  /** Someone may have deleted files from the destination, or the disk may have lost some. */
  async #assertComplete(objects: readonly StoredContent[]): Promise<void> {
    const sizes = await readSizes(this.#destination);
    const missing = objects.filter(({ name, size }) => sizes.get(name) !== size);
    if (missing.length === 0) return;
    throw new AppError(
      'unavailable',
      `${missing.length} files that were stored ${this.#destination.description} are no longer there as they were.`,
    );
  }
}

/** The sizes of the objects that are at the destination, by name. */
export async function readSizes(destination: Destination): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { path, size } of destination.list('objects')) {
    sizes.set(path.slice(path.lastIndexOf('/') + 1), size);
  }
  return sizes;
}

/** Opens a backup in BACKUP_TO, the newest if none is named. @throws not_found, validation_failed */
export async function openStoredBackup(
  destination: Destination,
  name: string | undefined,
): Promise<BackupSource> {
  const found = await findEntry(destination, name);
  const { entry } = found;
  const manifest = parseManifest(await readManifestText(destination, entry), `The manifest of ${found.name}`);
  return {
    occupies: destination.folder === undefined ? [] : [destination.folder],
    manifest,
    read: (part) => readObject(destination, part),
    close: () => destination.close(),
  };
}

async function readManifestText(destination: Destination, { manifest, objects }: Entry): Promise<string> {
  const object = objects.find(({ name }) => name === manifest);
  if (!object) throw damaged('the manifest', 'is missing');
  const pieces = readObject(destination, { path: 'the manifest', size: object.size, sha256: object.sha256 });
  return text(pieces);
}

async function* readObject(destination: Destination, part: Part): AsyncGenerator<Uint8Array> {
  try {
    yield* verified(part, await destination.read(objectPath(part.sha256)));
  } catch (error) {
    throw error instanceof MissingObjectError ? damaged(part.path, 'is missing') : error;
  }
}
