import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createTestHttp } from '../../../test/harness/http.ts';
import { openConnection, until } from '../../../test/harness/raw-connection.ts';
import { createTestServer } from '../../../test/harness/server.ts';
import { transaction } from '../db/transaction.ts';
import { addDownloadRoute, type DownloadOptions } from './download.routes.ts';

/** More than the buffers of a connection hold on any machine. */
const LARGE = Buffer.alloc(16 * 1024 * 1024, 'a');
const AT_ONCE = { process: 12, each: { link: 3, address: 2 } };

/** Downloads of real files, with limits of the test's own, and the connections that they are on. */
async function createDownloads(
  { findingLink, ...options }: Omit<DownloadOptions, 'storage' | 'look'> & { findingLink?: Promise<void> },
  files: number,
) {
  const server = await createTestServer({ engine: 'sqlite' });
  const { storage } = server.instance.platform;
  const paths: string[] = [];
  for (let file = 0; file < files; file += 1) {
    const name = `${file}.txt`;
    await using spooled = await storage.receive([LARGE], { name, maxBytes: LARGE.length });
    const key = await storage.put(spooled, { name });
    await transaction(server.db, (trx) => storage.keep(trx, key));
    paths.push(new URL(storage.signedDownload(key)).pathname);
  }
  const look = { studioName: 'Studio' } as DownloadOptions['look'];
  const slowStorage: DownloadOptions['storage'] = {
    openRead: (key, range) => storage.openRead(key, range),
    resolveLink: async (token) => {
      await findingLink;
      return storage.resolveLink(token);
    },
  };
  const http = await createTestHttp((app) => {
    addDownloadRoute(app, { storage: slowStorage, look, ...options });
    app.get('/small', async () => ({}));
  });
  const sockets = new Set<Socket>();
  http.app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const origin = await http.listen();
  const open = async (path: string, from?: string) => {
    const connection = await openConnection(origin, from);
    connection.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    return connection;
  };
  return {
    paths,
    open,
    sockets,
    /** Requests that have arrived. */
    asked: () => [...sockets].filter(({ bytesRead }) => bytesRead > 0).length,
    /** Downloads that have begun, by what has gone out: a refusal is shorter. */
    begun: () => [...sockets].filter(({ bytesWritten }) => bytesWritten > 10_000).length,
    answered: () => [...sockets].filter(({ bytesWritten }) => bytesWritten > 0).length,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await http[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

describe('GET /files/:token', () => {
  it('buffers little of many unread downloads and serves others', async () => {
    await using downloads = await createDownloads({ atOnce: AT_ONCE }, 6);
    const addresses = Array.from({ length: 40 }, (_, at) => `127.0.1.${at + 1}`);
    for (const from of addresses) {
      for (const path of downloads.paths) await downloads.open(path, from);
    }
    await until(() => downloads.answered() === addresses.length * downloads.paths.length);
    expect(downloads.begun()).toBe(AT_ONCE.process);
    const kept = [...downloads.sockets].reduce((sum, socket) => sum + socket.writableLength, 0);
    expect(kept).toBeLessThan(AT_ONCE.process * 256 * 1024);
    const other = await downloads.open('/small');
    other.read();
    await until(() => other.answer().endsWith('{}'));
  });

  it.each([
    ['one link', ['127.0.1.1', '127.0.1.2', '127.0.1.3'], ['127.0.1.4'], 0],
    ['one network address', ['127.0.1.1', '127.0.1.1'], ['127.0.1.1'], 1],
  ])(
    'limits the concurrent downloads of %s and frees the slot when one ends',
    async (_of, full, more, other) => {
      await using downloads = await createDownloads({ atOnce: AT_ONCE }, 2);
      const [path = '', second = ''] = downloads.paths;
      const begun = [];
      for (const from of full) begun.push(await downloads.open(path, from));
      await until(() => downloads.begun() === full.length);
      const target = other === 0 ? path : second;
      const refused = await downloads.open(target, more[0]);
      refused.read();
      await until(() => refused.answer().includes('"code":"rate_limited"'));
      expect(refused.answer()).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 5\r\n/i);
      begun[0]?.destroy();
      await until(() => downloads.begun() === full.length - 1);
      await downloads.open(target, more[0]);
      await until(() => downloads.begun() === full.length);
    },
  );

  it('frees the slot of a caller who leaves during the lookup', async () => {
    const { promise: findingLink, resolve: find } = Promise.withResolvers<void>();
    await using downloads = await createDownloads({ atOnce: AT_ONCE, findingLink }, 1);
    const [path = ''] = downloads.paths;
    const gone = [await downloads.open(path), await downloads.open(path)];
    await until(() => downloads.asked() === gone.length);
    for (const connection of gone) connection.destroy();
    await until(() => downloads.sockets.size === 0);
    find();
    const other = await downloads.open(path);
    other.read();
    await until(() => other.answer().includes('\r\n\r\n'));
    expect(other.answer()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('ends an unread download and continues one that is read', async () => {
    const pace = { bytesPerSecond: 1_000, windowMs: 600 };
    await using downloads = await createDownloads({ atOnce: AT_ONCE, pace }, 1);
    const [path = ''] = downloads.paths;
    await downloads.open(path, '127.0.1.1');
    const read = await downloads.open(path, '127.0.1.2');
    await until(() => downloads.begun() === 2);
    read.read();
    await until(() => read.answer().length > LARGE.length);
    await until(() => downloads.begun() === 1);
    expect(read.answer()).toMatch(/^HTTP\/1\.1 200 /);
  });
});
