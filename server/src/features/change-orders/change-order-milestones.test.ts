import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { line, moreTerms, NOTHING, part, setUpChanges } from '../../../test/harness/change-orders.ts';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';
import { newId } from '../../platform/ids.ts';

const shop = (id: string) => ({ id, title: 'Shop', description: '', due: null });

describeAnyEngine((engine) => {
  it('a draft is saved only when the milestones that it adds have ids of their own', async () => {
    const { app, changes, client, owner } = await setUpChanges(engine);
    await using _ = app;
    const [here] = await changes.milestones();
    const final = { ...sampleBrief, goals: 'Another one' };
    const { id: otherId } = (await client.call(api.submitOnboarding, { body: { final } })).body;
    const others = await owner.call(api.listMilestonesAsStudio, { params: { id: otherId } });
    const [made] = (await changes.create()).body.items;
    for (const taken of [here?.id, others.body.items[0]?.id]) {
      const terms = { ...NOTHING, milestones: [shop(newId()), { ...shop(taken ?? ''), title: 'Blog' }] };
      const refused = await changes.save(made?.id ?? '', { terms });
      expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
      expect(refused.body.message).toContain('“Blog”');
    }
    expect((await changes.newest())?.revision).toBe(1);
  });

  it('two that wait for the client add no milestone of one id', async () => {
    const { app, changes } = await setUpChanges(engine);
    await using _ = app;
    const terms = { ...NOTHING, milestones: [shop(newId())] };
    const drafts = [];
    for (const _each of [1, 2]) {
      const [made] = (await changes.create()).body.items;
      expect((await changes.save(made?.id ?? '', { terms })).status).toBe(200);
      drafts.push(made?.id ?? '');
    }
    const [first = '', second = ''] = drafts;
    expect((await changes.send(first)).status).toBe(200);
    for (const refused of [await changes.send(second), await changes.save(second, { terms, revision: 2 })])
      expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
    await changes.withdraw(first);
    expect((await changes.send(second)).status).toBe(200);
    expect((await changes.accept(second)).status).toBe(200);
    expect((await changes.milestones()).filter(({ title }) => title === 'Shop')).toHaveLength(1);
  });

  it('an acceptance adds its milestones, and what waits for them, also where an id was taken since', async () => {
    const { app, changes } = await setUpChanges(engine);
    await using _ = app;
    const terms = moreTerms();
    const milestoneId = terms.milestones[0]?.id ?? '';
    const { id } = await changes.sent(terms);
    // As an order that was sent by a version without this check adds it.
    const row = await app.db.selectFrom('milestones').selectAll().limit(1).executeTakeFirstOrThrow();
    const first = { ...row, id: milestoneId, title: 'The first shop', position: 90 };
    await app.db.insertInto('milestones').values(first).execute();
    expect((await changes.accept(id)).status).toBe(200);
    const added = (await changes.milestones()).filter(({ title }) => title === 'Shop');
    expect(added).toHaveLength(1);
    expect(added[0]?.id).not.toBe(milestoneId);
    const waiting = await app.db
      .selectFrom('planned_payments')
      .select('milestone_id')
      .where('label', '=', 'with the shop')
      .execute();
    expect(waiting).toEqual([{ milestone_id: added[0]?.id }]);
  });

  it('a payment whose milestone was deleted since is due with the last approval', async () => {
    const { app, changes, client, owner, params, invoices } = await setUpChanges(engine);
    await using _ = app;
    const gone = (await changes.milestones())[0]?.id ?? '';
    const waiting = (label: string) => part(100, { label, due: 'milestone', milestoneId: gone });
    const before = await changes.sent({ ...NOTHING, lines: [line(500)], payments: [waiting('with it')] });
    const after = await changes.sent({ ...NOTHING, lines: [line(700)], payments: [waiting('with it, too')] });
    await changes.accept(before.id);
    await owner.call(api.deleteMilestone, { params: { ...params, milestoneId: gone } });
    expect((await changes.accept(after.id)).status).toBe(200);
    const titles = async () => (await invoices.studio()).items.map(({ title }) => title);
    expect(await titles()).toEqual(['30% at the start']);
    for (const { id } of await changes.milestones()) {
      const at = { ...params, milestoneId: id };
      await owner.call(api.setMilestoneStatus, { params: at, body: { status: 'in_review' } });
      await client.call(api.reviewMilestone, { params: at, body: { status: 'approved' } });
    }
    expect((await titles()).sort()).toEqual([
      '100% with it',
      '100% with it, too',
      '30% at the start',
      '40% at launch',
    ]);
  });
});
