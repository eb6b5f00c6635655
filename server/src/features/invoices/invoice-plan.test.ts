import { api } from '@atelier/domain/api.ts';
import type { MilestoneStatus } from '@atelier/domain/milestones/rules.ts';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { setUpInvoices } from '../../../test/harness/invoices.ts';
import { runJob } from '../../../test/harness/run-job.ts';
import { sampleTerms } from '../../../test/samples/contracts.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';
import type { Engine } from '../../platform/db/database.ts';
import { GATHER_SECONDS } from '../notifications/portal-notifications.ts';

const BILLING = { name: 'Acme Inc.', address: '1 Sample Street\nSample City', taxId: '12-3456' };
const onDay = (date: string) => ({
  plan: {
    kind: 'custom',
    parts: sampleTerms.plan.parts.map((part) => (part.due === 'date' ? { ...part, date } : part)),
  },
});
const atMilestone = (milestoneId: string | undefined) => ({
  plan: {
    kind: 'custom',
    parts: sampleTerms.plan.parts.map((part) =>
      part.due === 'finish' ? { ...part, due: 'milestone', milestoneId } : part,
    ),
  },
});

/** A client with a plan of milestones, which are drafts. */
async function setUpPlan(engine: Engine) {
  const setting = await setUpInvoices(engine);
  const { owner, client, params } = setting;
  const { items } = (await owner.call(api.listMilestonesAsStudio, { params })).body;
  const setStatus = async (milestoneId: string, status: MilestoneStatus) =>
    expect(
      (await owner.call(api.setMilestoneStatus, { params: { ...params, milestoneId }, body: { status } }))
        .status,
    ).toBe(200);
  const approve = async (milestoneId: string) => {
    await setStatus(milestoneId, 'in_review');
    const at = { ...params, milestoneId };
    const { status } = await client.call(api.reviewMilestone, { params: at, body: { status: 'approved' } });
    expect(status).toBe(200);
  };
  return { ...setting, steps: items.map(({ id }) => id), setStatus, approve };
}

