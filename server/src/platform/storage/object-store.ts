import type { Readable } from 'node:stream';

/** Where the bytes of files are kept. */
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
