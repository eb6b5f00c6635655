import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../test/harness/database.ts';
import { setUpInvoices } from '../../test/harness/invoices.ts';
import type { Engine } from '../platform/db/database.ts';

const DAY = 24 * 3_600;

/** A published plan with its first milestone due in five days, and a sent contract with a payment on a day of its own. */
async function setUp(engine: Engine, { timelineConfidence = 'flexible' as 'flexible' | 'hard' } = {}) {
  const setting = await setUpInvoices(engine);
  const { app, owner, client, params, invoices } = setting;
  const dayIn = (days: number) =>
    new Date(app.clock.now().getTime() + days * DAY * 1_000).toISOString().slice(0, 10);
  const brief = (await app.db.selectFrom('projects').selectAll().executeTakeFirstOrThrow()).data;
  const data = { ...JSON.parse(brief), target: dayIn(40), timelineConfidence };
  await app.db
    .updateTable('projects')
    .set({ data: JSON.stringify(data) })
    .execute();
  const plan = async () => (await owner.call(api.listMilestonesAsStudio, { params })).body.items;
  for (const { _id } of await plan()) {
    await owner.call(api.deleteMilestone, { params: { ...params, milestoneId: _id } });
  }
  const add = (title: string, days: number, published = true) =>
    owner.call(api.createMilestone, { params, body: { title, due: dayIn(days), published } });
  await add('Kickoff', 5);
  await add('Launch', 40);
  await add('Hidden', 50, false);
  const payment = {
    id: crypto.randomUUID(),
    label: 'in May',
    percent: 100,
    due: 'date',
    milestoneId: null,
    date: dayIn(60),
  };
  const accept = async (days: number) => {
    await setting.actions.save({
      total: 4_800,
      source: 'made',
      link: '',
      terms: {
        ...(await setting.actions.draft()).draft.terms,
        plan: { kind: 'custom', parts: [payment] },
      },
    });
    expect((await setting.actions.send()).status).toBe(200);
    await app.drainOutbox();
    app.clock.advance(days * DAY);
    expect((await setting.actions.accept({ name: 'Ada Sample' })).status).toBe(200);
    await app.drainOutbox();
  };
  return {
    ...{ app, client, owner, params, invoices, dayIn, accept },
    dates: async () => (await plan()).map(({ title, due }) => [title, due]),
    acceptedEvent: async () =>
      (await client.call(api.listActivity, { params })).body.items.find(
        ({ kind }) => kind === 'contract_accepted',
      ),
    mailTo: (address: string) =>
      app.mails.find(({ to, subject }) => to.address === address && subject.includes('accepted')),
  };
}

describeAnyEngine((engine) => {
  it('open dates move by the days from sending to acceptance, and both mails and the activity say so', async () => {
    const { app, client, dayIn, accept, dates, acceptedEvent, mailTo } = await setUp(engine);
    await using _ = app;
    const before = [dayIn(13), dayIn(48), dayIn(58)];
    const [kickoff] = [dayIn(5)];
    await accept(8);
    expect(await dates()).toEqual([
      ['Kickoff', before[0]],
      ['Launch', before[1]],
      ['Hidden', before[2]],
    ]);
    const event = await acceptedEvent();
    expect(event?.detail.daysMoved).toBe(8);
    expect(event?.detail.moved).toContain(`${kickoff} ${before[0]} Kickoff`);
    expect(event?.detail.moved).not.toContain('Hidden');
    const [own, studios] = [mailTo(client.email), mailTo('owner@studio.example')];
    for (const mail of [own, studios]) {
      expect(mail?.text).toContain('accepted 8 days after it was sent');
      expect(mail?.text).toMatch(/“Kickoff”.*\(was /s);
    }
    // A payment’s own day is the owner’s to check.
    expect(studios?.text).toContain('in May');
    expect(own?.text).not.toContain('These keep their day');
  });

  it('a launch that the client fixed keeps its day, which the owner is told', async () => {
    const { app, dayIn, accept, dates, mailTo } = await setUp(engine, { timelineConfidence: 'hard' });
    await using _ = app;
    const [launch, kickoff] = [dayIn(40), dayIn(13)];
    await accept(8);
    expect((await dates()).slice(0, 2)).toEqual([
      ['Kickoff', kickoff],
      ['Launch', launch],
    ]);
    expect(mailTo('owner@studio.example')?.text).toMatch(/These keep their day.*Launch/s);
  });

  it('an acceptance on the same day moves nothing and says nothing of it', async () => {
    const { app, client, dayIn, accept, dates, acceptedEvent, mailTo } = await setUp(engine);
    await using _ = app;
    await accept(0);
    expect((await dates())[0]).toEqual(['Kickoff', dayIn(5)]);
    expect((await acceptedEvent())?.detail).not.toHaveProperty('daysMoved');
    expect(mailTo(client.email)?.text).not.toContain('after it was sent');
  });
});
