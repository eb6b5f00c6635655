import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import S3rver from 's3rver';
import { describe } from 'vitest';
import type { Engine } from '../../src/platform/db/database.ts';
import { describeEachEngine } from './database.ts';
import { freePort } from './free-port.ts';

/** The two kinds of place that files can be kept in. */
export type StoreKind = 'folder' | 's3';

/** A bucket of a test's own on a server of its own. */
export interface TestBucket extends AsyncDisposable {
  /** The settings that lead to it. */
  env: Record<string, string>;
  /** Ends the server; the bucket is out of reach from here on. */
  stop(): Promise<void>;
  /** Starts it again at the same address, with everything that it had. */
  restart(): Promise<void>;
}

export async function createTestBucket(): Promise<TestBucket> {
  const directory = mkdtempSync(`${tmpdir()}/atelier-bucket-`);
  const port = await freePort();
  const run = async () => {
    const started = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory,
      configureBuckets: [{ name: 'files', configs: [] }],
    });
    await started.run();
    return started;
  };
  let server = await run();
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= server.close();
    return stopping;
  };
  return {
    env: {
      STORAGE_URL: `s3://files/studio?endpoint=http://127.0.0.1:${port}&region=us-east-1`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    stop,
    restart: async () => {
      server = await run();
      stopping = undefined;
    },
    async [Symbol.asyncDispose]() {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Describes the same on each engine and each kind of store: the folder with both, the bucket with both. */
export function describeEachStore(describeOn: (engine: Engine, kind: StoreKind) => void): void {
  describeEachEngine((engine) => {
    for (const kind of ['folder', 's3'] as const) {
      describe(`with files in ${kind === 's3' ? 'a bucket' : 'a folder'}`, () => describeOn(engine, kind));
    }
  });
}

/** Where the tests of one kind keep files: a new bucket, or nothing but the server's own folder. */
export async function createTestStore(kind: StoreKind): Promise<TestBucket> {
  if (kind === 's3') return createTestBucket();
  return { env: {}, stop: async () => {}, restart: async () => {}, [Symbol.asyncDispose]: async () => {} };
}
