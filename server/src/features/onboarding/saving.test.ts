import { prices } from '@atelier/content/prices.ts';
import { api } from '@atelier/domain/api.ts';
import { emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import { estimateBrief } from '@atelier/domain/onboarding/estimate.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestApp, type TestUser } from '../../../test/harness/test-app.ts';

const save = (user: TestUser, body: Record<string, unknown>) => user.call(api.saveOnboarding, { body });
const current = async (user: TestUser) => (await user.call(api.getMyOnboarding)).body.onboarding;
const outcome = (reply: { status: number; body: { code?: string } }) => [reply.status, reply.body.code];

describeEachEngine((engine) => {
  it('a first save creates a draft with what was sent and defaults for the rest', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    expect((await ada.call(api.getMyOnboarding)).body).toEqual({ onboarding: null, prefill: null });
    const data = { features: ['seo', 'web'], company: ' Acme ', timezone: 'Europe/London' };
    const reply = await save(ada, { step: 2, data, estimate: { low: 1, high: 2 } });
    expect(reply.status).toBe(200);
    const brief = { ...emptyBrief(), features: ['web', 'seo'], company: 'Acme', timezone: 'Europe/London' };
    expect(reply.body).toEqual({
      id: reply.body.onboarding.id,
      revision: 1,
      onboarding: {
        _id: reply.body.id,
        id: reply.body.id,
        userId: ada.id,
        email: ada.email,
        status: 'draft',
        title: 'Website',
        stage: 'draft',
        step: 2,
        revision: 1,
        createdAt: '2026-03-02T09:00:00.000Z',
        updatedAt: '2026-03-02T09:00:00.000Z',
        submittedAt: null,
        data: brief,
        final: null,
        estimate: estimateBrief({ ...emptyBrief(), features: ['web', 'seo'] }, prices),
        clientRole: 'contact',
      },
    });
    expect(await current(ada)).toEqual(reply.body.onboarding);
  });

  it('a blank row is never stored, and a note whose address is missing is', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const data = {
      decisionMakers: [{}, { name: ' ', role: '\n' }, { role: 'Owner' }],
      inspirationUrls: [{ url: ' ' }, { note: 'The calm colours' }],
    };
    await save(ada, { step: 1, data });
    const { data: row } = await app.db.selectFrom('projects').select('data').executeTakeFirstOrThrow();
    expect(JSON.parse(row)).toEqual({
      decisionMakers: [{ name: '', role: 'Owner' }],
      inspirationUrls: [{ url: '', note: 'The calm colours' }],
    });
  });

  it('a save changes only the fields it sends', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const first = { company: 'Acme', contact: 'Ada', email: 'ada@acme.example', goals: 'More leads' };
    const { id } = (await save(ada, { step: 1, data: first })).body;
    app.clock.advance(60);
    const reply = await save(ada, { id, step: 3, data: { goals: '', mustHaves: ['Booking', ' '] } });
    expect(reply.body.onboarding).toMatchObject({
      id,
      step: 3,
      revision: 2,
      createdAt: '2026-03-02T09:00:00.000Z',
      updatedAt: '2026-03-02T09:01:00.000Z',
      data: { company: 'Acme', goals: '', mustHaves: ['Booking'] },
    });
    const without = await save(ada, { step: 4, data: {} });
    expect(without.body).toMatchObject({
      id,
      revision: 3,
      onboarding: { step: 4, data: { company: 'Acme' } },
    });
  });

  it('a save with a step beyond the answers is refused and changes nothing', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const business = { contact: 'Ada', email: 'ada@acme.example' };
    // Skipping steps creates no draft.
    const skipped = await save(ada, { step: 7, data: { company: 'Acme' } });
    expect(outcome(skipped)).toEqual([400, 'validation_failed']);
    expect(skipped.body.message).toBe(
      'This step can’t be saved yet. Step 2, Business Details, comes first. Please enter a primary contact. Enter a valid email.',
    );
    expect(skipped.body.issues?.map(({ path }) => path)).toEqual(['step', 'contact', 'email']);
    expect(await current(ada)).toBeNull();

    await save(ada, { step: 2, data: { company: 'Acme' } });
    expect(outcome(await save(ada, { step: 3, data: { contact: 'Ada' } }))).toEqual([
      400,
      'validation_failed',
    ]);
    expect(await current(ada)).toMatchObject({
      step: 2,
      revision: 1,
      data: { company: 'Acme', contact: '' },
    });
    // Stored and sent answers count together, each saved part on its own.
    expect((await save(ada, { step: 2, data: { contact: 'Ada' } })).status).toBe(200);
    expect((await save(ada, { step: 4, data: { email: business.email } })).status).toBe(200);
    expect(outcome(await save(ada, { step: 5, data: { timelineConfidence: 'firm' } }))).toEqual([
      400,
      'validation_failed',
    ]);
    const discovery = { timelineConfidence: 'firm', contentReadiness: 'ready' };
    expect((await save(ada, { step: 7, data: discovery })).status).toBe(200);
    // Clearing an answer closes the later steps, for this save and the next.
    expect(outcome(await save(ada, { step: 6, data: { email: '' } }))).toEqual([400, 'validation_failed']);
    expect((await save(ada, { step: 2, data: { email: '' } })).status).toBe(200);
    expect(outcome(await save(ada, { step: 3, data: {} }))).toEqual([400, 'validation_failed']);
    expect((await save(ada, { step: 2, data: {} })).status).toBe(200);
    // An older draft stored beyond that can still be continued.
    await app.db.updateTable('projects').set({ step: 6 }).execute();
    expect(await current(ada)).toMatchObject({ step: 6, data: { email: '' } });
    expect((await save(ada, { step: 6, data: business })).status).toBe(200);
  });

  it('every save recomputes the estimate', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const care = (await save(ada, { step: 1, data: { features: ['support'] } })).body.onboarding.estimate;
    const shop = (await save(ada, { step: 1, data: { features: ['ecom', 'support'] } })).body.onboarding
      .estimate;
    expect([care?.size, care?.high]).toEqual(['care', 0]);
    expect(shop).toEqual(estimateBrief({ ...emptyBrief(), features: ['ecom', 'support'] }, prices));
  });

  it('a save based on an older revision is refused and changes nothing', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const { id } = (await save(ada, { step: 1, revision: 0, data: { company: 'First' } })).body;
    // Two tabs have revision 1; the first save is accepted, the second refused.
    expect((await save(ada, { id, step: 2, revision: 1, data: { company: 'Quick' } })).body.revision).toBe(2);
    expect(outcome(await save(ada, { id, step: 2, revision: 1, data: { company: 'Slow' } }))).toEqual([
      409,
      'draft_conflict',
    ]);
    expect(outcome(await save(ada, { step: 2, revision: 1, data: { company: 'Slow' } }))).toEqual([
      409,
      'draft_conflict',
    ]);
    // "I know of no draft", although there is one.
    expect(outcome(await save(ada, { step: 1, revision: 0, data: { company: 'New' } }))).toEqual([
      409,
      'draft_conflict',
    ]);
    expect((await current(ada))?.data.company).toBe('Quick');
    // Overwrites knowingly: with the newer revision, or with none.
    expect((await save(ada, { id, step: 2, revision: 2, data: { company: 'Slow' } })).status).toBe(200);
    expect((await save(ada, { step: 2, data: { company: 'Slower' } })).status).toBe(200);
    expect((await current(ada))?.data.company).toBe('Slower');
  });

  it('a save of a deleted draft is refused', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const { id } = (await save(ada, { step: 1, data: {} })).body;
    expect((await ada.call(api.deleteDraft)).body).toEqual({ deleted: true });
    expect((await ada.call(api.deleteDraft)).body).toEqual({ deleted: false });
    expect(outcome(await save(ada, { id, step: 2, data: {} }))).toEqual([404, 'not_found']);
    expect(outcome(await save(ada, { step: 2, revision: 1, data: {} }))).toEqual([409, 'draft_conflict']);
    expect(await current(ada)).toBeNull();
  });

  it('many tabs that start at once create one draft', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, i) => save(ada, { step: 1, data: { company: `Tab ${i}` } })),
    );
    expect(replies.map((reply) => reply.status)).toEqual(Array(8).fill(200));
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
    expect(replies.map((reply) => reply.body.revision).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);

    const ben = await app.signIn();
    const careful = await Promise.all(
      Array.from({ length: 8 }, () => save(ben, { step: 1, revision: 0, data: {} })),
    );
    expect(careful.map((reply) => reply.status).sort()).toEqual([200, ...Array(7).fill(409)]);
  });

  it('one of two concurrent saves on the same revision is accepted', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const { id } = (await save(ada, { step: 1, data: {} })).body;
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        save(ada, { id, step: 1, revision: 1, data: { company: `Tab ${i}` } }),
      ),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(5).fill(409)]);
    const won = replies.find((reply) => reply.status === 200)?.body.onboarding.data.company;
    expect((await current(ada))?.data.company).toBe(won);
  });

  it('the database itself rejects a second draft', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    const { id } = (await save(ada, { step: 1, data: {} })).body;
    const draft = await app.db
      .selectFrom('projects')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const second = app.db.insertInto('projects').values({ ...draft, id: `${id.slice(0, -1)}0` });
    await expect(second.execute()).rejects.toThrow(/unique/i);
  });

  it('another client’s draft can’t be opened or saved', async () => {
    await using app = await createTestApp({ engine });
    const [ada, eve, owner] = [await app.signIn(), await app.signIn(), await app.signInOwner()];
    const { id } = (await save(ada, { step: 1, data: { company: 'Acme' } })).body;
    for (const stranger of [eve, owner]) {
      expect(outcome(await save(stranger, { id, step: 2, data: { company: 'Mine' } }))).toEqual([
        404,
        'not_found',
      ]);
      expect(await current(stranger)).toBeNull();
      expect((await stranger.call(api.deleteDraft)).body).toEqual({ deleted: false });
    }
    expect(await current(ada)).toMatchObject({ revision: 1, data: { company: 'Acme' } });
  });

  it('hostile and overlong answers are refused and change nothing', async () => {
    await using app = await createTestApp({ engine });
    const ada = await app.signIn();
    await save(ada, { step: 1, data: { company: 'Acme' } });
    for (const data of [
      { features: ['ads'] },
      { features: Array(1_000).fill('web') },
      { goals: 'x'.repeat(100_000) },
      { mustHaves: Array(500).fill('x') },
      { decisionMakers: Array(500).fill({ name: 'x', role: 'y' }) },
      { inspirationUrls: 'https://example.com' },
      { company: { $gt: '' } },
    ]) {
      expect(outcome(await save(ada, { step: 2, data }))).toEqual([400, 'validation_failed']);
    }
    expect(await current(ada)).toMatchObject({ step: 1, revision: 1, data: { company: 'Acme' } });
    const markup = "<img src=x onerror=alert(1)> '; drop table projects; -- {{7*7}}";
    expect((await save(ada, { step: 2, data: { company: markup } })).body.onboarding.data.company).toBe(
      markup,
    );
  });
});