describeAnyEngine((engine) => {
  it('an accepted contract plans its payments, and its first invoice waits as a draft', async () => {
    const { app, invoices, actions, client, owner } = await setUpInvoices(engine);
    await using _ = app;
    expect((await invoices.accept({}, { name: 'Ada', billing: BILLING })).status).toBe(200);
    const { items, plan, billing } = await invoices.studio();
    expect(billing).toEqual(BILLING);
    expect(plan.map(({ label, amount }) => [label, amount])).toEqual([
      ['at the start', 144_000],
      ['in spring', 144_000],
      ['at launch', 192_000],
    ]);
    expect(items).toMatchObject([
      { status: 'draft', number: null, total: 144_000, title: '30% at the start', billing: BILLING },
    ]);
    expect(plan.map(({ invoiceId }) => invoiceId)).toEqual([items[0]?.id, null, null]);
    // The client sees the plan, and no draft.
    expect(await invoices.seen()).toMatchObject({
      items: [],
      plan: [{ invoiceId: null }, { invoiceId: null }, { invoiceId: null }],
      billing: BILLING,
    });
    expect((await actions.read()).body.contract?.status).toBe('accepted');
    await app.drainOutbox();
    const mails = app.mails.filter(({ subject }) => subject.includes('ready'));
    expect(mails.map(({ to }) => to.address)).toEqual([owner.email]);
    expect(mails.every(({ to }) => to.address !== client.email)).toBe(true);
  });

  it('what a client said for another project is known on both sides, and on drafts, whatever the studio set', async () => {
    const { app, invoices, client, owner, params } = await setUpInvoices(engine);
    await using _ = app;
    const { body: other } = await client.call(api.submitOnboarding, {
      body: { final: { ...sampleBrief, company: 'Other' } },
    });
    await client.call(api.saveBilling, { params: { id: other.id }, body: BILLING });
    await owner.call(api.changeInvoiceSettings, { params, body: { sendsItself: true } });
    expect((await invoices.seen()).billing).toEqual(BILLING);
    expect(await invoices.studio()).toMatchObject({ billing: BILLING, settings: { sendsItself: true } });
    await invoices.accept();
    expect((await invoices.newest()).billing).toEqual(BILLING);
  });

  it('a contract whose total is open plans nothing', async () => {
    const { app, actions, invoices } = await setUpInvoices(engine);
    await using _ = app;
    const terms = { ...sampleTerms, lines: [] };
    await actions.save({ total: null, source: 'made', link: '', terms });
    await actions.send();
    await actions.accept();
    expect(await invoices.studio()).toMatchObject({ items: [], plan: [] });
  });

  it('an approved milestone makes its payment due, once', async () => {
    const { app, invoices, client, owner, params } = await setUpInvoices(engine);
    await using _ = app;
    const { items: steps } = (await owner.call(api.listMilestonesAsStudio, { params })).body;
    const milestoneId = steps[0]?.id ?? '';
    await invoices.accept(atMilestone(milestoneId));
    const at = { ...params, milestoneId };
    const approve = async () => {
      await owner.call(api.setMilestoneStatus, { params: at, body: { status: 'in_review' } });
      return client.call(api.reviewMilestone, { params: at, body: { status: 'approved' } });
    };
    expect((await approve()).status).toBe(200);
    const due = (await invoices.studio()).items;
    expect(due.map(({ title, total }) => [title, total])).toEqual([
      ['40% at launch', 192_000],
      ['30% at the start', 144_000],
    ]);
    // Taken back and approved once more.
    expect((await approve()).status).toBe(200);
    expect((await invoices.studio()).items).toHaveLength(2);
  });

  it('the last approval makes due what waits for the end', async () => {
    const { app, invoices, owner, params, approve, steps } = await setUpPlan(engine);
    await using _ = app;
    await owner.call(api.publishMilestones, { params });
    await invoices.accept();
    const titles = async () => (await invoices.studio()).items.map(({ title }) => title);
    for (const id of steps) {
      expect(await titles()).not.toContain('40% at launch');
      await approve(id);
    }
    expect(await titles()).toContain('40% at launch');
  });

  it.each([
    ['cancelled', 'finish', true],
    ['deleted', 'finish', false],
    ['deleted', 'milestone', true],
  ] as const)(
    'the last open milestone, %s, makes due what waits for the %s, as a draft that waits for the studio (sends itself: %s)',
    async (end, due, sendsItself) => {
      const { app, invoices, owner, params, setStatus, approve, steps } = await setUpPlan(engine);
      await using _ = app;
      const last = steps.at(-1) ?? '';
      await owner.call(api.publishMilestones, { params });
      await owner.call(api.changeInvoiceSettings, { params, body: { sendsItself } });
      await invoices.accept(due === 'finish' ? {} : atMilestone(last));
      for (const id of steps.slice(0, -1)) await approve(id);
      const titles = async () => {
        await runJob(app, 'invoices.due');
        return (await invoices.studio()).items.map(({ title }) => title);
      };
      expect(await titles()).not.toContain('40% at launch');
      await (end === 'deleted'
        ? owner.call(api.deleteMilestone, { params: { ...params, milestoneId: last } })
        : setStatus(last, 'cancelled'));
      expect(await titles()).toContain('40% at launch');
      await runJob(app, 'invoices.send');
      const draft = await invoices.newest();
      expect(draft).toMatchObject({ title: '40% at launch', status: 'draft', total: 192_000 });
      app.clock.advance(GATHER_SECONDS);
      await runJob(app, 'notifications.deliver');
      await app.drainOutbox();
      const mail = app.mails.findLast(({ subject }) => subject.includes('ready'));
      expect([mail?.to.address, mail?.text]).toEqual([
        owner.email,
        expect.stringContaining('The draft waits for you: look at it, then send it.'),
      ]);
      // One that the studio doesn't want is not made again.
      await invoices.remove(draft.id);
      expect(await titles()).not.toContain('40% at launch');
    },
  );

  it('what waits for the end is not due while nothing is approved, or a milestone is open', async () => {
    const { app, invoices, owner, params, setStatus, approve, steps } = await setUpPlan(engine);
    await using _ = app;
    await owner.call(api.publishMilestones, { params });
    await invoices.accept();
    const count = async () => {
      await runJob(app, 'invoices.due');
      return (await invoices.studio()).items.length;
    };
    for (const id of steps) await setStatus(id, 'cancelled');
    expect(await count()).toBe(1);
    const added = { title: 'Care', published: true };
    const { milestone } = (await owner.call(api.createMilestone, { params, body: added })).body;
    await setStatus(steps[0] ?? '', 'in_progress');
    await approve(steps[0] ?? '');
    expect(await count()).toBe(1);
    await setStatus(milestone.id, 'cancelled');
    expect(await count()).toBe(2);
  });

  it('a last approval with drafts left makes an invoice that does not send itself', async () => {
    const { app, invoices, owner, params, approve, steps } = await setUpPlan(engine);
    await using _ = app;
    await owner.call(api.changeInvoiceSettings, { params, body: { sendsItself: true } });
    await invoices.accept();
    await approve(steps[0] ?? '');
    await runJob(app, 'invoices.send');
    expect((await invoices.studio()).items).toMatchObject([
      { title: '40% at launch', status: 'draft' },
      { title: '30% at the start', status: 'sent' },
    ]);
  });

  it('a payment on a day is made due on that day, and a deleted draft of it not again', async () => {
    const { app, invoices } = await setUpInvoices(engine);
    await using _ = app;
    await invoices.accept(onDay('2026-03-03'));
    const jobs = async () => runJob(app, 'invoices.due');
    app.clock.set('2026-03-02T23:59:00.000Z');
    await jobs();
    expect((await invoices.studio()).items).toHaveLength(1);
    app.clock.set('2026-03-03T00:01:00.000Z');
    await jobs();
    await jobs();
    const [draft, ...others] = (await invoices.studio()).items;
    expect([draft?.title, others.length]).toEqual(['30% in spring', 1]);
    await invoices.remove(draft?.id ?? '');
    await jobs();
    const { items, plan } = await invoices.studio();
    expect([items.length, plan[1]?.invoiceId]).toEqual([1, null]);
  });

  it('the studio makes a planned invoice by hand before it is due, and only one', async () => {
    const { app, invoices, owner, params } = await setUpInvoices(engine);
    await using _ = app;
    await invoices.accept();
    const planned = (await invoices.studio()).plan[2];
    const make = () =>
      owner.call(api.invoicePlannedPayment, { params: { ...params, plannedId: planned?.id ?? '' } });
    const [one, other] = await Promise.all([make(), make()]);
    expect([one.status, other.status].sort()).toEqual([200, 409]);
    expect((await invoices.studio()).items.map(({ title }) => title)).toEqual([
      '40% at launch',
      '30% at the start',
    ]);
  });

  it('a planned payment whose invoice is void is invoiced again by hand alone', async () => {
    const { app, invoices, owner, params } = await setUpInvoices(engine);
    await using _ = app;
    await owner.call(api.changeInvoiceSettings, { params, body: { sendsItself: true } });
    await invoices.accept(onDay('2026-03-03'));
    app.clock.set('2026-03-03T00:01:00.000Z');
    await runJob(app, 'invoices.due');
    const { id } = await invoices.newest();
    await invoices.send(id);
    expect((await invoices.void(id)).status).toBe(200);
    await runJob(app, 'invoices.due');
    const { items, plan } = await invoices.studio();
    expect([items.length, plan[1]?.invoiceId]).toEqual([2, null]);
    const again = { params: { ...params, plannedId: plan[1]?.id ?? '' } };
    expect((await owner.call(api.invoicePlannedPayment, again)).status).toBe(200);
    const made = await invoices.newest();
    expect([made.status, made.title]).toEqual(['draft', '30% in spring']);
    expect((await invoices.studio()).plan[1]?.invoiceId).toBe(made.id);
  });

  it('invoices of a project whose studio chose so send themselves', async () => {
    const { app, invoices, client, owner, params } = await setUpInvoices(engine);
    await using _ = app;
    await owner.call(api.changeInvoiceSettings, { params, body: { sendsItself: true } });
    await invoices.accept();
    await runJob(app, 'invoices.send');
    await runJob(app, 'invoices.send');
    const { items } = await invoices.seen();
    expect(items).toMatchObject([{ state: 'sent', total: 144_000 }]);
    await app.drainOutbox();
    const due = app.mails.find(({ subject }) => subject.startsWith('An invoice for'));
    expect(due?.text).toContain('It’s sent to your client within a minute, as you chose for this project.');
    const mails = app.mails.filter(({ subject }) => subject.startsWith('Invoice '));
    expect(mails.map(({ to }) => to.address)).toEqual([client.email]);
  });

  it('a milestone that waits for a payment starts once that is paid, or no longer waits', async () => {
    const { app, invoices, owner, params } = await setUpInvoices(engine);
    await using _ = app;
    await invoices.accept();
    const { items: steps } = (await owner.call(api.listMilestonesAsStudio, { params })).body;
    const [first, second] = steps;
    const { plan, items } = await invoices.studio();
    const hold = (index: number, holdsMilestoneId: string | null | undefined) =>
      owner.call(api.holdMilestone, {
        params: { ...params, plannedId: plan[index]?.id ?? '' },
        body: { holdsMilestoneId },
      });
    const start = (milestoneId = '') =>
      owner.call(api.setMilestoneStatus, {
        params: { ...params, milestoneId },
        body: { status: 'in_progress' },
      });
    expect((await hold(0, plan[1]?.id)).status).toBe(404);
    expect((await hold(0, first?.id)).body.plan[0]).toMatchObject({ holdsMilestoneId: first?.id });
    const refused = await start(first?.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'invalid_transition']);
    expect(refused.body.message).toContain('“30% at the start” is paid');
    const draft = items[0];
    await invoices.send(draft?.id ?? '');
    expect((await start(first?.id)).status).toBe(409);
    await invoices.pay(draft?.id ?? '', 144_000);
    expect((await start(first?.id)).status).toBe(200);
    await hold(1, second?.id);
    expect((await start(second?.id)).status).toBe(409);
    await hold(1, null);
    expect((await start(second?.id)).status).toBe(200);
    // Nothing is left to pay of it, after a change order.
    const body = { title: 'Care', published: true };
    const third = (await owner.call(api.createMilestone, { params, body })).body.milestone;
    await hold(1, third.id);
    expect((await start(third.id)).status).toBe(409);
    await app.db
      .updateTable('planned_payments')
      .set({ amount: 0 })
      .where('id', '=', plan[1]?.id ?? '')
      .execute();
    expect((await start(third.id)).status).toBe(200);
  });
});
