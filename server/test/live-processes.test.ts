import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/platform/db/open.ts';
import { type Child, databaseEnv, startNode } from './harness/child.ts';
import { createTestLocation } from './harness/database.ts';
import { chosenEngines } from './harness/engines.ts';
import { closeStreams, openStream } from './harness/live-client.ts';
import { PROGRAM } from './harness/running-product.ts';
import { sampleBrief } from './samples/projects.ts';

afterEach(closeStreams);

describe.runIf(chosenEngines(process.env.ENGINES).includes('postgres'))('several processes', () => {
  const children: Child[] = [];
  let location: Awaited<ReturnType<typeof createTestLocation>>;
  beforeEach(async () => {
    location = await createTestLocation('postgres');
  });
  afterEach(async () => {
    for (const { process } of children) process.kill('SIGTERM');
    for (const { ended } of children.splice(0)) expect((await ended).code).toBe(0);
    await location.remove();
  });

  async function startServer(): Promise<string> {
    const child = startNode([PROGRAM], {
      NODE_ENV: 'test',
      PORT: '0',
      AUTH_AUTOCONFIRM: 'on',
      OWNER_EMAIL: 'owner@studio.example',
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'error',
      ...databaseEnv(location.location),
    });
    children.push(child);
    await child.waitForOutput('Data is in');
    return `http://127.0.0.1:${/\(port (\d+)\)/.exec(child.output())?.[1]}`;
  }

  const send = async (url: string, body: unknown, token?: string) => {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    return reply.json() as Promise<Record<string, string>>;
  };

  it("send each other's events, also after their connection was cut", async () => {
    const [here, there] = [await startServer(), await startServer()];
    const account = { email: 'ada@client.example', password: 'a long sentence nobody else uses' };
    const { access_token: token = '' } = await send(`${here}/auth/v1/signup`, account);
    const brief = await send(`${here}/api/onboarding/submit`, { final: sampleBrief }, token);
    const [client, neighbour] = [await openStream(there, { token }), await openStream(here, { token })];
    const write = (text: string) => send(`${here}/api/portal/${brief.id}/messages`, { body: text }, token);
    await write('one');
    expect((await client.next()).kind).toBe('message_sent');
    expect((await neighbour.next()).kind).toBe('message_sent');

    const database = openDatabase(location.location);
    const { rows } = await sql<{ cut: boolean }>`select pg_terminate_backend(pid) as cut from pg_stat_activity
      where application_name = 'atelier events' and datname = current_database()`.execute(database.db);
    await database.close();
    expect(rows).toEqual([{ cut: true }, { cut: true }]);
    // Events during the cut were missed: both streams get a resync, and later events again.
    expect((await client.next()).kind).toBe('resync');
    expect((await neighbour.next()).kind).toBe('resync');
    await write('two');
    expect((await client.next()).kind).toBe('message_sent');
    expect((await neighbour.next()).kind).toBe('message_sent');
  });
});
