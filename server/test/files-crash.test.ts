import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { api } from '@atelier/domain/api.ts';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../src/platform/db/open.ts';
import { databaseEnv } from './harness/child.ts';
import { createTestLocation, describeEachEngine } from './harness/database.ts';
import { startProduct } from './harness/running-product.ts';
import { formWith } from './samples/files.ts';
import { sampleBrief } from './samples/projects.ts';

const CONTENT = 'what ada sends';

/** An in-memory bucket that reports ada's file once it has it, before it replies. Health's look at the store leaves nothing in it. */
async function openBucket(onStored: () => void) {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const key = (request.url ?? '').split('?')[0] ?? '';
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const content = Buffer.concat(pieces);
    if (request.method === 'PUT' && content.toString() === CONTENT) {
      objects.set(key, content);
      onStored();
    }
    if (request.method === 'DELETE') objects.delete(key);
    response.writeHead(request.method === 'DELETE' ? 204 : 200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { objects, url: `s3://files?endpoint=http://127.0.0.1:${port}`, close: () => server.close() };
}

describe('a process killed during an upload', () => {
  describeEachEngine((engine) => {
    it('leaves no row without bytes and no bytes without a row', async () => {
      const { location, remove } = await createTestLocation(engine);
      const folder = mkdtempSync(`${tmpdir()}/atelier-files-crash-`);
      let kill = () => {};
      const bucket = await openBucket(() => kill());
      const access = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
      const env = { DATA_DIR: folder, ...databaseEnv(location), STORAGE_URL: bucket.url, ...access };
      const { child, call, signUp } = await startProduct(env);
      kill = () => child.process.kill('SIGKILL');
      const token = await signUp('ada@client.example');
      const { id } = (await call(token, api.submitOnboarding, { body: { final: sampleBrief } })).body;
      const sending = call(token, api.sendFile, { params: { id }, body: formWith('a.txt', CONTENT) });
      await expect(sending).rejects.toThrow();
      expect((await child.ended).signal).toBe('SIGKILL');

      const database = openDatabase(location);
      const { db } = database;
      expect(bucket.objects.size).toBe(1);
      expect(await db.selectFrom('project_files').select('id').execute()).toEqual([]);
      const [row] = await db.selectFrom('stored_files').select(['key', 'drop_at']).execute();
      expect([[...bucket.objects.keys()], typeof row?.drop_at]).toEqual([[`/files/${row?.key}`], 'string']);

      // The hour is over: the next process starts with what is due.
      const past = '2020-01-01T00:00:00.000Z';
      await db.updateTable('stored_files').set({ drop_at: past }).execute();
      await db.updateTable('job_leases').set({ next_at: past, leased_until: null, owner: null }).execute();
      const next = await startProduct(env);
      while (bucket.objects.size > 0) await new Promise((resolve) => setTimeout(resolve, 20));
      await next.stop();
      expect(await db.selectFrom('stored_files').select('key').execute()).toEqual([]);
      await database.close();
      await remove();
      bucket.close();
      rmSync(folder, { recursive: true, force: true });
    });
  });
});
