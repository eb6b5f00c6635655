import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@atelier/domain/errors.ts';
import { z } from 'zod';
import { isFileFault } from '../../platform/durable-file.ts';

/** What a backup is called until it is whole: what has another name is none. */
export const MANIFEST = 'manifest.json';

/** Where a part can be: nothing in a backup can name a place outside of it. */
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
  /** Of this form of a backup. */
  version: z.literal(1),
  /** ISO-8601, UTC: everything that was acknowledged until then is in it. */
  madeAt: z.iso.datetime(),
  /** The product's own version. */
  product: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()),
  /** Rows by table. */
  tables: z.record(z.string(), z.int().min(0)),
  /** Where the bytes of files were, and whether they are in here. */
  files: z.strictObject({
    store: z.string(),
    included: z.boolean(),
    /** Keys of files whose bytes were not there, or were not what they had been. */
    faulty: z.array(z.string()),
  }),
  parts: z.array(partSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Checks the manifest itself, then that it is one. @throws validation_failed */
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
    const found = await hashFile(join(folder, part.path)).catch((error: unknown) => {
      if (isFileFault(error, 'ENOENT')) return undefined;
      throw error;
    });
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
