import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { api } from '@atelier/domain/api.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../src/platform/db/database.ts';
import { openDatabase } from '../src/platform/db/open.ts';
import { databaseEnv } from './harness/child.ts';
import { createTestLocation, describeEachEngine } from './harness/database.ts';
import { type RunningProduct, startProduct } from './harness/running-product.ts';
import { sampleBrief } from './samples/projects.ts';

const CLIENTS = 4;
const VISITORS = 4;
/** Rounds of acknowledged writes until the process is killed: it dies in the middle of others. */
const KILL_AFTER: Record<Engine, readonly number[]> = { sqlite: [1, 40, 120, 300], postgres: [60] };

/** The writes that the server has acknowledged. */
interface Acknowledged {
  /** The number last given to each client's draft. */
  saves: number[];
  enquiries: string[];
  messages: string[];
}

/** A client with a project under way who starts another one. */
interface Client {
  token: string;
  projectId: string;
}

/** Writes as fast as the server replies until it is gone; returns the acknowledged writes. */
async function writeUntilKilled(
  server: RunningProduct,
  clients: readonly Client[],
  acknowledged: Acknowledged,
  killAfter: number,
) {
  let count = 0;
  const acknowledge = () => {
    count += 1;
    if (count === killAfter) server.child.process.kill('SIGKILL');
  };
  /** Repeats `write` until the first call without a reply. */
  const again = async (write: () => Promise<void>) => {
    try {
      for (;;) await write();
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
    }
  };
  const savers = clients.map(({ token }, client) =>
    again(async () => {
      const next = (acknowledged.saves[client] ?? 0) + 1;
      const { status } = await server.call(token, api.saveOnboarding, {
        body: { step: 1, data: { goals: `${next}` } },
      });
      expect(status).toBe(200);
      acknowledged.saves[client] = next;
      acknowledge();
    }),
  );
  const writers = clients.map(({ token, projectId: id }, client) =>
    again(async () => {
      const body = `Message ${killAfter}-${client}-${count}-${acknowledged.messages.length}`;
      const { status } = await server.call(token, api.sendMessage, { params: { id }, body: { body } });
      expect(status).toBe(201);
      acknowledged.messages.push(body);
      acknowledge();
    }),
  );
  const visitors = Array.from({ length: VISITORS }, (_, visitor) =>
    again(async () => {
      const message = `Enquiry ${killAfter}-${visitor}-${count}-${acknowledged.enquiries.length}`;
      const enquiry = { name: 'Ada', email: 'ada@visitor.example', message };
      const { status } = await server.call('', api.createEnquiry, { body: enquiry });
      expect(status).toBe(201);
      acknowledged.enquiries.push(message);
      acknowledge();
    }),
  );
  await Promise.all([...savers, ...writers, ...visitors]);
  expect((await server.child.ended).signal).toBe('SIGKILL');
  expect(count).toBeGreaterThanOrEqual(killAfter);
}

/** Everything acknowledged is there, and at most one more write per writer, which was under way. */
async function expectKept(
  { call }: RunningProduct,
  clients: readonly Client[],
  owner: string,
  acknowledged: Acknowledged,
) {
  for (const [client, { token }] of clients.entries()) {
    const { body } = await call(token, api.getMyOnboarding);
    const saved = Number(body.onboarding?.data.goals ?? 0);
    const last = acknowledged.saves[client] ?? 0;
    expect(saved - last).toBeOneOf([0, 1]);
    acknowledged.saves[client] = saved;
  }
  const kept = new Set<string>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { body } = await call(owner, api.listEnquiries, { query: { limit: 100, page } });
    pages = body.pages;
    for (const enquiry of body.items) kept.add(enquiry.message);
  }
  expect(acknowledged.enquiries.filter((message) => !kept.has(message))).toEqual([]);
}

describe('a killed process', () => {
  describeEachEngine((engine) => {
    it('loses nothing that it has acknowledged', async () => {
      const { location, remove } = await createTestLocation(engine);
      const folder = mkdtempSync(`${tmpdir()}/atelier-crash-`);
      const env = { DATA_DIR: folder, ...databaseEnv(location) };
      const acknowledged: Acknowledged = { saves: [], enquiries: [], messages: [] };
      let server = await startProduct(env);
      try {
        const owner = await server.signUp('owner@studio.example');
        const clients: Client[] = [];
        for (let i = 0; i < CLIENTS; i++) {
          const token = await server.signUp(`client-${i}@client.example`);
          const { body } = await server.call(token, api.submitOnboarding, { body: { final: sampleBrief } });
          clients.push({ token, projectId: body.id });
        }
        for (const killAfter of KILL_AFTER[engine]) {
          await writeUntilKilled(server, clients, acknowledged, killAfter);
          server = await startProduct(env);
          await expectKept(server, clients, owner, acknowledged);
        }
      } finally {
        await server.stop();
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
        { name: 'projects.submitted', count: CLIENTS },
      ]);
      // A message is there with its activity and its pending mail, or not at all.
      const messages = await db.selectFrom('messages').select(['id', 'body']).orderBy('id').execute();
      const mailed = await db
        .selectFrom('project_activity')
        .select('subject_id')
        .where('kind', '=', 'message_sent')
        .orderBy('subject_id')
        .execute();
      const noted = await db
        .selectFrom('pending_notifications')
        .select('subject_id')
        .where('kind', '=', 'message')
        .orderBy('subject_id')
        .execute();
      const bodies = messages.map(({ body }) => body);
      expect(acknowledged.messages.filter((body) => !bodies.includes(body))).toEqual([]);
      expect(new Set(bodies).size).toBe(bodies.length);
      for (const rows of [mailed, noted]) {
        expect(rows.map(({ subject_id }) => subject_id)).toEqual(messages.map(({ id }) => id));
      }
      if (engine === 'sqlite') {
        const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
        expect(rows).toEqual([{ integrity_check: 'ok' }]);
      }
      await database.close();
      await remove();
      rmSync(folder, { recursive: true, force: true });
    }, 120_000);
  });
});
