import { claims } from '@atelier/content/claims.ts';
import { planTerms } from '@atelier/content/milestone-plan.ts';
import { featureName } from '@atelier/content/offer.ts';
import { prices } from '@atelier/content/prices.ts';
import { api } from '@atelier/domain/api.ts';
import { type Brief, emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import { estimateBrief, formatPriceRange } from '@atelier/domain/onboarding/estimate.ts';
import { suggestContractTotal, suggestMilestones } from '@atelier/domain/onboarding/suggestions.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../test/harness/test-app.ts';

const final: Brief = {
  ...emptyBrief('Europe/London'),
  features: ['web', 'seo', 'support'],
  company: 'Acme <b>& Sons</b>',
  contact: 'Ada Sample',
  email: 'ada@acme.example',
  timelineConfidence: 'firm',
  contentReadiness: 'partial',
  decisionMakers: [{ name: 'Ada', role: 'Owner' }],
};

const submit = (user: TestUser, body: Record<string, unknown>) => user.call(api.submitOnboarding, { body });
const save = (user: TestUser, body: Record<string, unknown>) => user.call(api.saveOnboarding, { body });
const list = async (user: TestUser, query: Record<string, unknown> = {}) =>
  (await user.call(api.listMyProjects, { query })).body;

async function countOf(app: TestApp, user: TestUser) {
  const rows = await app.db.selectFrom('projects').select('status').where('user_id', '=', user.id).execute();
  return rows.map((row) => row.status).sort();
}

describeEachEngine((engine) => {
  it('submitting turns the draft into a submitted project', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const { id } = (await save(ada, { step: 2, data: { company: 'Acme', goals: 'Leads' } })).body;
    app.clock.advance(60);
    const reply = await submit(ada, { id, final, estimate: { low: 0, high: 1 } });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      id,
      onboarding: {
        id,
        status: 'submitted',
        step: 7,
        revision: 2,
        submittedAt: '2026-03-02T09:01:00.000Z',
        final,
        data: final,
        estimate: estimateBrief(final, prices),
      },
    });
    expect((await ada.call(api.getMyOnboarding)).body.onboarding).toEqual(reply.body.onboarding);
    expect(await list(ada, { status: 'submitted' })).toEqual({
      items: [reply.body.onboarding],
      total: 1,
      page: 1,
      pages: 1,
    });
    expect((await list(ada, { status: 'draft' })).total).toBe(0);
  });

  it('submitting suggests a plan and a total to the studio, hidden from the client', async () => {
    await using app = await createTestApp({ engine });
    const [ada, owner] = [await app.signIn(), await app.signInOwner()];
    const { id } = (await submit(ada, { final })).body;
    const params = { id };
    const plan = (await owner.call(api.listMilestonesAsStudio, { params })).body.items;
    const estimate = estimateBrief(final, prices);
    const expected = suggestMilestones(final, estimate, '2026-03-02', planTerms);
    expect(expected).toHaveLength(6);
    expect(plan).toMatchObject(expected.map((each) => ({ ...each, status: 'pending', published: false })));
    expect((await ada.call(api.listMilestones, { params })).body.items).toEqual([]);
    const { contract } = (await owner.call(api.getContractAsStudio, { params })).body;
    expect(contract).toMatchObject({ draft: { total: suggestContractTotal(estimate, final) } });
    expect((await ada.call(api.getContract, { params })).body).toEqual({ contract: null });
    // Submitting again suggests no second plan.
    await submit(ada, { final });
    expect((await owner.call(api.listMilestonesAsStudio, { params })).body.items).toEqual(plan);
  });

  it('the submission mail names no price when nothing is paid once', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    await submit(ada, { final: { ...final, features: ['support'] } });
    await app.drainOutbox();
    const { low, high } = prices.carePerMonth;
    expect(app.mails).toHaveLength(2);
    for (const mail of app.mails) {
      expect(mail.text).toContain(formatPriceRange(low, high));
      expect(mail.text).not.toMatch(/\$0/);
    }
  });

  it('submitting works without a draft', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const { body } = await submit(ada, { final });
    expect(body.onboarding).toMatchObject({ status: 'submitted', final });
    expect(await countOf(app, ada)).toEqual(['submitted']);
  });

  it('a brief submitted again, with or without its id, stays one project', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const { id } = (await save(ada, { step: 2, data: {} })).body;
    const first = await submit(ada, { final });
    expect(first.body.id).toBe(id);
    for (const again of [{ final }, { id, final }, { id, final: { ...final, company: 'Other' } }]) {
      const reply = await submit(ada, again);
      expect([reply.status, reply.body]).toEqual([200, first.body]);
    }
    expect(await countOf(app, ada)).toEqual(['submitted']);
    await app.drainOutbox();
    expect(app.mails).toHaveLength(2);
  });

  it('a resubmitted brief is recognized with its answers in another order or lacking a newer question', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const first = await submit(ada, { final });
    const { constraints: _, ...older } = final;
    for (const stored of [Object.fromEntries(Object.entries(final).toReversed()), older]) {
      await app.db
        .updateTable('projects')
        .set({ final: JSON.stringify(stored) })
        .where('id', '=', first.body.id)
        .execute();
      expect((await submit(ada, { final })).body.id).toBe(first.body.id);
    }
    expect(await countOf(app, ada)).toEqual(['submitted']);
  });

  it('a brief submitted many times at once creates one project', async () => {
    await using app = await createTestApp({ engine });
    const [ada, ben] = [await app.signIn(), await app.signIn()];
    const { id } = (await save(ada, { step: 2, data: {} })).body;
    const withDraft = await Promise.all(
      Array.from({ length: 8 }, (_, i) => submit(ada, i % 2 ? { final } : { id, final })),
    );
    const without = await Promise.all(Array.from({ length: 8 }, () => submit(ben, { final })));
    for (const replies of [withDraft, without]) {
      expect(replies.map((reply) => reply.status)).toEqual(Array(8).fill(200));
      expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
    }
    expect(await countOf(app, ada)).toEqual(['submitted']);
    expect(await countOf(app, ben)).toEqual(['submitted']);
    await app.drainOutbox();
    expect(app.mails).toHaveLength(4);
  });

  it('a different brief creates another project', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const first = (await submit(ada, { final })).body.id;
    const second = (await submit(ada, { final: { ...final, company: 'Second shop' } })).body.id;
    expect(second).not.toBe(first);
    expect((await list(ada)).items.map((item: { id: string }) => item.id)).toEqual([second, first]);
  });

  it('a late save of a submitted brief is refused, and one without an id creates a new draft', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const { id } = (await submit(ada, { final })).body;
    const late = await save(ada, { id, step: 5, data: { company: 'Late' } });
    expect([late.status, late.body.code]).toEqual([409, 'already_submitted']);
    const next = await save(ada, { step: 1, revision: 0, data: { company: 'Next' } });
    expect(next.body.id).not.toBe(id);
    expect((await ada.call(api.getMyOnboarding)).body.onboarding).toMatchObject({ status: 'draft' });
    expect((await ada.call(api.deleteDraft)).body).toEqual({ deleted: true });
    expect((await ada.call(api.getMyOnboarding)).body.onboarding).toMatchObject({ id, final });
  });

  it('submitting checks every step and leaves an invalid draft unchanged', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const { id } = (await save(ada, { step: 2, data: { company: 'Acme' } })).body;
    const reply = await submit(ada, {
      id,
      final: { ...final, contact: ' ', timelineConfidence: '', successMetric: 'other' },
    });
    expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed']);
    expect(reply.body.issues?.map(({ path }) => path)).toEqual([
      'final.contact',
      'final.timelineConfidence',
      'final.successOther',
    ]);
    expect((await submit(ada, { id })).status).toBe(400);
    expect((await ada.call(api.getMyOnboarding)).body.onboarding).toMatchObject({
      status: 'draft',
      revision: 1,
    });
    await app.drainOutbox();
    expect(app.mails).toEqual([]);
  });

  it('another client’s draft can’t be submitted', async () => {
    await using app = await createTestApp({ engine });
    const [ada, eve, owner] = [await app.signIn(), await app.signIn(), await app.signInOwner()];
    const { id } = (await save(ada, { step: 2, data: { company: 'Acme' } })).body;
    for (const stranger of [eve, owner]) {
      const reply = await submit(stranger, { id, final });
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
      expect((await list(stranger)).items).toEqual([]);
    }
    expect((await ada.call(api.getMyOnboarding)).body.onboarding).toMatchObject({
      status: 'draft',
      revision: 1,
    });
  });

  it('submitting mails the client a confirmation and the owner the brief', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn({ email: 'ada@client.example' });
    const { id } = (await submit(ada, { final })).body;
    await app.drainOutbox();
    // They leave side by side, in either order.
    const [toClient, toOwner] = ['ada@client.example', 'owner@studio.example'].map((address) =>
      app.mails.find(({ to }) => to.address === address),
    );
    expect(app.mails).toHaveLength(2);
    expect(toClient).toMatchObject({
      replyTo: undefined,
      subject: 'Your brief has arrived: Acme <b>& Sons</b> · Website',
    });
    expect(toOwner).toMatchObject({
      replyTo: { address: 'ada@client.example' },
      subject: 'New project: Acme <b>& Sons</b> · Website',
    });
    expect(toClient?.text).toContain(`http://localhost:4000/client-portal/${id}`);
    expect(toOwner?.text).toContain(`http://localhost:4000/admin/portal/${id}`);
    for (const mail of [toClient, toOwner]) {
      expect(mail?.text).toContain(featureName('web'));
      expect(mail?.text).toContain('Ada, Owner');
      expect(mail?.text).toContain(claims.timelines.site);
      expect(mail?.html).toContain('Acme &lt;b&gt;&amp; Sons&lt;/b&gt;');
      expect(mail?.html).not.toContain('<b>&');
    }
  });

  it('a client’s projects are listed newest first, by status and in pages', async () => {
    await using app = await createTestApp({ engine });
    const [ada, ben] = [await app.signIn(), await app.signIn()];
    for (const company of ['One', 'Two', 'Three']) await submit(ada, { final: { ...final, company } });
    await submit(ben, { final });
    await save(ada, { step: 1, data: { company: 'Four' } });
    const companies = async (query: Record<string, unknown>) => {
      const page = await list(ada, query);
      return [page.items.map(({ data }) => data.company), page.total, page.pages];
    };
    expect(await companies({})).toEqual([['Four', 'Three', 'Two', 'One'], 4, 1]);
    expect(await companies({ status: 'submitted', page: 1, limit: 1 })).toEqual([['Three'], 3, 3]);
    expect(await companies({ status: 'submitted', page: 3, limit: 1 })).toEqual([['One'], 3, 3]);
    expect(await companies({ status: 'archived' })).toEqual([[], 0, 1]);
    expect((await ada.call(api.listMyProjects, { query: { status: 'gone' } })).status).toBe(400);
  });
});
