import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { AppError } from '@atelier/domain/errors.ts';
import { readPieces, writeSynced } from '../../../platform/durable-file.ts';
import { type FileOnDisk, MissingObjectError } from '../../../platform/storage/object-store.ts';
import type { BackupSource } from './backup-source.ts';
import type { Destination } from './destination.ts';
import {
  type Entry,
  findEntry,
  type NamedEntry,
  objectPath,
  type StoredContent,
  writeEntry,
} from './entry.ts';
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
import { type Identities, requireIdentities, type Sealing, seal, unseal, unsealManifest } from './sealing.ts';

/** A backup as it has been written. */
export interface WrittenBackup {
  name: string;
  /** Bytes of all its parts. */
  size: number;
  /** Bytes that were not at the destination before. */
  copied: number;
}

export interface WriterOptions {
  /** Where files are prepared for the destination. */
  scratch: string;
  /** Where unencrypted copies of data lie meanwhile. */
  plainScratch: string;
  /** The objects of earlier backups. */
  known: Iterable<StoredContent>;
  /** Undefined: nothing is encrypted. */
  sealing: Sealing | undefined;
}

/**
 * A backup in BACKUP_TO while it is written. Its parts are objects named by their hash, or by a keyed hash of that where
 * they are encrypted. Backups share them: one that an earlier backup consists of is not written again. Without its entry
 * none of it is a backup.
 */
export class IncrementalBackupWriter implements PartWriter {
  readonly #destination: Destination;
  readonly #scratch: string;
  readonly #plainScratch: string;
  readonly #sealing: Sealing | undefined;
  /** The objects of earlier backups that are there as they should be, by name. */
  readonly #known: Map<string, StoredContent>;
  readonly #parts = new Map<string, Part>();
  #files = 0;
  #copied = 0;

  constructor(destination: Destination, { scratch, plainScratch, known, sealing }: WriterOptions) {
    this.#destination = destination;
    this.#scratch = scratch;
    this.#plainScratch = plainScratch;
    this.#sealing = sealing;
    this.#known = new Map([...known].map((each) => [each.name, each]));
  }

  scratchPath(path: string): string {
    return join(this.#plainScratch, path);
  }

  has(path: string): boolean {
    return this.#parts.has(path);
  }

  reuse(path: string, { size, sha256 }: Content): boolean {
    if (!this.#known.has(this.#nameOf(sha256))) return false;
    this.#note(path, { size, sha256 });
    return true;
  }

  #nameOf(sha256: string): string {
    return this.#sealing ? this.#sealing.nameOf(sha256) : sha256;
  }

  #note(path: string, { size, sha256 }: Content): Part {
    const part: Part = { path, size, sha256 };
    if (this.#sealing) part.object = this.#nameOf(sha256);
    this.#parts.set(path, part);
    return part;
  }

  async add(path: string, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Part> {
    const place = join(this.#scratch, `${this.#files++}`);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    try {
      const { content, file } = await this.#prepare(place, source);
      await this.#store(content, file);
      return this.#note(path, content);
    } finally {
      await rm(place, { force: true });
    }
  }

  /** Writes a file for the destination. @returns it, and what it holds */
  async #prepare(place: string, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    if (this.#sealing) return seal(place, source, this.#sealing);
    const content = await writeSynced(place, source);
    return { content, file: { path: place, ...content } };
  }

  async adopt(path: string): Promise<void> {
    const place = this.scratchPath(path);
    if (this.#sealing) {
      await this.add(path, readPieces(place));
    } else {
      const content = await adoptFile(place);
      await this.#store(content, { path: place, ...content });
      this.#note(path, content);
    }
    await rm(place, { force: true });
  }

  async #store({ sha256: ofContent }: Content, file: FileOnDisk): Promise<StoredContent> {
    const name = this.#nameOf(ofContent);
    const known = this.#known.get(name);
    if (known) return known;
    const { size, sha256 } = file;
    await this.#destination.put(objectPath(name), file);
    const stored = { name, size, sha256 };
    this.#known.set(name, stored);
    this.#copied += size;
    return stored;
  }

  async remove(path: string): Promise<void> {
    this.#parts.delete(path);
    await rm(this.scratchPath(path), { force: true });
  }

  /** Looks whether everything is at the destination, then makes a backup of it by writing its entry. @throws unavailable */
  async finish(facts: ManifestFacts, installation: string): Promise<WrittenBackup> {
    const { text: json, manifest } = writeManifest(facts, this.#parts.values());
    const { content, file } = await this.#prepare(join(this.#scratch, 'manifest'), [Buffer.from(json)]);
    const own = await this.#store(content, file);
    const objects = this.#listObjects(own);
    await this.#assertComplete(objects);
    const name = await writeEntry(this.#destination, this.#scratch, {
      kind: 'atelier-backup-entry',
      version: 1,
      madeAt: facts.madeAt,
      installation,
      product: facts.product,
      engine: facts.engine,
      ...(this.#sealing ? { encryptedTo: [...this.#sealing.to] } : {}),
      manifest: own.name,
      objects,
    });
    const size = manifest.parts.reduce((sum, part) => sum + part.size, content.size);
    return { name, size, copied: this.#copied };
  }

  #listObjects(manifest: StoredContent): StoredContent[] {
    const names = new Set([manifest.name]);
    for (const { sha256 } of this.#parts.values()) names.add(this.#nameOf(sha256));
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

/**
 * Opens a backup in BACKUP_TO, the newest if none is named.
 * @param identities for one that is encrypted
 * @throws not_found, validation_failed
 */
export async function openStoredBackup(
  destination: Destination,
  name: string | undefined,
  identities?: Identities,
): Promise<BackupSource> {
  const found = await findEntry(destination, name);
  return openEntry(destination, found, identities);
}

/** @throws validation_failed */
async function openEntry(
  destination: Destination,
  { name, entry }: NamedEntry,
  identities: Identities | undefined,
): Promise<BackupSource> {
  const { encryptedTo } = entry;
  const storedManifest = await readStoredManifest(destination, entry);
  const sealed = encryptedTo && { keys: requireIdentities(identities, encryptedTo), encryptedTo };
  const json = sealed ? await text(unsealManifest(storedManifest, sealed)) : storedManifest.toString();
  return {
    occupies: destination.folder === undefined ? [] : [destination.folder],
    manifest: parseManifest(json, `The manifest of ${name}`),
    read: (part) => {
      const stored = readObject(destination, part.object ?? part.sha256, part);
      return verified(part, sealed ? unseal(part, stored, sealed.keys) : stored);
    },
    close: () => destination.close(),
  };
}

/** Compared as stored, before it is decrypted: another key is not the same fault as a damaged manifest. */
async function readStoredManifest(destination: Destination, { manifest, objects }: Entry): Promise<Buffer> {
  const object = objects.find(({ name }) => name === manifest);
  if (!object) throw damaged('the manifest', 'is missing');
  const part = { path: 'the manifest', size: object.size, sha256: object.sha256 };
  return buffer(verified(part, readObject(destination, manifest, part)));
}

async function* readObject(
  destination: Destination,
  name: string,
  { path }: Pick<Part, 'path'>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* (await destination.read(objectPath(name))) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw error instanceof MissingObjectError ? damaged(path, 'is missing') : error;
  }
}
