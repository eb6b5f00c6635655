import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { trimOf } from '@atelier/domain/text.ts';
import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { isFileFault, syncFolder } from '../durable-file.ts';

export type StoreLocation =
  | { kind: 'folder'; folder: string }
  | {
      kind: 's3';
      bucket: string;
      /** Before each key; empty or with a slash at its end. */
      prefix: string;
      /** Undefined: Amazon's own. */
      endpoint: string | undefined;
      region: string;
      isPathStyle: boolean;
      /** Undefined: the machine's own role or profile. */
      credentials:
        | { accessKeyId: string; secretAccessKey: string; sessionToken: string | undefined }
        | undefined;
    };

/** A file of ours on the disk, whole and synced, with what is known of it. */
export interface FileOnDisk {
  path: string;
  /** Bytes. */
  size: number;
  /** Of the content, in hexadecimal. */
  sha256: string;
}

/** Some of the bytes of an object: both ends are part of it. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Keeps bytes under keys (ids of ours) and knows nothing else of them. An object is never changed. */
export interface ObjectStore {
  /** For the log: what it is and where. */
  readonly description: string;
  /** Has the file under `key` for good when it resolves; it may take the file away from where it was. */
  put(key: string, file: FileOnDisk): Promise<void>;
  /**
   * The bytes, or those of the range, which must lie within the object.
   * @throws MissingObjectError when there are none under this key
   */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes the object; one that is not there is as good as removed. */
  delete(key: string): Promise<void>;
  close(): Promise<void>;
}

/** The database has a file whose bytes are not in the store: one of the two was restored without the other. */
export class MissingObjectError extends Error {
  constructor(key: string, cause: unknown) {
    super(`The store has nothing under ${key}`, { cause });
    this.name = 'MissingObjectError';
  }
}

/** The buffer of one unread download, held a few times over. */
const PIECE_BYTES = 64 * 1024;
const KEY = /^[0-9a-f-]{36}$/;

/**
 * Keeps objects as files below `folder`, spread over 256 folders so that none has too many. What is put must
 * lie on the same file system: it is moved, which is atomic.
 */
function createFolderStore(folder: string): ObjectStore {
  return {
    description: `in ${folder}`,
    async put(key, file) {
      const { directory, path } = placeOf(folder, key);
      if (await mkdir(directory, { recursive: true, mode: 0o700 })) {
        await syncFolder(folder);
        await syncFolder(dirname(folder));
      }
      await rename(file.path, path);
      await syncFolder(directory);
    },
    async read(key, range?: ByteRange) {
      // Opened before the reply begins, while a missing file can still be a 404.
      const file = await open(placeOf(folder, key).path, 'r').catch((error: unknown) => {
        throw isFileFault(error, 'ENOENT') ? new MissingObjectError(key, error) : error;
      });
      return file.createReadStream({ highWaterMark: PIECE_BYTES, ...range });
    },
    async delete(key) {
      await rm(placeOf(folder, key).path, { force: true });
    },
    async close() {},
  };
}

/** The last two digits of an id of ours are random. */
function placeOf(folder: string, key: string): { directory: string; path: string } {
  if (!KEY.test(key)) throw new Error(`${JSON.stringify(key)} is no key of a file`);
  const directory = `${folder}/${key.slice(-2)}`;
  return { directory, path: `${directory}/${key}` };
}

/** Until a connection stands, and without a byte on one that does. */
const CONNECT_MS = 5_000;
const SILENCE_MS = 30_000;
/** Each download holds a connection for as long as the reader's line takes. */
const MAX_CONNECTIONS = 200;

export type BucketLocation = Extract<StoreLocation, { kind: 's3' }>;

