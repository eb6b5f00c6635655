import { planTerms } from '@atelier/content/milestone-plan.ts';
import { prices } from '@atelier/content/prices.ts';
import { api } from '@atelier/domain/api.ts';
import { MILESTONES_MAX } from '@atelier/domain/milestones/rules.ts';
import type { Brief } from '@atelier/domain/onboarding/brief.ts';
import { estimateBrief } from '@atelier/domain/onboarding/estimate.ts';
import { suggestMilestones } from '@atelier/domain/onboarding/suggestions.ts';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import {
  addMilestone,
  createProjectScene,
  listAll,
  listShown,
  MISSING_ID,
  outcome,
  titles,
} from '../../../test/harness/milestones.ts';
import { createTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { MilestonesService } from './milestones.service.ts';

/** The service as the product wires it, with a plan for the project. */
async function suggest(app: TestApp, project: { id: string }, ...names: string[]) {
  const { db, clock } = app;
  const service = new MilestonesService({
    db,
    clock,
    recordEvent: async () => {},
    listDeliverableIds: async () => [],
    milestoneApproved: async () => {},
    findHold: async () => undefined,
    reasonGiven: async () => {},
    moveUndone: async () => 0,
  });
  const plan = names.map((title) => ({ title, description: `About ${title}.`, due: '2026-04-01' }));
  await transaction(db, (trx) => service.storeSuggested(trx, project.id, plan));
}

describeAnyEngine((engine) => {
  it('another milestone is refused when the project has the most it may have', async () => {
    const { app, owner, project } = await createProjectScene(engine);
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

  it('the plan is reordered only when the order names each milestone exactly once', async () => {
    const { app, ada, owner, project } = await createProjectScene(engine);
    await using _ = app;
    const [a, b, c] = [
      await addMilestone(owner, project, { title: 'A' }),
      await addMilestone(owner, project, { title: 'B' }),
      await addMilestone(owner, project, { title: 'C' }),
    ].map(({ id }) => id as string);
    const reorder = (order: unknown, from?: unknown) =>
      owner.call(api.reorderMilestones, { params: project, body: { order, ...(from ? { from } : {}) } });
    for (const order of [
      [],
      [a, b],
      [a, b, c, c],
      [a, a, b],
      [a, b, MISSING_ID],
      [a, b, c, MISSING_ID],
      'abc',
    ]) {
      expect(outcome(await reorder(order))).toEqual([400, 'validation_failed']);
    }
    expect(titles(await listShown(ada, project))).toEqual(['A', 'B', 'C']);
    const moved = await reorder([c, a, b], [a, b, c]);
    expect([moved.status, titles(moved)]).toEqual([200, ['C', 'A', 'B']]);
    expect(titles(await listShown(ada, project))).toEqual(['C', 'A', 'B']);
    expect(moved.body.items.map(({ revision }: { revision: number }) => revision)).toEqual([1, 1, 1]);
    // A reorder based on an outdated order is refused.
    const stale = await reorder([b, a, c], [a, b, c]);
    expect([...outcome(stale), stale.body.message]).toEqual([
      409,
      'conflict',
      'The milestones have just changed. Check how they look now, then move it again.',
    ]);
    expect(titles(await reorder([b, a, c]))).toEqual(['B', 'A', 'C']);
  });

  it('a suggested plan is visible to the studio alone until it is published as a whole', async () => {
    const { app, ada, owner, project, on } = await createProjectScene(engine);
    await using _ = app;
    await addMilestone(owner, project, { title: 'Kickoff' });
    await suggest(app, project, 'Design', 'Build');
    await addMilestone(owner, project, { title: 'Launch', published: false });
    expect(titles(await listShown(ada, project))).toEqual(['Kickoff']);
    // Here the studio uses the client's view.
    expect(titles(await listShown(owner, project))).toEqual(['Kickoff']);
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
    expect(titles(await listShown(ada, project))).toEqual(['Kickoff', 'The look', 'Build', 'Launch']);
    expect((await owner.call(api.publishMilestones, { params: project })).body).toEqual(published.body);
  });

  it('submitting a project suggests a plan from its brief, to the studio alone', async () => {
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
    expect(titles(await listShown(ada, project))).toEqual([]);
  });
});
