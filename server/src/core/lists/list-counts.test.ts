import { api } from '@atelier/domain/api.ts';
import { emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../../test/harness/clock.ts';
import { createTestDatabase, describeEachEngine } from '../../../test/harness/database.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../test/harness/test-app.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { addToMetrics, readMetrics } from '../metrics/monthly-metrics.repository.ts';
import { adjustListCounts, readListCount } from './list-counts.repository.ts';

describe('list counts', () => {
  describeEachEngine((engine) => {
    it('add up from zero for one or several counts', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      expect(await readListCount(db, ['enquiries.new'])).toBe(0);
      await transaction(db, async (trx) =>
        adjustListCounts(trx, { 'enquiries.new': 3, 'enquiries.read': 1 }),
      );
      await transaction(db, async (trx) =>
        adjustListCounts(trx, { 'enquiries.new': -1, 'enquiries.read': 0 }),
      );
      expect(await readListCount(db, ['enquiries.new'])).toBe(2);
      expect(await readListCount(db, ['enquiries.new', 'enquiries.read', 'enquiries.archived'])).toBe(3);
    });

    it('roll back with their transaction', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      const failing = transaction(db, async (trx) => {
        adjustListCounts(trx, { accounts: 1 });
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await readListCount(db, ['accounts'])).toBe(0);
    });

    it('stay exact when concurrent transactions change them in any order', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      const clock = createTestClock('2026-05-04T10:00:00Z');
      const moves = Array.from({ length: 40 }, (_, i) =>
        transaction(db, async (trx) => {
          const steps = [
            () => adjustListCounts(trx, { 'enquiries.new': i % 2 ? 2 : -1 }),
            () => adjustListCounts(trx, { 'enquiries.read': i % 2 ? -1 : 2 }),
            () => addToMetrics(trx, clock, { enquiries: 1 }),
          ];
          for (const step of i % 3 ? steps : steps.reverse()) {
            step();
            // Each step is followed by a query, so that the transactions interleave.
            await trx.selectFrom('list_counts').select('name').execute();
          }
        }),
      );
      await Promise.all(moves);
      expect(await readListCount(db, ['enquiries.new'])).toBe(20);
      expect(await readListCount(db, ['enquiries.read'])).toBe(20);
      expect(await readMetrics(db, clock, 1)).toMatchObject([{ month: '2026-05', enquiries: 40 }]);
    });
  });

  type Step = (app: TestApp, people: readonly TestUser[], owner: TestUser, pick: number) => Promise<void>;

  const final = {
    ...emptyBrief(),
    contact: 'Ada',
    email: 'a@b.example',
    timelineConfidence: 'firm',
    contentReadiness: 'ready',
  };

  const at = <Item>(items: readonly Item[], pick: number) => items[pick % items.length];

  /** Every call that creates, moves or deletes what a list counts. */
  const steps: Record<string, Step> = {
    enquire: async (app) => {
      await app.call(api.createEnquiry, {
        body: { name: 'A', email: 'a@b.example', message: 'Ten letters' },
      });
    },
    mark: async (_app, _people, owner, pick) => {
      const { items } = (await owner.call(api.listEnquiries)).body;
      const enquiry = at<{ id: string }>(items, pick);
      const status = at(['new', 'read', 'archived'] as const, pick);
      if (enquiry && status)
        await owner.call(api.setEnquiryStatus, { params: { id: enquiry.id }, body: { status } });
    },
    save: async (_app, people, _owner, pick) => {
      await at(people, pick)?.call(api.saveOnboarding, { body: { step: 1, data: {} } });
    },
    submit: async (_app, people, _owner, pick) => {
      const body = { final: { ...final, company: `Company ${pick % 3}` } };
      await at(people, pick)?.call(api.submitOnboarding, { body });
    },
    dropDraft: async (_app, people, _owner, pick) => {
      await at(people, pick)?.call(api.deleteDraft);
    },
    remove: async (_app, people, _owner, pick) => {
      const user = at(people, pick);
      const project = at<{ id: string }>((await user?.call(api.listMyProjects))?.body.items ?? [], pick);
      if (project) await user?.call(api.deleteOwnProject, { params: { id: project.id } });
    },
    arrive: async (app) => {
      await (await app.signIn({ username: 'same_name' })).call(api.getMe);
    },
  };

  async function expectTrueCounts(app: TestApp): Promise<void> {
    const { db } = app;
    const count = (rows: { status: string }[], status: string) =>
      rows.filter((row) => row.status === status).length;
    const projects = await db.selectFrom('projects').select('status').execute();
    for (const status of ['draft', 'submitted', 'archived'] as const) {
      expect([status, await readListCount(db, [`projects.${status}`])]).toEqual([
        status,
        count(projects, status),
      ]);
    }
    const enquiries = await db.selectFrom('enquiries').select('status').execute();
    for (const status of ['new', 'read', 'archived'] as const) {
      expect([status, await readListCount(db, [`enquiries.${status}`])]).toEqual([
        status,
        count(enquiries, status),
      ]);
    }
    const accounts = await db.selectFrom('accounts').select('id').execute();
    expect(await readListCount(db, ['accounts'])).toBe(accounts.length);
  }

  describeEachEngine((engine) => {
    it('match the rows after random calls, sequential and concurrent', async () => {
      const plan = fc.array(fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat(20), fc.boolean()), {
        minLength: 10,
        maxLength: 40,
      });
      await fc.assert(
        fc.asyncProperty(plan, async (moves) => {
          await using app = await createTestApp({ engine });
          const people = [await app.signIn(), await app.signIn(), await app.signIn()];
          const owner = await app.signInOwner();
          let together: Promise<void>[] = [];
          for (const [name, pick, isLast] of moves) {
            together.push(steps[name]?.(app, people, owner, pick) ?? Promise.resolve());
            if (!isLast) continue;
            await Promise.all(together);
            together = [];
          }
          await Promise.all(together);
          await expectTrueCounts(app);
        }),
        { numRuns: 8, endOnFailure: true },
      );
    }, 120_000);
  });
});
