import { planTerms } from '@atelier/content/milestone-plan.ts';
import { prices } from '@atelier/content/prices.ts';
import { api } from '@atelier/domain/api.ts';
import { MILESTONES_MAX } from '@atelier/domain/milestones/rules.ts';
import type { Brief } from '@atelier/domain/onboarding/brief.ts';
import { estimateBrief } from '@atelier/domain/onboarding/estimate.ts';
import { suggestMilestones } from '@atelier/domain/onboarding/suggestions.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { sampleBrief } from '../../../test/harness/sample-calls.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../test/harness/test-app.ts';
import type { Engine } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { MilestonesService } from './milestones.service.ts';

const MISSING = '018f6f2c-7b1e-7a60-9b6e-3f9b1c2d4e5f';

async function begin(engine: Engine) {
  const app = await createTestApp({ engine });
  const [ada, owner] = [await app.signIn(), await app.signInOwner()];
  const submitted = await ada.call(api.submitOnboarding, { body: { final: sampleBrief } });
  const project = { id: submitted.body.id as string };
  // The plan that it began with.
  await app.db.deleteFrom('milestones').execute();
  return { app, ada, owner, project, on: (milestoneId: string) => ({ ...project, milestoneId }) };
}

const outcome = (reply: { status: number; body: { code?: string } }) => [reply.status, reply.body.code];
const titles = (reply: { body: { items: { title: string }[] } }) =>
  reply.body.items.map(({ title }) => title);
const add = async (owner: TestUser, project: { id: string }, body: Record<string, unknown>) =>
  (await owner.call(api.createMilestone, { params: project, body })).body.milestone;
const list = (user: TestUser, project: { id: string }) => user.call(api.listMilestones, { params: project });
const listAll = (owner: TestUser, project: { id: string }) =>
  owner.call(api.listMilestonesAsStudio, { params: project });

/** The service as the product has it, with a plan for the project. */
async function suggest(app: TestApp, project: { id: string }, ...names: string[]) {
  const { db, clock } = app;
  const service = new MilestonesService({
    db,
    clock,
    recordEvent: async () => {},
    reasonGiven: async () => {},
    moveUndone: async () => 0,
  });
  const plan = names.map((title) => ({ title, description: `About ${title}.`, due: '2026-04-01' }));
  await transaction(db, (trx) => service.storeSuggested(trx, project.id, plan));
}

