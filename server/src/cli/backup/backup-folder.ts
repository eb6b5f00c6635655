import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@atelier/domain/errors.ts';
import { z } from 'zod';
import { ifExists, isFileFault, readPieces, syncFolder, writeSynced } from '../../platform/durable-file.ts';

/** The manifest of a backup, written last: a folder without it isn't a backup. */
export const MANIFEST = 'manifest.json';

/** The valid paths of a part: no part can name a path outside the backup. */
const PART_PATH =
  /^(database\.sqlite|tables\/[a-z_]+\.jsonl\.gz|files\/[0-9a-f]{2}\/[0-9a-f-]{36}|mailbox\/[0-9a-f-]{36}\.(eml|json)|server\.secret|signing-keys\.json|settings\.env)$/;

const partSchema = z.strictObject({
  path: z.string().regex(PART_PATH),
  /** Bytes. */
  size: z.int().min(0),
  /** Of the content, in hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Part = z.infer<typeof partSchema>;

const manifestSchema = z.strictObject({
  kind: z.literal('atelier-backup'),
  /** The version of the backup's format. */
  version: z.literal(1),
  /** ISO-8601, UTC: contains every write acknowledged until then. */
  madeAt: z.iso.datetime(),
  product: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()),
  tables: z.record(z.string(), z.int().min(0)),
  /** Where the files' bytes were stored, and whether the backup contains them. */
  files: z.strictObject({
    store: z.string(),
    included: z.boolean(),
    /** Keys of files whose bytes were missing or changed. */
    faulty: z.array(z.string()),
  }),
  parts: z.array(partSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Checks the manifest's own checksum, then its form. @throws validation_failed */
export async function readManifest(folder: string): Promise<Manifest> {
  const [text, sum] = await Promise.all([readPart(folder, MANIFEST), readPart(folder, `${MANIFEST}.sha256`)]);
  if (!sum.startsWith(createHash('sha256').update(text).digest('hex'))) {
    throw new AppError('validation_failed', `${join(folder, MANIFEST)} was changed after it was written.`);
  }
  const parsed = manifestSchema.safeParse(JSON.parse(text));
  if (!parsed.success) {
    throw new AppError(
      'validation_failed',
      `${join(folder, MANIFEST)} is not one that this version can read.`,
    );
  }
  return parsed.data;
}

async function readPart(folder: string, name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8').catch((error: unknown) => {
    throw isFileFault(error, 'ENOENT') || isFileFault(error, 'ENOTDIR')
      ? new AppError('not_found', `${folder} is no backup: there is no ${name} in it.`)
      : error;
  });
}

/** Reads every part and compares it with the manifest. @throws validation_failed naming the first that differs */
export async function verifyParts(folder: string, { parts }: Manifest): Promise<void> {
  for (const part of parts) {
    const found = await ifExists(hashFile(join(folder, part.path)));
    if (!found) throw damaged(part, 'is missing');
    if (found.size !== part.size || found.sha256 !== part.sha256)
      throw damaged(part, 'is not what was written');
  }
}

function damaged({ path }: Part, how: string): AppError {
  return new AppError('validation_failed', `The backup is damaged: ${path} ${how}. Nothing has changed.`);
}

async function hashFile(path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(createReadStream(path), async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) {
      hash.update(piece);
      size += piece.length;
    }
  });
  return { size, sha256: hash.digest('hex') };
}

/** A backup while it is written: under another name until all of it is on the disk. */
export class BackupWriter {
  readonly #unfinished: string;
  readonly #folder: string;
  readonly #parts = new Map<string, Part>();

  private constructor(parent: string, name: string) {
    this.#folder = join(parent, name);
    this.#unfinished = join(parent, `.${name}.${randomBytes(4).toString('hex')}.unfinished`);
  }

  /** Begins a backup in `parent`, which is created if missing. @throws conflict if one of that name exists */
  static async begin(parent: string, name: string): Promise<BackupWriter> {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    if ((await readdir(parent)).includes(name)) {
      throw new AppError('conflict', `There’s already a backup ${join(parent, name)}.`);
    }
    const writer = new BackupWriter(parent, name);
    await mkdir(writer.#unfinished, { mode: 0o700 });
    return writer;
  }

  /** A part's path while the backup is written. */
  placeOf(path: string): string {
    return join(this.#unfinished, path);
  }

  has(path: string): boolean {
    return this.#parts.has(path);
  }

  /** Writes a part. @returns its entry in the manifest */
  async add(path: string, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Part> {
    const place = this.placeOf(path);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    const part = { path, ...(await writeSynced(place, source)) };
    this.#parts.set(path, part);
    return part;
  }

  /** Adds a file already written at `placeOf(path)` as a part. */
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

  /** Writes the manifest and gives the backup its final name. @returns its path and its size in bytes */
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

  /** Deletes a failed backup. */
  async abandon(): Promise<void> {
    await rm(this.#unfinished, { recursive: true, force: true });
  }
}

async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name));
  }
  await syncFolder(folder);
}
