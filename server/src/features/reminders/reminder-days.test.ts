import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { bringColleague, openWaits } from '../../../test/harness/reminders.ts';
import { answer, seenBy } from '../../../test/harness/request-scene.ts';
import { runJob } from '../../../test/harness/run-job.ts';
import { createTestApp } from '../../../test/harness/test-app.ts';

const HOURS = 3_600_000;
const START = Date.parse('2026-03-02T09:00:00.000Z');
/** The clock moves on by this much. */
const STEP = 3 * HOURS;
const DAYS = 60;

/*
 * Sixty days of one studio. Ada is in London, where clocks change on March 29; Nia in New York, where they change on March 8; Ken in
 * Tokyo, where they don't. Moments are UTC.
 */
describeAnyEngine((engine) => {
  it('reminders of sixty days go out to the right people at their hours, each once', async () => {
    await using app = await createTestApp({ engine });
    const waits = await openWaits(app);
    const [ada, nia, ken] = [await waits.client('ada'), await waits.client('nia'), await waits.client('ken')];
    const bea = await app.signIn({ email: 'bea@client.example' });
    const [london, newYork, tokyo] = [
      await waits.project(ada, 'Europe/London'),
      await waits.project(nia, 'America/New_York'),
      await waits.project(ken, 'Asia/Tokyo'),
    ];
    await bringColleague(ada, london, bea, 'decides');
    await bea.call(api.setMyNotification, { body: { kind: 'message_reminder', isOn: false } });
    let owedByKen = '';
    // The studio's other jobs have nothing to do with it, and take their time.
    await runJob(app, 'reminders.send');
    const others = app.db.updateTable('job_leases').where('name', '<>', 'reminders.send');
    await others.set({ next_at: '2027-01-01T00:00:00.000Z' }).execute();

    const acts: Record<string, () => Promise<unknown>> = {
      '2026-03-02T09': async () => {
        await waits.contract(london);
        await waits.request(tokyo, 'Texts', null);
        owedByKen = await waits.invoice(tokyo, '2026-03-16');
      },
      '2026-03-03T09': async () => {
        await waits.review(newYork, 'Design');
        await waits.message(tokyo);
      },
      '2026-03-09T12': () => ada.call(api.acceptContract, { params: { id: london }, body: {} }),
      '2026-03-16T12': () => waits.draft(nia, 'America/New_York'),
      '2026-03-20T12': () => waits.pay(tokyo, owedByKen),
      // Nia sends it late, and has to send it again.
      '2026-03-17T12': () => waits.request(newYork, 'Logo', '2026-04-08'),
      '2026-04-10T12': async () => {
        for (const request of (await seenBy(nia, newYork)).items) await answer(nia, newYork, request);
        for (const request of (await seenBy(nia, newYork)).items) await waits.requestAgain(newYork, request);
      },
      '2026-03-23T12': () => waits.invoice(london, '2026-04-06'),
      // Both of this are for others: a reader, and an answer, end it.
      '2026-03-24T12': () => waits.message(newYork),
      '2026-03-25T12': () => waits.read(nia, newYork),
      '2026-04-01T12': () => waits.message(london),
      '2026-04-07T12': () => waits.pauseProject(london, true),
      '2026-04-14T12': () => waits.pauseProject(london, false),
      // The draft is written on, and quiet once more.
      '2026-04-15T12': () => waits.draft(nia, 'America/New_York'),
    };
    for (let moment = START; moment <= START + DAYS * 24 * HOURS; moment += STEP) {
      const now = new Date(moment).toISOString();
      app.clock.set(now);
      await acts[now.slice(0, 13)]?.();
      await runJob(app, 'reminders.send');
    }

    expect(await waits.mails()).toEqual([
      '2026-03-05T09 ada: Your contract for Acme · Care is waiting',
      '2026-03-05T09 bea: Your contract for Acme · Care is waiting',
      '2026-03-06T00 ken: You have a message about Acme · Care',
      '2026-03-06T15 nia: “Design” is ready for your review',
      '2026-03-09T00 ken: I need “Texts” from you',
      '2026-03-11T12 nia: “Design” still waits for your review',
      '2026-03-13T00 ken: Invoice 2026-0001 is due in three days',
      '2026-03-16T00 ken: 2 things are waiting for you',
      '2026-03-20T12 nia: Your brief is saved where you left it',
      '2026-03-30T12 nia: Would you like to finish your brief?',
      '2026-04-03T09 ada: Invoice 2026-0002 is due in three days',
      '2026-04-03T09 bea: Invoice 2026-0002 is due in three days',
      '2026-04-06T09 ada: 2 things are waiting for you',
      '2026-04-06T09 bea: Invoice 2026-0002 is due today',
      '2026-04-06T12 nia: “Logo” is due in two days',
      '2026-04-09T12 nia: “Logo” was due yesterday',
      '2026-04-15T12 nia: Acme · Care waits for “Logo”',
      '2026-04-20T09 ada: Invoice 2026-0002 was due two weeks ago',
      '2026-04-20T09 bea: Invoice 2026-0002 was due two weeks ago',
    ]);
    const outcomes = await app.db.selectFrom('reminders').select(['kind', 'step', 'outcome']).execute();
    expect(outcomes.filter(({ outcome }) => outcome !== 'sent')).toEqual([
      // What was asked again came too late for its first steps.
      { kind: 'request', step: 'before', outcome: 'skipped' },
      { kind: 'request', step: 'late', outcome: 'skipped' },
      { kind: 'invoice', step: 'week', outcome: 'paused' },
    ]);
    const digest = await waits.mailTo('ada', '2 things');
    expect(digest.text_body).toContain(
      'Invoice 2026-0002 is due today\nAmount: $95.80\nDue: April 6, 2026\n',
    );
    expect(digest.text_body).toContain(`?tab=feedback`);
    // One optional kind is in it, and its link ends that.
    expect(digest.unsubscribe_url).toContain('/unsubscribe?token=');
    const invoiceAlone = await waits.mailTo('bea', 'Invoice 2026-0002 is due today');
    expect(invoiceAlone.unsubscribe_url).toBeNull();
  }, 300_000);
});
