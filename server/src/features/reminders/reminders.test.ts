import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { setUpInvoices } from '../../../test/harness/invoices.ts';
import { runJob } from '../../../test/harness/run-job.ts';
import type { Engine } from '../../platform/db/database.ts';

const TOTAL = 9_580;

/** A sent invoice, due on March 16. */
async function setUpReminders(engine: Engine) {
  const setting = await setUpInvoices(engine);
  const { app, owner, client, invoices } = setting;
  const invoiceId = await invoices.sent();
  return {
    ...setting,
    invoiceId,
    /** The job runs at nine on a day. */
    on: async (day: string) => {
      app.clock.set(`${day}T09:00:00.000Z`);
      await runJob(app, 'reminders.send');
    },
    sent: async () => {
      await app.drainOutbox();
      return app.mails.filter(({ subject }) => /is due|was due/.test(subject)).map(({ subject }) => subject);
    },
    upcoming: async () => (await owner.call(api.listUpcomingReminders, {})).body.items,
    pause: (paused: boolean) =>
      owner.call(api.pauseReminders, { params: { id: client.id }, body: { paused } }),
  };
}

describeEachEngine((engine) => {
  it('reminders go out before the due date, on it, and one and two weeks after it, once each', async () => {
    const { app, on, sent, client, params, owner } = await setUpReminders(engine);
    await using _ = app;
    for (const day of ['2026-03-12', '2026-03-13', '2026-03-13', '2026-03-14', '2026-03-16', '2026-03-17'])
      await on(day);
    expect(await sent()).toEqual([
      'Invoice 2026-0001 is due in three days',
      'Invoice 2026-0001 is due today',
    ]);
    for (const day of ['2026-03-23', '2026-03-24', '2026-03-30', '2026-03-31', '2026-05-01']) await on(day);
    expect((await sent()).slice(2)).toEqual([
      'Invoice 2026-0001 was due a week ago',
      'Invoice 2026-0001 was due two weeks ago',
    ]);
    const mails = app.mails.filter(({ subject }) => subject.includes('due'));
    expect(new Set(mails.map(({ to }) => to.address))).toEqual(new Set([client.email]));
    const { items } = (await owner.call(api.listActivity, { params })).body;
    expect(items.filter(({ kind }) => kind === 'invoice_reminded')).toHaveLength(4);
  });

  it('two processes remind once', async () => {
    const { app, sent } = await setUpReminders(engine);
    await using _ = app;
    app.clock.set('2026-03-16T09:00:00.000Z');
    await Promise.all([1, 2, 3].map(() => runJob(app, 'reminders.send')));
    expect(await sent()).toHaveLength(1);
  });

  it('after a pause of the server only the newest reminder goes out', async () => {
    const { app, on, sent } = await setUpReminders(engine);
    await using _ = app;
    await on('2026-03-25');
    await on('2026-03-26');
    expect(await sent()).toEqual(['Invoice 2026-0001 was due nine days ago']);
  });

  it('nothing goes out before eight in the morning', async () => {
    const { app, sent } = await setUpReminders(engine);
    await using _ = app;
    app.clock.set('2026-03-16T07:59:00.000Z');
    await runJob(app, 'reminders.send');
    expect(await sent()).toEqual([]);
  });

  it('reminders stop at once when the invoice is paid, voided or credited', async () => {
    const { app, on, sent, invoices, invoiceId } = await setUpReminders(engine);
    await using _ = app;
    const [voided, credited] = [await invoices.sent(), await invoices.sent()];
    await invoices.pay(invoiceId, TOTAL);
    await invoices.void(voided);
    await invoices.credit(credited, 8_850);
    await on('2026-03-16');
    expect(await sent()).toEqual([]);
    // Paid back: open again, and reminded of again.
    const [payment] = await invoices.payments();
    await invoices.refund(payment?.id ?? '', 100);
    await on('2026-03-23');
    expect(await sent()).toEqual(['Invoice 2026-0001 was due a week ago']);
  });

  it('the studio sees what goes out in the next days, and pauses it for one client', async () => {
    const { app, on, sent, upcoming, pause, client } = await setUpReminders(engine);
    await using _ = app;
    await on('2026-03-12');
    expect(await upcoming()).toMatchObject([
      {
        title: 'Invoice 2026-0001',
        amount: TOTAL,
        days: -3,
        goesOutOn: '2026-03-13',
        isPaused: false,
        clientId: client.id,
      },
    ]);
    await pause(true);
    expect(await upcoming()).toMatchObject([{ isPaused: true }]);
    await on('2026-03-13');
    expect(await sent()).toEqual([]);
    await pause(false);
    // What was due meanwhile isn't sent later.
    await on('2026-03-14');
    expect(await sent()).toEqual([]);
    expect(await upcoming()).toMatchObject([{ days: 0, goesOutOn: '2026-03-16', isPaused: false }]);
    await on('2026-03-16');
    expect(await sent()).toEqual(['Invoice 2026-0001 is due today']);
  });

  it('a client whose account or project is gone is reminded of nothing', async () => {
    const { app, on, sent, owner, params, upcoming } = await setUpReminders(engine);
    await using _ = app;
    await owner.call(api.deleteProject, { params });
    await on('2026-03-16');
    expect([await sent(), await upcoming()]).toEqual([[], []]);
  });

  it('the studio reads the very mail that goes out later, and pauses it for one project', async () => {
    const { app, on, owner, client, params } = await setUpReminders(engine);
    await using _ = app;
    const read = async (day: string) => {
      const input = { params: { id: client.id }, query: { day } };
      return (await owner.call(api.previewReminders, input)).body.mails;
    };
    app.clock.set('2026-03-12T19:00:00.000Z');
    expect(await read('2026-03-12')).toEqual([]);
    const [mail] = await read('2026-03-13');
    expect(mail).toMatchObject({ to: client.email, subject: 'Invoice 2026-0001 is due in three days' });
    const pause = (paused: boolean) => owner.call(api.pauseProjectReminders, { params, body: { paused } });
    expect((await pause(true)).body).toEqual({ paused: true });
    expect(await read('2026-03-13')).toEqual([]);
    expect((await owner.call(api.listUpcomingReminders, {})).body.items).toMatchObject([
      { isPaused: true, isClientPaused: false, isProjectPaused: true },
    ]);
    await pause(false);
    await on('2026-03-13');
    const sent = await app.db
      .selectFrom('mail_outbox')
      .select(['recipient', 'text_body', 'subject'])
      .where('kind', '=', 'project.reminder')
      .execute();
    expect(sent).toEqual([{ recipient: mail?.to, subject: mail?.subject, text_body: mail?.text }]);
    const missing = { params: { id: client.id }, body: { paused: true } };
    expect((await owner.call(api.pauseProjectReminders, missing)).status).toBe(404);
  });
});
