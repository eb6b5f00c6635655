import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { setUpMailIn } from '../../../test/harness/mail-in.ts';
import { runJob } from '../../../test/harness/run-job.ts';
import { sampleHours } from '../../../test/samples/bookings.ts';
import type { Engine } from '../../platform/db/database.ts';

/** A studio whose mails come back to it, with one that left for the client. */
async function setUpBounces(engine: Engine) {
  const studio = await setUpMailIn(engine, { MAIL_IN_BOUNCES: 'on' });
  const { app, client, owner, receive, replyAddress } = studio;
  const to = await replyAddress('client');
  const sent = app.mails.findLast((mail) => mail.to.address === client.email);
  const messageId = sent?.messageId ?? '';
  return {
    ...studio,
    to,
    messageId,
    reportsTo: sent?.reportsTo ?? '',
    /** Has a mail server report on a mail. */
    report: (
      about: string,
      {
        address = sent?.reportsTo ?? '',
        action = 'failed',
        returns = 'text/rfc822-headers',
        recipient = client.email,
      } = {},
    ) =>
      receive({
        from: 'mailer-daemon@client.example',
        to: address,
        domain: null,
        content: [
          'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
          '',
          '--b',
          '',
          'Your mail could not be delivered.',
          '--b',
          'Content-Type: message/delivery-status',
          '',
          'Reporting-MTA: dns; mx.client.example',
          '',
          `Final-Recipient: rfc822; ${recipient}`,
          `Action: ${action}`,
          'Status: 5.1.1',
          'Diagnostic-Code: smtp; 550 No such user',
          '',
          '--b',
          `Content-Type: ${returns}`,
          '',
          `Message-ID: ${about}`,
          'Subject: A mail',
          '',
          'Its text',
          '--b--',
        ].join('\r\n'),
      }),
    bounced: async () => (await owner.call(api.listBouncedAddresses, {})).body,
    announced: async () => {
      await app.drainOutbox();
      return app.mails.filter(({ subject }) => subject === 'An email came back');
    },
  };
}

describeEachEngine((engine) => {
  it.each(['text/rfc822-headers', 'message/rfc822'])(
    'a report with %s marks the address that a mail came back from, and is mailed once',
    async (returns) => {
      const { app, client, owner, messageId, report, bounced, announced, reportsTo, to } =
        await setUpBounces(engine);
      await using _ = app;
      expect(reportsTo).toMatch(/^reply\+[a-z2-7]{32}@studio\.example$/);
      expect(reportsTo).not.toBe(to);
      for (let time = 0; time < 2; time += 1) expect(await report(messageId, { returns })).toMatch(/^250/);
      expect(await bounced()).toMatchObject({
        total: 1,
        items: [{ email: client.email, report: '550 No such user' }],
      });
      expect(await announced()).toMatchObject([{ to: { address: owner.email } }]);
      // What was found before the report is shown for a while.
      app.clock.advance(60);
      const { findings } = (await owner.call(api.getHealth, { query: { refresh: 'true' } })).body;
      expect(findings.find(({ id }) => id === 'mail-bounces')).toMatchObject({ level: 'notice' });
      expect(JSON.stringify((await client.call(api.exportMyData, {})).body)).toContain('550 No such user');
    },
  );

  it('a report at the address of an answer counts, too', async () => {
    const { app, messageId, report, bounced, to } = await setUpBounces(engine);
    await using _ = app;
    await report(messageId, { address: to });
    expect((await bounced()).total).toBe(1);
  });

  it('a report on the mail that asks a visitor to confirm a call marks their address, and books nothing', async () => {
    const { app, owner, report, bounced } = await setUpBounces(engine);
    await using _ = app;
    await owner.call(api.setCallSettings, { body: sampleHours });
    const { times } = (await app.call(api.listOfferedTimes)).body;
    const recipient = 'vera@visitor.example';
    const body = { name: 'Vera', email: recipient, words: '', startsAt: times[0], zone: 'UTC' };
    await app.call(api.createBooking, { body });
    await app.drainOutbox();
    const asked = app.mails.findLast((mail) => mail.to.address === recipient);
    expect(asked?.subject).toMatch(/^Confirm your call/);
    await report(asked?.messageId ?? '', { address: asked?.reportsTo ?? '', recipient });
    expect(await bounced()).toMatchObject({ total: 1, items: [{ email: recipient }] });
    const list = async (show: string) => (await owner.call(api.listBookings, { query: { show } })).body.items;
    expect([await list('ahead'), await list('unconfirmed')]).toMatchObject([[], [{ email: recipient }]]);
  });

  it('a report about a delay, a stranger’s mail or none marks nothing', async () => {
    const { app, messageId, report, bounced, announced, list } = await setUpBounces(engine);
    await using _ = app;
    await report(messageId, { action: 'delayed' });
    await report('<01900000-0000-7000-8000-000000000000@localhost>');
    await report(messageId.replace(/@.*/, '@other.example>'));
    await report('<%00@localhost>');
    expect([await bounced(), await announced()]).toEqual([{ items: [], total: 0 }, []]);
    expect((await list()).items.every(({ reason }) => reason === 'bounce')).toBe(true);
  });

  it('the mark goes when a mail from the address arrives, by hand, and with its account', async () => {
    const { app, client, owner, messageId, report, receive, bounced, to } = await setUpBounces(engine);
    await using _ = app;
    await report(messageId);
    await receive({ from: client.email, to, domain: null, text: 'Forged' });
    expect((await bounced()).total).toBe(1);
    await receive({ from: client.email, to, text: 'I’m here' });
    expect((await bounced()).total).toBe(0);
    await report(messageId);
    const id = (await bounced()).items[0]?.id ?? '';
    expect((await owner.call(api.clearBouncedAddress, { params: { id } })).status).toBe(200);
    expect((await owner.call(api.clearBouncedAddress, { params: { id } })).status).toBe(404);
    await report(messageId);
    await client.call(api.deleteMyAccount, { body: { confirmation: client.email } });
    expect((await bounced()).total).toBe(0);
  });

  it('a mark ends with the days that whole mails are kept', async () => {
    const { app, messageId, report, bounced } = await setUpBounces(engine);
    await using _ = app;
    await report(messageId);
    app.clock.advance(30 * 24 * 3600 - 60);
    await runJob(app, 'mail-in.delete-old');
    expect((await bounced()).total).toBe(1);
    app.clock.advance(120);
    await runJob(app, 'mail-in.delete-old');
    expect((await bounced()).total).toBe(0);
  });
});
