import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { AppError } from '@atelier/domain/errors.ts';
import { z } from 'zod';

/** The valid paths of a part: no part can name a path outside the backup. */
const PART_PATH =
  /^(database\.sqlite|tables\/[a-z_]+\.jsonl\.gz|files\/[0-9a-f]{2}\/[0-9a-f-]{36}|mailbox\/[0-9a-f-]{36}\.(eml|json)|server\.secret|signing-keys\.json|settings\.env)$/;

export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

const partSchema = z.strictObject({
  path: z.string().regex(PART_PATH),
  /** Bytes. */
  size: z.int().min(0),
  /** Of the content, in hexadecimal. */
  sha256: sha256Schema,
  /** The object that has it, encrypted, where that isn't named by the hash. */
  object: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type Part = z.infer<typeof partSchema>;

/** What identifies a part's content. */
export type Content = Pick<Part, 'size' | 'sha256'>;

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

/** What a manifest says besides its parts. */
export type ManifestFacts = Omit<Manifest, 'parts' | 'kind' | 'version'>;

/** A manifest as it is stored. */
export function writeManifest(
  facts: ManifestFacts,
  parts: Iterable<Part>,
): { text: string; manifest: Manifest } {
  const sorted = [...parts].sort((a, b) => (a.path < b.path ? -1 : 1));
  const manifest: Manifest = { kind: 'atelier-backup', version: 1, ...facts, parts: sorted };
  return { text: `${JSON.stringify(manifest, null, 1)}\n`, manifest };
}

/** @throws validation_failed for a text that is no manifest of a version known here */
export function parseManifest(text: string, place: string): Manifest {
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new AppError('validation_failed', `${place} is not one that this version can read.`);
}

/** What a text of JSON says; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Bytes as they pass, and an error at their end if they are not the part that was written. @throws validation_failed */
export async function* verified(
  { path, size, sha256 }: Part,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let seen = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    seen += piece.length;
    yield piece;
  }
  if (seen !== size || hash.digest('hex') !== sha256) throw damaged(path, 'is not what was written');
}

export function damaged(path: string, how: string): AppError {
  return new AppError('validation_failed', `The backup is damaged: ${path} ${how}. Nothing has changed.`);
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Reads a file from the disk. @returns its size and hash */
export async function hashFile(path: string): Promise<Content> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of createReadStream(path, { highWaterMark: 1024 ** 2 }) as AsyncIterable<Buffer>) {
    hash.update(piece);
    size += piece.length;
  }
  return { size, sha256: hash.digest('hex') };
}
