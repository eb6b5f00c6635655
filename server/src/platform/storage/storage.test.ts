import { randomBytes } from 'node:crypto';
import { readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../test/harness/server.ts';
import { createTestBucket, createTestStore, describeEachStore } from '../../../test/harness/stores.ts';
import { transaction } from '../db/transaction.ts';

const BYTES = randomBytes(300_000);
const MAX = 400_000;

async function keepFile(
  { instance, db }: TestServer,
  name = 'a.bin',
  bytes: Buffer = BYTES,
): Promise<string> {
  const { storage } = instance.platform;
  await using spooled = await storage.receive([bytes], { name, maxBytes: MAX });
  const key = await storage.put(spooled, { name });
  await transaction(db, (trx) => storage.keep(trx, key));
  return key;
}

async function readAll(server: TestServer, key: string, range?: { start: number; end: number }) {
  const pieces: Buffer[] = [];
  for await (const piece of await server.instance.platform.storage.openRead(key, range)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const pathOf = (link: string) => new URL(link).pathname;
const spoolOf = (server: TestServer) => readdirSync(`${server.dataDir}/spool`);

describe('Storage', () => {
  describeEachStore((engine, kind) => {
    it('reads back a stored file, whole and in part', async () => {
      await using store = await createTestStore(kind);
      await using server = await createTestServer({ engine, env: store.env });
      const key = await keepFile(server);
      expect((await readAll(server, key)).equals(BYTES)).toBe(true);
      const part = await readAll(server, key, { start: 1000, end: 1999 });
      expect(part.equals(BYTES.subarray(1000, 2000))).toBe(true);
      expect(spoolOf(server)).toEqual([]);
    });

    it('removes the bytes of dropped files and of files never kept', async () => {
      await using store = await createTestStore(kind);
      await using server = await createTestServer({ engine, env: store.env });
      const { storage } = server.instance.platform;
      const [kept, dropped] = [await keepFile(server), await keepFile(server)];
      await using spooled = await storage.receive([BYTES], { name: 'a.bin', maxBytes: MAX });
      const forgotten = await storage.put(spooled, { name: 'a.bin' });
      await transaction(server.db, (trx) => storage.drop(trx, [dropped]));
      await expect(storage.getFile(dropped)).rejects.toMatchObject({ code: 'not_found' });
      await expect(storage.getFile(forgotten)).rejects.toMatchObject({ code: 'not_found' });

      await storage.sweep();
      await expect(readAll(server, dropped)).rejects.toMatchObject({ code: 'unavailable' });
      expect((await readAll(server, forgotten)).length).toBe(BYTES.length);
      server.clock.advance(3601);
      await storage.sweep();
      await expect(readAll(server, forgotten)).rejects.toMatchObject({ code: 'unavailable' });
      await expect(transaction(server.db, (trx) => storage.keep(trx, forgotten))).rejects.toMatchObject({
        code: 'unavailable',
      });
      expect((await readAll(server, kept)).length).toBe(BYTES.length);
      const rows = await server.db.selectFrom('stored_files').select('key').execute();
      expect(rows).toEqual([{ key: kept }]);
    });

    it('keeps nothing of a file that is too large or broke off', async () => {
      await using store = await createTestStore(kind);
      await using server = await createTestServer({ engine, env: store.env });
      const { storage } = server.instance.platform;
      const whole = await storage.receive([BYTES.subarray(0, 100)], { name: 'a', maxBytes: 100 });
      expect(whole.size).toBe(100);
      await whole[Symbol.asyncDispose]();
      await expect(
        storage.receive([BYTES.subarray(0, 50), BYTES.subarray(0, 51)], { name: 'a', maxBytes: 100 }),
      ).rejects.toMatchObject({ code: 'payload_too_large' });
      async function* broken() {
        yield BYTES;
        throw new Error('the line broke');
      }
      await expect(storage.receive(broken(), { name: 'a', maxBytes: MAX })).rejects.toThrow('the line broke');
      expect(spoolOf(server)).toEqual([]);
    });

    it('answers for a stored file although it can’t be removed from the spool', async () => {
      await using store = await createTestStore(kind);
      await using server = await createTestServer({ engine, env: store.env });
      const { storage } = server.instance.platform;
      const spool = `${server.dataDir}/spool`;
      const receive = async () => {
        await using spooled = await storage.receive([BYTES], { name: 'a', maxBytes: MAX });
        renameSync(spool, `${spool}-before`);
        // A file in place of the folder stands for a disk that can only be read.
        writeFileSync(spool, '');
        return spooled.size;
      };
      await expect(receive()).resolves.toBe(BYTES.length);
    });

    it('removes spooled files of an ended process, and none that is arriving', async () => {
      await using store = await createTestStore(kind);
      await using server = await createTestServer({ engine, env: store.env });
      const { storage } = server.instance.platform;
      await using arriving = await storage.receive([BYTES], { name: 'a', maxBytes: MAX });
      writeFileSync(`${server.dataDir}/spool/left`, 'half');
      const hours = Date.now() / 1000 - 2 * 3600;
      utimesSync(`${server.dataDir}/spool/left`, hours, hours);
      await storage.sweep();
      expect(spoolOf(server)).toEqual([arriving.path.split('/').at(-1)]);
    });

    it.each([
      ['app.js', 'run()'],
      ['style.css', 'body { color: red }'],
    ])('serves %s as bytes, which no page of ours can load as a script or a style', async (name, text) => {
      await using store = await createTestStore(kind);
      await using server = await createTestServer({ engine, env: store.env });
      const key = await keepFile(server, name, Buffer.from(text));
      const reply = await server.inject(pathOf(server.instance.platform.storage.signedDownload(key)));
      expect(reply.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'x-content-type-options': 'nosniff',
      });
    });

    it('serves a file by its link as a download in a sandbox', async () => {
      await using store = await createTestStore(kind);
      await using server = await createTestServer({ engine, env: store.env });
      const page = Buffer.from('<!doctype html><script>alert(1)</script>');
      const key = await keepFile(server, 'Résumé “x”\u202e.html', page);
      const link = server.instance.platform.storage.signedDownload(key);
      expect(link).toMatch(/^http:\/\/localhost:4000\/files\//);
      const reply = await server.inject(pathOf(link));
      expect([reply.statusCode, reply.rawPayload.equals(page)]).toEqual([200, true]);
      expect(reply.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition':
          'attachment; filename="Re_sume_ _x__.html"; filename*=UTF-8\'\'R%C3%A9sum%C3%A9%20%E2%80%9Cx%E2%80%9D%E2%80%AE.html',
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
        'cross-origin-resource-policy': 'same-origin',
        'content-length': String(page.length),
      });
      const head = await server.inject({ method: 'HEAD', url: pathOf(link) });
      expect([head.statusCode, head.payload, head.headers['content-length']]).toEqual([
        200,
        '',
        String(page.length),
      ]);
    });

    it('serves the requested range', async () => {
      await using store = await createTestStore(kind);
      await using server = await createTestServer({ engine, env: store.env });
      const url = pathOf(server.instance.platform.storage.signedDownload(await keepFile(server)));
      const ask = (range: string, headers = {}) => server.inject({ url, headers: { range, ...headers } });
      const middle = await ask('bytes=10-19');
      expect([middle.statusCode, middle.headers['content-range']]).toEqual([206, 'bytes 10-19/300000']);
      expect(middle.rawPayload.equals(BYTES.subarray(10, 20))).toBe(true);
      const end = await ask('bytes=-5');
      expect(end.rawPayload.equals(BYTES.subarray(-5))).toBe(true);
      const rest = await ask('bytes=299990-999999');
      expect(rest.rawPayload.equals(BYTES.subarray(299_990))).toBe(true);
      const beyond = await ask('bytes=300000-');
      expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */300000']);
      for (const odd of ['bytes=5-2', 'bytes=0-1,5-6', 'pages=1-2', 'bytes=-']) {
        expect([odd, (await ask(odd)).statusCode]).toEqual([odd, 200]);
      }
      const changed = await ask('bytes=10-19', { 'if-range': '"another"' });
      expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, BYTES.length]);
    });

    it('refuses an expired link and an altered one', async () => {
      await using store = await createTestStore(kind);
      await using server = await createTestServer({ engine, env: store.env });
      const { storage } = server.instance.platform;
      const [key, other] = [await keepFile(server), await keepFile(server)];
      const url = pathOf(storage.signedDownload(key));
      const status = async (address: string) => (await server.inject(address)).statusCode;
      const [, expires = '', signature = ''] = url.split('/').at(-1)?.split('.') ?? [];
      expect(await status(url)).toBe(200);
      expect(await status(`/files/${other}.${expires}.${signature}`)).toBe(404);
      const later = (Number.parseInt(expires, 36) + 3600).toString(36);
      expect(await status(`/files/${key}.${later}.${signature}`)).toBe(404);
      const flipped = signature.startsWith('A') ? 'B' : 'A';
      expect(await status(`/files/${key}.${expires}.${flipped}${signature.slice(1)}`)).toBe(404);
      for (const odd of [key, `${key}.${expires}.`, '..%2f..%2fetc%2fpasswd', '%00', 'x'.repeat(190)]) {
        expect([odd.slice(0, 40), await status(`/files/${odd}`)]).toEqual([odd.slice(0, 40), 404]);
      }

      server.clock.advance(9 * 60);
      expect(await status(url)).toBe(200);
      server.clock.advance(6 * 60);
      const late = await server.inject(url);
      expect([late.statusCode, late.json().code]).toEqual([410, 'link_expired']);
      const followed = await server.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } });
      expect([followed.statusCode, followed.headers['content-type']]).toEqual([
        410,
        'text/html; charset=utf-8',
      ]);
      expect(followed.body).toContain('<h1>This link has expired</h1>');
      expect(followed.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(await status(pathOf(storage.signedDownload(key)))).toBe(200);
      await transaction(server.db, (trx) => storage.drop(trx, [key]));
      const gone = pathOf(storage.signedDownload(key));
      expect(await status(gone)).toBe(404);
      const missed = await server.inject({ url: gone, headers: { accept: 'text/html' } });
      expect([missed.statusCode, missed.headers['cache-control']]).toEqual([404, 'private, no-store']);
      expect(missed.body).toContain('<h1>There is nothing at this address</h1>');
    });

    it('closes a file whose reader has gone', async () => {
      await using store = await createTestStore(kind);
      await using server = await createTestServer({ engine, env: store.env });
      const url = pathOf(server.instance.platform.storage.signedDownload(await keepFile(server)));
      const origin = await server.listen();
      await new Promise<void>((resolve, reject) => {
        const request = get(origin + url, (reply) => {
          reply.once('data', () => {
            reply.destroy();
            resolve();
          });
        });
        request.on('error', reject);
      });
      const again = await fetch(origin + url);
      expect(Buffer.from(await again.arrayBuffer()).equals(BYTES)).toBe(true);
    });
  });

  it('answers 503 while the store is down, and recovers', async () => {
    await using bucket = await createTestBucket();
    await using server = await createTestServer({ engine: 'sqlite', env: bucket.env });
    const { storage } = server.instance.platform;
    const key = await keepFile(server);
    const url = pathOf(storage.signedDownload(key));
    await transaction(server.db, (trx) => storage.drop(trx, [key]));
    const kept = await keepFile(server);
    await bucket.stop();
    expect((await server.inject(url)).statusCode).toBe(404);
    const reply = await server.inject(pathOf(storage.signedDownload(kept)));
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'unavailable']);
    await storage.sweep();
    const row = await server.db.selectFrom('stored_files').select('drop_at').where('key', '=', key).execute();
    expect(row).toHaveLength(1);
    expect(server.takeLoggedErrors()).toHaveLength(1);
  });
});