describeEachEngine((engine) => {
  it('adds milestones at the end, and shows them to both sides in order', async () => {
    const { app, ada, owner, project } = await begin(engine);
    await using _ = app;
    const reply = await owner.call(api.createMilestone, {
      params: project,
      body: { title: '  A first\nlook ', due: '2026-04-01', description: ' Two drafts.\nOne to choose. ' },
    });
    expect(reply.status).toBe(201);
    expect(reply.body.milestone).toEqual({
      _id: reply.body.milestone.id,
      id: expect.any(String),
      title: 'A first look',
      description: 'Two drafts.\nOne to choose.',
      due: '2026-04-01',
      status: 'pending',
      statusAt: '2026-03-02T09:00:00.000Z',
      reason: null,
      published: true,
      order: 0,
      revision: 1,
      createdAt: '2026-03-02T09:00:00.000Z',
    });
    expect(await add(owner, project, { title: 'Build' })).toMatchObject({
      due: null,
      description: '',
      order: 1,
    });
    await add(owner, project, { title: 'Launch', due: '' });
    const seen = await list(ada, project);
    expect(titles(seen)).toEqual(['A first look', 'Build', 'Launch']);
    expect(seen.body.items[0]).toEqual(reply.body.milestone);
    expect((await listAll(owner, project)).body).toEqual(seen.body);
  });

  it('refuses what is no milestone, and keeps nothing of it', async () => {
    const { app, owner, project } = await begin(engine);
    await using _ = app;
    const refused = async (body: Record<string, unknown>) => {
      const { status, body: said } = await owner.call(api.createMilestone, { params: project, body });
      return [status, said.code, said.message];
    };
    expect(await refused({ title: '  ' })).toEqual([400, 'validation_failed', 'Enter a title.']);
    expect(await refused({ title: 'a', due: '2026-02-30' })).toEqual([
      400,
      'validation_failed',
      'Enter a day, as 2026-11-21.',
    ]);
    for (const body of [{ title: 'a'.repeat(201) }, { title: 'a', description: 'a'.repeat(5_001) }]) {
      expect(await refused(body)).toEqual([
        400,
        'validation_failed',
        expect.stringMatching(/characters or fewer/),
      ]);
    }
    expect(titles(await listAll(owner, project))).toEqual([]);
  });

  it('gives milestones that are added at once a place each', async () => {
    const { app, owner, project } = await begin(engine);
    await using _ = app;
    await Promise.all(Array.from({ length: 8 }, (_, i) => add(owner, project, { title: `Step ${i}` })));
    const { body } = await listAll(owner, project);
    expect(body.items.map((each: { order: number }) => each.order)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('has room for so many and no more', async () => {
    const { app, owner, project } = await begin(engine);
    await using _ = app;
    await suggest(app, project, ...Array.from({ length: MILESTONES_MAX + 3 }, (_, i) => `Step ${i}`));
    expect(titles(await listAll(owner, project))).toHaveLength(MILESTONES_MAX);
    const one = await owner.call(api.createMilestone, { params: project, body: { title: 'One more' } });
    expect([...outcome(one), one.body.message]).toEqual([
      409,
      'limit_reached',
      'A project has room for 500 milestones. Delete one to add another.',
    ]);
    const items = (await listAll(owner, project)).body.items.map(({ id }: { id: string }) => id);
    const reply = await owner.call(api.reorderMilestones, {
      params: project,
      body: { order: items.toReversed() },
    });
    expect(reply.body.items.map(({ id }: { id: string }) => id)).toEqual(items.toReversed());
  });

  it('changes what is sent and leaves the rest', async () => {
    const { app, ada, owner, project, on } = await begin(engine);
    await using _ = app;
    const first = await add(owner, project, {
      title: 'Design',
      due: '2026-04-01',
      description: 'All of it.',
    });
    const change = async (body: Record<string, unknown>) =>
      (await owner.call(api.updateMilestone, { params: on(first.id), body })).body.milestone;
    expect(await change({ title: 'Look' })).toEqual({ ...first, title: 'Look', revision: 2 });
    expect(await change({ due: null })).toEqual({ ...first, title: 'Look', due: null, revision: 3 });
    expect(await change({ description: '', due: '2026-05-01' })).toMatchObject({
      title: 'Look',
      description: '',
      due: '2026-05-01',
      revision: 4,
    });
    // The same again is no change, also for whom something else has changed meanwhile.
    expect(await change({ title: 'Look', revision: 1 })).toMatchObject({ revision: 4 });
    expect((await list(ada, project)).body.items[0]).toMatchObject({ title: 'Look', revision: 4 });
  });

  it('loses no change of two pages that edit the same', async () => {
    const { app, owner, project, on } = await begin(engine);
    await using _ = app;
    const { id } = await add(owner, project, { title: 'Design' });
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        owner.call(api.updateMilestone, { params: on(id), body: { title: `Title ${i}`, revision: 1 } }),
      ),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(5).fill(409)]);
    const won = replies.find((reply) => reply.status === 200)?.body.milestone.title;
    const lost = replies.find((reply) => reply.status === 409)?.body;
    expect(lost).toMatchObject({
      code: 'conflict',
      message: `“${won}” has just changed and is now pending. Nothing was done: take another look, then decide.`,
    });
    expect(titles(await listAll(owner, project))).toEqual([won]);
  });

  it('deletes a milestone, once, and only as it was seen', async () => {
    const { app, ada, owner, project, on } = await begin(engine);
    await using _ = app;
    const [first] = [
      await add(owner, project, { title: 'Design' }),
      await add(owner, project, { title: 'Build' }),
    ];
    await owner.call(api.updateMilestone, { params: on(first.id), body: { title: 'Look' } });
    const remove = (query: Record<string, unknown>) =>
      owner.call(api.deleteMilestone, { params: on(first.id), query });
    expect(outcome(await remove({ revision: 1 }))).toEqual([409, 'conflict']);
    expect(titles(await list(ada, project))).toEqual(['Look', 'Build']);
    expect((await remove({ revision: 2 })).body).toEqual({ deleted: true });
    expect(outcome(await remove({ revision: 2 }))).toEqual([404, 'not_found']);
    expect(outcome(await remove({}))).toEqual([404, 'not_found']);
    expect(titles(await list(ada, project))).toEqual(['Build']);
    expect((await add(owner, project, { title: 'Launch' })).order).toBe(2);
  });

  it('puts them in another order, each exactly once or not at all', async () => {
    const { app, ada, owner, project } = await begin(engine);
    await using _ = app;
    const [a, b, c] = [
      await add(owner, project, { title: 'A' }),
      await add(owner, project, { title: 'B' }),
      await add(owner, project, { title: 'C' }),
    ].map(({ id }) => id as string);
    const reorder = (order: unknown, from?: unknown) =>
      owner.call(api.reorderMilestones, { params: project, body: { order, ...(from ? { from } : {}) } });
    for (const order of [[], [a, b], [a, b, c, c], [a, a, b], [a, b, MISSING], [a, b, c, MISSING], 'abc']) {
      expect(outcome(await reorder(order))).toEqual([400, 'validation_failed']);
    }
    expect(titles(await list(ada, project))).toEqual(['A', 'B', 'C']);
    const moved = await reorder([c, a, b], [a, b, c]);
    expect([moved.status, titles(moved)]).toEqual([200, ['C', 'A', 'B']]);
    expect(titles(await list(ada, project))).toEqual(['C', 'A', 'B']);
    expect(moved.body.items.map(({ revision }: { revision: number }) => revision)).toEqual([1, 1, 1]);
    // Whoever moved one on a page that shows the order of before is told.
    const stale = await reorder([b, a, c], [a, b, c]);
    expect([...outcome(stale), stale.body.message]).toEqual([
      409,
      'conflict',
      'The milestones have just changed. Check how they look now, then move it again.',
    ]);
    expect(titles(await reorder([b, a, c]))).toEqual(['B', 'A', 'C']);
  });

  it('takes no milestone of another project', async () => {
    const { app, ada, owner, project, on } = await begin(engine);
    await using _ = app;
    const ben = await app.signIn();
    const other = { id: (await ben.call(api.submitOnboarding, { body: { final: sampleBrief } })).body.id };
    const mine = await add(owner, project, { title: 'Mine' });
    const his = await add(owner, other, { title: 'His' });
    await owner.call(api.setMilestoneStatus, { params: on(mine.id), body: { status: 'in_review' } });
    await owner.call(api.setMilestoneStatus, {
      params: { ...other, milestoneId: his.id },
      body: { status: 'in_review' },
    });
    const before = await app.db.selectFrom('milestones').selectAll().orderBy('id').execute();
    const crossed = on(his.id);
    const replies = await Promise.all([
      ada.call(api.reviewMilestone, { params: crossed, body: { status: 'approved' } }),
      ada.call(api.reviewMilestone, {
        params: { ...other, milestoneId: his.id },
        body: { status: 'approved' },
      }),
      ben.call(api.reviewMilestone, { params: on(mine.id), body: { status: 'approved' } }),
      ben.call(api.listMilestones, { params: project }),
      owner.call(api.setMilestoneStatus, { params: crossed, body: { status: 'blocked' } }),
      owner.call(api.updateMilestone, { params: crossed, body: { title: 'Taken' } }),
      owner.call(api.deleteMilestone, { params: crossed }),
    ]);
    expect(replies.map(outcome)).toEqual(Array(7).fill([404, 'not_found']));
    expect(
      outcome(await owner.call(api.reorderMilestones, { params: project, body: { order: [his.id] } })),
    ).toEqual([400, 'validation_failed']);
    expect(await app.db.selectFrom('milestones').selectAll().orderBy('id').execute()).toEqual(before);
    expect(outcome(await listAll(owner, { id: MISSING }))).toEqual([404, 'not_found']);
  });

  it('keeps a suggested plan to the studio until it is published, all at once', async () => {
    const { app, ada, owner, project, on } = await begin(engine);
    await using _ = app;
    await add(owner, project, { title: 'Kickoff' });
    await suggest(app, project, 'Design', 'Build');
    await add(owner, project, { title: 'Launch', published: false });
    expect(titles(await list(ada, project))).toEqual(['Kickoff']);
    // The studio looks through the client's eyes here.
    expect(titles(await list(owner, project))).toEqual(['Kickoff']);
    const { items } = (await listAll(owner, project)).body;
    expect(items.map((each: { title: string; published: boolean }) => [each.title, each.published])).toEqual([
      ['Kickoff', true],
      ['Design', false],
      ['Build', false],
      ['Launch', false],
    ]);
    const draft = on(items[1]?.id ?? '');
    const edited = await owner.call(api.updateMilestone, { params: draft, body: { title: 'The look' } });
    expect(edited.body.milestone).toMatchObject({ title: 'The look', published: false });
    const guessed = await ada.call(api.reviewMilestone, { params: draft, body: { status: 'pending' } });
    expect(outcome(guessed)).toEqual([404, 'not_found']);

    const published = await owner.call(api.publishMilestones, { params: project });
    expect([published.status, titles(published)]).toEqual([200, ['Kickoff', 'The look', 'Build', 'Launch']]);
    expect(titles(await list(ada, project))).toEqual(['Kickoff', 'The look', 'Build', 'Launch']);
    expect((await owner.call(api.publishMilestones, { params: project })).body).toEqual(published.body);
  });

  it('begins with a plan made from the brief, for the studio alone', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn(), await app.signInOwner()];
    const final: Brief = { ...sampleBrief, features: ['web', 'brand', 'seo', 'support'] };
    const project = { id: (await ada.call(api.submitOnboarding, { body: { final } })).body.id };
    const plan = suggestMilestones(final, estimateBrief(final, prices), '2026-03-02', planTerms);
    const { items } = (await listAll(owner, project)).body;
    expect(plan.length).toBeGreaterThan(3);
    expect(items).toMatchObject(
      plan.map((step, order) => ({ ...step, order, status: 'pending', published: false, revision: 1 })),
    );
    expect(titles(await list(ada, project))).toEqual([]);
  });

  it('changes nothing in an archived project, and still shows it', async () => {
    const { app, ada, owner, project, on } = await begin(engine);
    await using _ = app;
    const { id } = await add(owner, project, { title: 'Design' });
    await owner.call(api.setMilestoneStatus, { params: on(id), body: { status: 'in_review' } });
    await app.db.updateTable('projects').set({ status: 'archived' }).execute();
    const before = (await list(ada, project)).body;
    const replies = await Promise.all([
      ada.call(api.reviewMilestone, { params: on(id), body: { status: 'approved' } }),
      owner.call(api.setMilestoneStatus, { params: on(id), body: { status: 'blocked' } }),
      owner.call(api.createMilestone, { params: project, body: { title: 'Build' } }),
      owner.call(api.updateMilestone, { params: on(id), body: { title: 'Look' } }),
      owner.call(api.deleteMilestone, { params: on(id) }),
      owner.call(api.reorderMilestones, { params: project, body: { order: [id] } }),
      owner.call(api.publishMilestones, { params: project }),
    ]);
    expect(replies.map(outcome)).toEqual(Array(7).fill([409, 'project_closed']));
    expect((await list(ada, project)).body).toEqual(before);
    expect(titles({ body: before })).toEqual(['Design']);
  });

  it('goes with its project', async () => {
    const { app, ada, owner, project } = await begin(engine);
    await using _ = app;
    await add(owner, project, { title: 'Design' });
    expect((await ada.call(api.deleteOwnProject, { params: project })).status).toBe(200);
    expect(await app.db.selectFrom('milestones').selectAll().execute()).toEqual([]);
  });
});
