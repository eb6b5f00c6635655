import { api } from '@atelier/domain/api.ts';
import { planAmounts, totalOfLines } from '@atelier/domain/contracts/terms.ts';
import { expect, it } from 'vitest';
import { CONTRACT_LINK, setUpContract } from '../../../test/harness/contract.ts';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { sampleTerms } from '../../../test/samples/contracts.ts';
import { newId } from '../../platform/ids.ts';

const TYPED = { total: 4_800, source: 'made', link: '', terms: sampleTerms };

describeAnyEngine((engine) => {
  it('a submitted brief becomes a draft with lines that add up, a plan and the usual clauses', async () => {
    const { app, actions, client, owner, params } = await setUpContract(engine, { features: ['web', 'seo'] });
    await using _ = app;
    const { draft } = await actions.draft();
    expect(draft.terms.lines.length).toBeGreaterThan(0);
    expect(totalOfLines(draft.terms.lines)).toBe(draft.total);
    expect(draft.terms.clauses.map(({ title }) => title)).toContain('Payment');
    const [first, last] = draft.terms.plan.parts;
    expect(first).toMatchObject({ percent: 50, due: 'acceptance' });
    // The rest is due when the milestone that launches is approved.
    const { items } = (await owner.call(api.listMilestonesAsStudio, { params })).body;
    const launch = items.find(({ title }) => title === 'Launch');
    expect(last).toMatchObject({ percent: 50, due: 'milestone', milestoneId: launch?.id });
    expect((await client.call(api.getContract, { params })).body.contract).toBeNull();
  });

  it('the client sees the terms of the version that was sent, and what differs from the one before', async () => {
    const { app, actions } = await setUpContract(engine);
    await using _ = app;
    await actions.save(TYPED);
    await actions.send();
    const sent = (await actions.read()).body.contract;
    expect(sent).toMatchObject({ total: 4_800, terms: sampleTerms, changes: [] });
    expect(planAmounts(4_800, sent?.terms?.plan.parts ?? [])).toEqual([1_440, 1_440, 1_920]);

    const [site, discount] = sampleTerms.lines;
    const lines = [{ ...site, price: 6_000 }, discount];
    await actions.save({ ...TYPED, total: 5_800, terms: { ...sampleTerms, lines, feedbackRounds: 3 } });
    expect((await actions.read()).body.contract).toEqual(sent);
    const changes = [
      { what: 'line', name: 'Website', before: '$5,000: Five pages', after: '$6,000: Five pages' },
      { what: 'total', name: '', before: '$4,800', after: '$5,800' },
      { what: 'rounds', name: '', before: '2', after: '3' },
      {
        what: 'clause',
        name: 'Payment',
        before: 'In parts: 30% at the start, 30% in spring, 40% at launch. 2 rounds of feedback.',
        after: 'In parts: 30% at the start, 30% in spring, 40% at launch. 3 rounds of feedback.',
      },
    ];
    expect(await actions.draft()).toMatchObject({ isChanged: true, changes });
    await actions.send();
    expect((await actions.read()).body.contract).toMatchObject({ version: 2, total: 5_800, changes });
    expect((await actions.draft()).changes).toEqual([]);
  });

  it('a total that its lines don’t add up to is refused', async () => {
    const { app, actions, owner, params } = await setUpContract(engine);
    await using _ = app;
    const before = (await actions.draft()).draft;
    const wrong = { ...TYPED, total: 4_801 };
    expect(await actions.save(wrong)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const preview = await owner.call(api.previewContract, { params, body: wrong });
    expect(preview.status).toBe(400);
    expect((await actions.draft()).draft).toEqual(before);
  });

  it('a total that is saved alone replaces lines that add up to another, and leaves the other terms', async () => {
    const { app, actions } = await setUpContract(engine);
    await using _ = app;
    await actions.save(TYPED);
    await actions.save({ total: 4_800, source: 'link', link: CONTRACT_LINK });
    expect((await actions.draft()).draft).toMatchObject({ source: 'link', terms: sampleTerms });
    await actions.save({ total: 7_000, source: 'link', link: CONTRACT_LINK });
    expect((await actions.draft()).draft).toMatchObject({
      total: 7_000,
      terms: { ...sampleTerms, lines: [] },
    });
  });

  it('a payment waits only for a milestone of its project, and isn’t sent once that is deleted', async () => {
    const { app, actions, owner, params } = await setUpContract(engine);
    await using _ = app;
    const { items } = (await owner.call(api.listMilestonesAsStudio, { params })).body;
    const milestone = items[0];
    const waiting = (milestoneId: string | undefined) => ({
      ...TYPED,
      terms: {
        ...sampleTerms,
        plan: {
          kind: 'custom',
          parts: sampleTerms.plan.parts.map((part) =>
            part.due === 'finish' ? { ...part, due: 'milestone', milestoneId } : part,
          ),
        },
      },
    });
    const refused = await actions.save(waiting(newId()));
    expect(refused.body.issues?.map(({ path }) => path)).toEqual(['terms.plan.parts.2.milestoneId']);
    expect((await actions.save(waiting(milestone?.id))).status).toBe(200);
    await owner.call(api.deleteMilestone, {
      params: { ...params, milestoneId: milestone?.id ?? '' },
      query: {},
    });
    expect((await actions.send()).body).toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining('“at launch” waits for a milestone that is no longer there'),
    });
    expect((await actions.read()).body.contract).toBeNull();
  });

  it('a contract of a time before terms has the usual ones, the same at each reading', async () => {
    const { app, actions } = await setUpContract(engine);
    await using _ = app;
    await actions.save(TYPED);
    await actions.send();
    await app.db.updateTable('contracts').set({ draft_terms: null }).execute();
    await app.db.updateTable('contract_versions').set({ terms: null }).execute();
    const { draft } = await actions.draft();
    expect(draft.terms).toMatchObject({ lines: [], plan: { kind: 'halves' }, feedbackRounds: 2 });
    expect((await actions.draft()).draft).toEqual(draft);
    expect((await actions.read()).body.contract).toMatchObject({ total: 4_800, terms: null, changes: [] });
    expect((await actions.send()).body.contract).toMatchObject({
      versions: [{ version: 2 }, { version: 1 }],
    });
  });

  it('a payment may wait for a milestone that the client doesn’t see yet, and not for a cancelled one', async () => {
    const { app, actions, owner, params } = await setUpContract(engine, { features: ['web', 'seo'] });
    await using _ = app;
    const { items } = (await owner.call(api.listMilestonesAsStudio, { params })).body;
    const move = (milestoneId: string | undefined, status: string) =>
      owner.call(api.setMilestoneStatus, {
        params: { ...params, milestoneId: milestoneId ?? '' },
        body: { status },
      });
    // The first is published, the one that launches isn't.
    await move(items[0]?.id, 'in_progress');
    expect((await actions.save({ total: 900, source: 'link', link: CONTRACT_LINK })).status).toBe(200);
    await move(items.find(({ title }) => title === 'Launch')?.id, 'cancelled');
    const refused = await actions.save({ total: 901, source: 'link', link: CONTRACT_LINK });
    expect(refused.body.code).toBe('validation_failed');
  });
});
