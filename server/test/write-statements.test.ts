import { randomUUID } from 'node:crypto';
import { api } from '@atelier/domain/api.ts';
import type { KyselyPlugin, QueryId } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, describeEachEngine } from './harness/database.ts';
import { createTestApp } from './harness/test-app.ts';
import { sampleEnquiry } from './samples/enquiries.ts';
import { sampleBrief } from './samples/projects.ts';

const VERB = /^\s*(select|insert|update|delete|with)\b/i;
const TABLE = /\b(?:from|join|into|update)\s+"(\w+)"|(pg_\w+)\(/i;

/** A database that notes each statement that it runs: `insert messages`. */
async function createNotingDatabase(engine: 'sqlite' | 'postgres') {
  const database = await createTestDatabase(engine);
  const statements: string[] = [];
  const made = new WeakMap<QueryId, string>();
  const note: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const { sql } = database.db.getExecutor().compileQuery(node, queryId);
      const [, table, call] = TABLE.exec(sql) ?? [];
      made.set(queryId, `${VERB.exec(sql)?.[1]?.toLowerCase()} ${table ?? call}`);
      return node;
    },
    // A part of another query is transformed too, but has no result of its own.
    transformResult: async ({ result, queryId }) => {
      statements.push(made.get(queryId) ?? 'unknown');
      return result;
    },
  };
  return { database: { ...database, db: database.db.withPlugin(note) }, statements };
}

describe('the statements of a write', () => {
  describeEachEngine((engine) => {
    it('stay as few as they are', async () => {
      const { database, statements } = await createNotingDatabase(engine);
      await using app = await createTestApp({ engine, database });
      const owner = await app.signInOwner();
      const client = await app.signIn();
      /** What a call runs before it replies and after; the transaction's own beginning and end come on top. */
      const statementsOf = async (call: () => Promise<{ status: number; body: unknown }>) => {
        await app.whenIdle();
        statements.length = 0;
        const { status, body } = await call();
        expect({ status, body }).toMatchObject({ status: expect.toSatisfy((code: number) => code < 300) });
        await app.whenIdle();
        return [...statements];
      };
      const { id } = (await client.call(api.submitOnboarding, { body: { final: sampleBrief } })).body;
      const params = { id };
      const milestone = (
        await owner.call(api.createMilestone, { params, body: { title: 'Design', published: true } })
      ).body.milestone;
      const send = (user: typeof client) => {
        const endpoint = user === client ? api.sendMessage : api.sendMessageAsStudio;
        return user.call(endpoint, { params, body: { body: 'Could it open earlier?', key: randomUUID() } });
      };
      // The first is mailed at once.
      await send(client);
      await send(owner);
      const notify = engine === 'postgres' ? ['select pg_notify'] : [];
      // The provider of these tests keeps its sessions elsewhere.
      const access = 'select accounts';
      expect(await statementsOf(() => send(client))).toEqual([
        access,
        'select projects',
        'select messages',
        'insert unanswered_threads',
        'insert messages',
        'insert project_activity',
        'update projects',
        // Who gets the live event.
        'select projects',
        ...notify,
        'insert pending_notifications',
      ]);
      expect(await statementsOf(() => send(owner))).toEqual([
        access,
        // The title, for the audit.
        'select projects',
        'insert admin_actions',
        'select projects',
        'select messages',
        'delete unanswered_threads',
        'insert messages',
        'insert project_activity',
        'update projects',
        'select projects',
        ...notify,
        'insert pending_notifications',
        'update admin_actions',
      ]);
      const target = { ...params, milestoneId: milestone.id };
      const change = { revision: milestone.revision, title: 'Layout' };
      expect(
        await statementsOf(() => owner.call(api.updateMilestone, { params: target, body: change })),
      ).toEqual([
        access,
        // The titles, for the audit.
        'select projects',
        'select milestones',
        'insert admin_actions',
        'select projects',
        'select milestones',
        'update milestones',
        'insert project_activity',
        'update projects',
        'select projects',
        ...notify,
        'update admin_actions',
      ]);
      const draft = { step: 1, data: { goals: 'more' } };
      expect(await statementsOf(() => client.call(api.saveOnboarding, { body: draft }))).toEqual([
        access,
        'select accounts',
        'select projects',
        'insert projects',
        'insert list_counts',
      ]);
      expect(await statementsOf(() => app.call(api.createEnquiry, { body: sampleEnquiry }))).toEqual([
        // How many notices the owner had this hour.
        'select mail_outbox',
        'insert enquiries',
        ...notify,
        'insert mail_outbox',
        'insert list_counts',
        'insert monthly_figures',
      ]);
    });
  });
});
