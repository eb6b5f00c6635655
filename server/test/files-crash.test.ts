import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { openDatabase } from '../src/platform/db/open.ts';
import { databaseEnv, startNode } from './child.ts';
import { createTestLocation, describeEachEngine } from './database.ts';
import { formWith, sampleBrief } from './sample-calls.ts';

/** A bucket in memory that tells of each file once it has it, and before it says so. */
async function openBucket(onStored: () => void) {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const key = (request.url ?? '').split('?')[0] ?? '';
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    if (request.method === 'PUT') {
      objects.set(key, Buffer.concat(pieces));
      onStored();
    }
    if (request.method === 'DELETE') objects.delete(key);
    response.writeHead(request.method === 'DELETE' ? 204 : 200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { objects, url: `s3://files?endpoint=http://127.0.0.1:${port}`, close: () => server.close() };
}

async function start(env: Record<string, string>) {
  const child = startNode(['server/src/main.ts'], {
    NODE_ENV: 'test',
    PORT: '0',
    AUTH_AUTOCONFIRM: 'on',
    RATE_LIMIT_SCALE: '1000',
    LOG_LEVEL: 'info',
    ...env,
  });
  await child.said('Data is in');
  return { child, origin: `http://127.0.0.1:${/\(port (\d+)\)/.exec(child.output())?.[1]}` };
}

async function post(address: string, body: unknown, token = '') {
  const reply = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  return (await reply.json()) as { access_token: string; id: string };
}

describeEachEngine((engine) => {
  it('keeps no row without bytes and no bytes without a row when it is killed between the two', async () => {
    const { location, remove } = await createTestLocation(engine);
    const folder = mkdtempSync(`${tmpdir()}/atelier-files-crash-`);
    let kill = () => {};
    const bucket = await openBucket(() => kill());
    const access = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
    const env = { DATA_DIR: folder, ...databaseEnv(location), STORAGE_URL: bucket.url, ...access };
    const { child, origin } = await start(env);
    kill = () => child.process.kill('SIGKILL');
    const password = 'a long sentence nobody else uses';
    const { access_token: token } = await post(`${origin}/auth/v1/signup`, {
      email: 'ada@client.example',
      password,
    });
    const { id } = await post(`${origin}/api/onboarding/submit`, { final: sampleBrief }, token);
    const headers = { authorization: `Bearer ${token}` };
    const sending = fetch(`${origin}/api/portal/${id}/files`, {
      method: 'POST',
      headers,
      body: formWith('a.txt', 'text'),
    });
    await expect(sending).rejects.toThrow();
    expect((await child.ended).signal).toBe('SIGKILL');

    const database = openDatabase(location);
    const { db } = database;
    expect(bucket.objects.size).toBe(1);
    expect(await db.selectFrom('project_files').select('id').execute()).toEqual([]);
    const [row] = await db.selectFrom('stored_files').select(['key', 'drop_at']).execute();
    expect([[...bucket.objects.keys()], typeof row?.drop_at]).toEqual([[`/files/${row?.key}`], 'string']);

    // The hour is over: the first thing that the next process does is to look for what is due.
    const past = '2020-01-01T00:00:00.000Z';
    await db.updateTable('stored_files').set({ drop_at: past }).execute();
    await db.updateTable('job_leases').set({ next_at: past, leased_until: null, owner: null }).execute();
    const next = await start(env);
    while (bucket.objects.size > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    next.child.process.kill('SIGTERM');
    await next.child.ended;
    expect(await db.selectFrom('stored_files').select('key').execute()).toEqual([]);
    await database.close();
    await remove();
    bucket.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