/** A connection to a bucket's store, made with its first use, when the library is loaded too. */
export function connectBucket(location: BucketLocation) {
  let connecting: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined;
  let knowsSha256 = true;
  const open = () => {
    connecting ??= import('@aws-sdk/client-s3').then((sdk) => ({
      sdk,
      client: createClient(sdk, location),
    }));
    return connecting;
  };
  const send = async (
    key: string,
    file: FileOnDisk,
    checksum: Pick<PutObjectCommandInput, 'ChecksumSHA256' | 'ContentMD5'>,
  ) => {
    const { sdk, client } = await open();
    const Body = createReadStream(file.path);
    try {
      await client.send(
        new sdk.PutObjectCommand({
          Bucket: location.bucket,
          Key: location.prefix + key,
          Body,
          // A stream's length is not known otherwise, and the store refuses bytes that are not these.
          ContentLength: file.size,
          ...checksum,
          // Only the product reads the bucket; if it is ever opened, nothing in it shows as a page.
          ContentType: 'application/octet-stream',
          ContentDisposition: 'attachment',
        }),
      );
    } finally {
      Body.destroy();
    }
  };
  return {
    open,
    /** Stores the file under `key`, after the prefix, and has the store compare its checksum. */
    async put(key: string, file: FileOnDisk): Promise<void> {
      if (knowsSha256) {
        try {
          return await send(key, file, {
            ChecksumSHA256: Buffer.from(file.sha256, 'hex').toString('base64'),
          });
        } catch (error) {
          if (!isUnknownHeader(error)) throw error;
        }
      }
      // Every store has this checksum, from S3's first years; some know no other (Backblaze B2: "Unsupported header").
      await send(key, file, { ContentMD5: await md5Of(file) });
      knowsSha256 = false;
    },
    async close(): Promise<void> {
      if (connecting) (await connecting).client.destroy();
    },
  };
}

/** Whether a store refused a request as one that it can't understand. */
function isUnknownHeader(error: unknown): boolean {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  return status === 400 || status === 501;
}

/** @throws when the file's bytes aren't the noted ones any more, which the newer checksum would show */
async function md5Of({ path, sha256 }: FileOnDisk): Promise<string> {
  const [md5, noted] = [createHash('md5'), createHash('sha256')];
  for await (const piece of createReadStream(path)) {
    md5.update(piece);
    noted.update(piece);
  }
  if (noted.digest('hex') !== sha256) throw new Error('The file changed before it was stored');
  return md5.digest('base64');
}

/** For people: the bucket and where it is. */
export function describeBucket({ bucket, endpoint }: BucketLocation): string {
  return `in the bucket ${bucket}${endpoint ? ` at ${new URL(endpoint).host}` : ''}`;
}

/** Keeps objects in a bucket of any S3-compatible store. */
function createS3Store(location: BucketLocation): ObjectStore {
  const { bucket: Bucket, prefix } = location;
  const { open: connect, put, close } = connectBucket(location);
  return {
    description: describeBucket(location),
    put,
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
    close,
  };
}

function createClient(
  sdk: typeof import('@aws-sdk/client-s3'),
  { endpoint, region, isPathStyle, credentials }: BucketLocation,
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
    // Many stores do not know the checksums that the library adds by itself; ours is in the command (`put`).
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

/** The store of the settings. Nothing is touched before its first use. */
export function openStore(location: StoreLocation): ObjectStore {
  return location.kind === 's3' ? createS3Store(location) : createFolderStore(location.folder);
}

/** A bucket as STORAGE_URL names it. */
interface BucketUrl {
  bucket: string;
  /** Before the name of each object; empty or with a slash at its end. */
  prefix: string;
  /** Undefined: Amazon's own. */
  endpoint: string | undefined;
  region: string | undefined;
  /** Whether the bucket stands in the path of an address and not in its host name. */
  isPathStyle: boolean;
}

const PARAMETERS = new Set(['endpoint', 'region', 'pathStyle']);

/**
 * Reads `s3://bucket/prefix?endpoint=…&region=…&pathStyle=off`. Undefined for anything else: an unknown
 * parameter is a mistake that would otherwise store files in another place than meant.
 */
export function parseBucketUrl(text: string): BucketUrl | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const { searchParams: parameters, hostname: bucket, pathname } = url;
  const endpoint = parameters.get('endpoint') ?? undefined;
  const isSound =
    url.protocol === 's3:' &&
    /^[a-z0-9][a-z0-9.-]{1,62}$/.test(bucket) &&
    url.username + url.password + url.port + url.hash === '' &&
    [...parameters.keys()].every((name) => PARAMETERS.has(name)) &&
    ['on', 'off', null].includes(parameters.get('pathStyle')) &&
    (endpoint === undefined || isWebOrigin(endpoint));
  if (!isSound) return undefined;
  const path = trimOf(pathname, '/');
  return {
    bucket,
    prefix: path === '' ? '' : `${path}/`,
    endpoint,
    region: parameters.get('region') ?? undefined,
    isPathStyle: parameters.has('pathStyle') ? parameters.get('pathStyle') === 'on' : endpoint !== undefined,
  };
}

function isWebOrigin(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
