import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError } from '@atelier/domain/errors.ts';
import {
  type BucketLocation,
  connectBucket,
  describeBucket,
  MissingObjectError,
} from '../../../platform/storage/object-store.ts';
import type { Destination, Shelf, Stored } from './destination.ts';
import { openScratchIn } from './scratch.ts';

/** The most that one call may store, in bytes: a rule of S3. */
const MAX_OBJECT_BYTES = 5 * 1024 ** 3;

/**
 * A bucket of any S3-compatible store. An object appears whole or not at all, and is there for good with the reply.
 * @param scratchParent a folder of this machine for what is prepared
 * @param installation whose writer this is
 */
export function openBucketDestination(
  location: BucketLocation,
  scratchParent: string,
  installation: string,
): Destination {
  const { bucket: Bucket, prefix } = location;
  let scratch: string | undefined;
  const connection = connectBucket(location);
  return {
    description: describeBucket(location),
    folder: undefined,
    async openScratch() {
      scratch = await openScratchIn(scratchParent, `backup-${installation}`);
      return scratch;
    },
    async put(path, file) {
      if (file.size > MAX_OBJECT_BYTES) {
        throw new AppError(
          'insufficient_storage',
          'A bucket takes no part over 5 GB: back up to a folder instead.',
        );
      }
      await connection.put(path, file);
    },
    async flush() {},
    async read(path) {
      const { sdk, client } = await connection.open();
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key: prefix + path }));
        if (Body instanceof Readable) return Body;
        throw new Error('The store gave no stream');
      } catch (error) {
        throw error instanceof sdk.NoSuchKey ? new MissingObjectError(path, error) : error;
      }
    },
    async *list(shelf: Shelf): AsyncGenerator<Stored> {
      const { sdk, client } = await connection.open();
      const Prefix = `${prefix}${shelf}/`;
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }));
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          if (Key === undefined || Size === undefined || LastModified === undefined) continue;
          yield { path: Key.slice(prefix.length), size: Size, writtenAt: LastModified };
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken !== undefined);
    },
    async delete(path) {
      const { sdk, client } = await connection.open();
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: prefix + path }));
    },
    async close() {
      if (scratch) await rm(scratch, { recursive: true, force: true });
      await connection.close();
    },
  };
}
