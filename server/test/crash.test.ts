import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { api } from '@atelier/domain/api.ts';
import type { Endpoint } from '@atelier/domain/endpoints/endpoint.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Engine } from '../src/platform/db/database.ts';
import { openDatabase } from '../src/platform/db/open.ts';
import { type Child, databaseEnv, startNode } from './child.ts';
import { createTestLocation, describeEachEngine } from './database.ts';
import type { Reply } from './people.ts';
import type { AuthBody } from './sign-in.ts';

const CLIENTS = 4;
const VISITORS = 4;
/** Acknowledged writes until the process is killed, round by round: it dies in the middle of others. */
const KILL_AFTER: Record<Engine, readonly number[]> = { sqlite: [1, 40, 120, 300], postgres: [60] };

/** What the server has said is done. */
interface Acknowledged {
  /** For each client the number that its draft was last given. */
  saves: number[];
  enquiries: string[];
}

interface RunningServer {
  child: Child;
  origin: string;
}

async function start(env: Record<string, string>): Promise<RunningServer> {
  const child = startNode(['server/src/main.ts'], {
    NODE_ENV: 'test',
    PORT: '0',
    AUTH_AUTOCONFIRM: 'on',
    OWNER_EMAIL: 'owner@studio.example',
    RATE_LIMIT_SCALE: '100000',
    LOG_LEVEL: 'error',
    ...env,
  });
  await child.said('Data is in');
  const port = /\(port (\d+)\)/.exec(child.output())?.[1];
  return { child, origin: `http://127.0.0.1:${port}` };
}

async function call<E extends Endpoint>(
  origin: string,
  token: string,
  endpoint: E,
  body?: unknown,
  query = '',
): Promise<Pick<Reply<E>, 'status' | 'body'>> {
  const reply = await fetch(`${origin}/api${endpoint.path}${query}`, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: reply.status, body: (await reply.json()) as Reply<E>['body'] };
}

async function signUp(origin: string, email: string): Promise<string> {
  const reply = await fetch(`${origin}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'a long sentence nobody else uses' }),
  });
  const session = (await reply.json()) as AuthBody;
  return session.access_token;
}

/** Writes as fast as the server answers until it is gone; gives what it acknowledged. */
async function writeUntilKilled(
  server: RunningServer,
  tokens: string[],
  acknowledged: Acknowledged,
  killAfter: number,
) {
  let count = 0;
  const acknowledge = () => {
    count += 1;
    if (count === killAfter) server.child.process.kill('SIGKILL');
  };
  /** Runs `write` over and over; it ends with the first call that gets no answer. */
  const again = async (write: () => Promise<void>) => {
    try {
      for (;;) await write();
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
    }
  };
  const clients = tokens.map((token, client) =>
    again(async () => {
      const next = (acknowledged.saves[client] ?? 0) + 1;
      const { status } = await call(server.origin, token, api.saveOnboarding, {
        step: 1,
        data: { goals: `${next}` },
      });
      expect(status).toBe(200);
      acknowledged.saves[client] = next;
      acknowledge();
    }),
  );
  const visitors = Array.from({ length: VISITORS }, (_, visitor) =>
    again(async () => {
      const message = `Enquiry ${killAfter}-${visitor}-${count}-${acknowledged.enquiries.length}`;
      const enquiry = { name: 'Ada', email: 'ada@visitor.example', message };
      const { status } = await call(server.origin, '', api.createEnquiry, enquiry);
      expect(status).toBe(201);
      acknowledged.enquiries.push(message);
      acknowledge();
    }),
  );
  await Promise.all([...clients, ...visitors]);
  expect((await server.child.ended).signal).toBe('SIGKILL');
  expect(count).toBeGreaterThanOrEqual(killAfter);
}

/** All that was acknowledged is there; at most one more of each writer, which was on its way. */
async function expectKept(origin: string, tokens: string[], owner: string, acknowledged: Acknowledged) {
  for (const [client, token] of tokens.entries()) {
    const { body } = await call(origin, token, api.getMyOnboarding);
    const saved = Number(body.onboarding?.data.goals ?? 0);
    const last = acknowledged.saves[client] ?? 0;
    expect(saved - last).toBeOneOf([0, 1]);
    acknowledged.saves[client] = saved;
  }
  const kept = new Set<string>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { body } = await call(origin, owner, api.listEnquiries, undefined, `?limit=100&page=${page}`);
    pages = body.pages;
    for (const enquiry of body.items) kept.add(enquiry.message);
  }
  expect(acknowledged.enquiries.filter((message) => !kept.has(message))).toEqual([]);
}

describeEachEngine((engine) => {
  it('keeps everything it has acknowledged when it is killed in the middle of writing', async () => {
    const { location, remove } = await createTestLocation(engine);
    const folder = mkdtempSync(`${tmpdir()}/atelier-crash-`);
    const env = { DATA_DIR: folder, ...databaseEnv(location) };
    let server = await start(env);
    try {
      const owner = await signUp(server.origin, 'owner@studio.example');
      const tokens = [];
      for (let i = 0; i < CLIENTS; i++)
        tokens.push(await signUp(server.origin, `client-${i}@client.example`));
      const acknowledged: Acknowledged = { saves: [], enquiries: [] };
      for (const killAfter of KILL_AFTER[engine]) {
        await writeUntilKilled(server, tokens, acknowledged, killAfter);
        server = await start(env);
        await expectKept(server.origin, tokens, owner, acknowledged);
      }
    } finally {
      server.child.process.kill('SIGTERM');
      await server.child.ended;
    }

    const database = openDatabase(location);
    const { db } = database;
    const enquiries = await db.selectFrom('enquiries').select('id').execute();
    const mails = await db
      .selectFrom('mail_outbox')
      .select('id')
      .where('kind', '=', 'contact.enquiry')
      .execute();
    const counts = await db.selectFrom('list_counts').selectAll().orderBy('name').execute();
    expect(mails).toHaveLength(enquiries.length);
    expect(counts).toEqual([
      { name: 'accounts', count: CLIENTS + 1 },
      { name: 'enquiries.new', count: enquiries.length },
      { name: 'projects.draft', count: CLIENTS },
    ]);
    if (engine === 'sqlite') {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
      expect(rows).toEqual([{ integrity_check: 'ok' }]);
    }
    await database.close();
    await remove();
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);
});
