import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { MissingObjectError, type ObjectStore, type StoreLocation } from './object-store.ts';

/** Until a connection stands, and without a byte on one that does. */
const CONNECT_MS = 5_000;
const SILENCE_MS = 30_000;
/** Each download holds a connection for as long as the reader's line takes. */
const MAX_CONNECTIONS = 200;

type S3Location = Extract<StoreLocation, { kind: 's3' }>;

/** Keeps objects in a bucket of any S3-compatible store. The library is loaded with the first use. */
export function createS3Store(location: S3Location): ObjectStore {
  const { bucket: Bucket, prefix } = location;
  let connecting: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined;
  const connect = () => {
    connecting ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: createClient(sdk, location) }));
    return connecting;
  };
  return {
    description: `in the bucket ${Bucket}${location.endpoint ? ` at ${new URL(location.endpoint).host}` : ''}`,
    async put(key, file) {
      const { sdk, client } = await connect();
      const Body = createReadStream(file.path);
      try {
        await client.send(
          new sdk.PutObjectCommand({
            Bucket,
            Key: prefix + key,
            Body,
            // A stream's length is not known otherwise, and the store refuses bytes that are not these.
            ContentLength: file.size,
            ChecksumSHA256: Buffer.from(file.sha256, 'hex').toString('base64'),
            // Nobody but us reads the bucket; should it ever be opened, nothing in it shows as a page.
            ContentType: 'application/octet-stream',
            ContentDisposition: 'attachment',
          }),
        );
      } finally {
        Body.destroy();
      }
    },
    async read(key, range) {
      const { sdk, client } = await connect();
      const Range = range ? `bytes=${range.start}-${range.end}` : undefined;
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key: prefix + key, Range }));
        if (Body instanceof Readable) return Body;
        throw new Error('The store gave no stream');
      } catch (error) {
        throw error instanceof sdk.NoSuchKey ? new MissingObjectError(key, error) : error;
      }
    },
    async delete(key) {
      const { sdk, client } = await connect();
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: prefix + key }));
    },
    async close() {
      if (connecting) (await connecting).client.destroy();
    },
  };
}

function createClient(
  sdk: typeof import('@aws-sdk/client-s3'),
  { endpoint, region, isPathStyle, credentials }: S3Location,
): S3Client {
  return new sdk.S3Client({
    region,
    forcePathStyle: isPathStyle,
    ...(endpoint ? { endpoint } : {}),
    ...(credentials
      ? {
          credentials: {
            accessKeyId: credentials.accessKeyId,
            secretAccessKey: credentials.secretAccessKey,
            ...(credentials.sessionToken ? { sessionToken: credentials.sessionToken } : {}),
          },
        }
      : {}),
    // Many stores do not know the checksums that the library adds by itself; ours is in the command.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Errors are thrown to the caller, which logs them; the SDK's own console output is off.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      httpAgent: { maxSockets: MAX_CONNECTIONS },
      httpsAgent: { maxSockets: MAX_CONNECTIONS },
    },
  });
}

function ignore(): void {}
