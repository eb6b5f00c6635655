import { beforeEach, expect, it } from 'vitest';
import { startNode } from '../../../test/harness/child.ts';
import { createTestClock, type TestClock } from '../../../test/harness/clock.ts';
import { createTestDatabase, describeEachEngine, type TestDatabase } from '../../../test/harness/database.ts';
import { MAIL_KINDS } from '../../mail-kinds.ts';
import { isoIn, isoNow, latestMeant } from '../clock.ts';
import { transaction } from '../db/transaction.ts';
import { newId } from '../ids.ts';
import { createLog } from '../log.ts';
import { createMailer, type Mail } from './mailer.ts';
import { claimDueMail, deleteSentBefore } from './outbox.repository.ts';
import { OutboxWorker, pauseAfter } from './outbox-worker.ts';
import { MailRejectedError, type MailTransport, type OutgoingMail } from './transport.ts';

const MAIL: Mail = {
  kind: 'contact.enquiry',
  to: 'client@example.com',
  replyTo: 'studio@example.com',
  subject: 'Hello\r\nBcc: other@example.com',
  text: 'https://studio.example/?token=secret',
  html: '<p>Hello</p>',
};

describeEachEngine((engine) => {
  let database: TestDatabase;
  let clock: TestClock;
  let sent: OutgoingMail[];
  let logged: { level: number; msg: string }[];
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    clock = createTestClock();
    sent = [];
    logged = [];
    return database.remove;
  });

  const keep = async (mail: OutgoingMail) => {
    sent.push(mail);
  };
  function worker(send: MailTransport['send'] = keep, renewMs?: number) {
    return new OutboxWorker({
      ...(renewMs ? { renewMs } : {}),
      db: database.db,
      transport: { send, close: async () => {}, description: '' },
      from: { name: 'Studio', address: 'studio@example.com' },
      clock,
      log: createLog('info', { write: (line) => logged.push(JSON.parse(line)) }),
    });
  }
  const mailer = (onEnqueued = () => {}) =>
    createMailer({ clock, messageIdDomain: 'studio.example', rules: MAIL_KINDS, scale: 1, onEnqueued });
  const enqueue = (mail: Partial<Mail> = {}) =>
    transaction(database.db, (trx) => mailer().enqueue(trx, { ...MAIL, ...mail }));
  const rows = () => database.db.selectFrom('mail_outbox').selectAll().orderBy('id').execute();

  it('holds back what is beyond the cap of its kind for a recipient, and nothing else', async () => {
    const { max, seconds } = MAIL_KINDS['contact.enquiry'];
    for (let at = 0; at < 2 * max + 1; at += 1) await enqueue({ subject: `Enquiry ${at}` });
    await enqueue({ to: 'other@example.com' });
    await enqueue({ kind: 'project.brief' });
    const drain = async () => {
      while ((await worker().sendDue()) > 0);
      return sent.splice(0).length;
    };
    expect(await drain()).toBe(max + 2);
    clock.advance(seconds - 1);
    expect(await drain()).toBe(0);
    clock.advance(1);
    expect(await drain()).toBe(max);
    await enqueue();
    expect(await drain()).toBe(1);
    clock.advance(seconds);
    expect(await drain()).toBe(1);
  });

  it('holds back a flood of more than a day, too', async () => {
    const { max, seconds } = MAIL_KINDS['project.confirmation'];
    for (let at = 0; at < 26 * max; at += 1) await enqueue({ kind: 'project.confirmation' });
    for (const _ of [1, 2, 3]) {
      await worker().sendDue();
      expect(sent.splice(0)).toHaveLength(max);
      clock.advance(seconds);
    }
  });

  it('sends what was committed, with everything it was given', async () => {
    await enqueue();
    expect(await worker().sendDue()).toBe(1);
    expect(sent).toEqual([
      {
        messageId: expect.stringMatching(/^<[0-9a-f-]{36}@studio\.example>$/),
        date: clock.now(),
        from: { name: 'Studio', address: 'studio@example.com' },
        to: { address: 'client@example.com' },
        replyTo: { address: 'studio@example.com' },
        subject: 'Hello Bcc: other@example.com',
        text: MAIL.text,
        html: MAIL.html,
      },
    ]);
    expect(await worker().sendDue()).toBe(0);
  });

  it('sends nothing of a transaction that was rolled back, and is not even woken', async () => {
    let woken = 0;
    const failing = transaction(database.db, async (trx) => {
      await mailer(() => woken++).enqueue(trx, MAIL);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect([await worker().sendDue(), woken]).toEqual([0, 0]);
    await transaction(database.db, (trx) => mailer(() => woken++).enqueue(trx, MAIL));
    expect(woken).toBe(1);
  });

  it('writes one mail for one thing, whoever asks again and when', async () => {
    await Promise.all(Array.from({ length: 5 }, () => enqueue({ onceKey: 'message 1 to ada' })));
    await enqueue({ onceKey: 'message 2 to ada' });
    await enqueue();
    await enqueue();
    while ((await worker().sendDue()) > 0);
    await enqueue({ onceKey: 'message 1 to ada' });
    await worker().sendDue();
    expect(sent).toHaveLength(4);
  });

  it('carries files until it is sent, and an address to end such mails', async () => {
    const attachments = [
      { name: 'b.pdf', type: 'application/pdf', content: Buffer.from([1, 0, 255]) },
      { name: 'a.txt', type: 'text/plain', content: Buffer.from('') },
    ];
    const unsubscribeUrl = 'https://studio.example/unsubscribe?token=t';
    await enqueue({ attachments, unsubscribeUrl });
    await worker(async () => {
      throw new Error('not now');
    }).sendDue();
    clock.advance(60);
    await worker().sendDue();
    expect(sent).toMatchObject([{ attachments, unsubscribeUrl }]);
    expect(await database.db.selectFrom('mail_attachments').selectAll().execute()).toEqual([]);
    expect((await rows())[0]?.unsubscribe_url).toBeNull();
  });

  it('refuses to carry what mail servers would not', async () => {
    const content = Buffer.alloc(9 * 1024 * 1024);
    await expect(enqueue({ attachments: [{ name: 'film', type: 'video/mp4', content }] })).rejects.toThrow(
      '8 MiB',
    );
    expect(await rows()).toEqual([]);
  });

  it('forgets what a mail said once it is sent', async () => {
    await enqueue();
    await worker().sendDue();
    expect(await rows()).toMatchObject([
      { status: 'sent', text_body: '', html_body: '', attempts: 1, finished_at: clock.now().toISOString() },
    ]);
  });

  it('tries again with growing pauses and the same Message-ID', async () => {
    await enqueue();
    const tried: string[] = [];
    const failing = worker(async (mail) => {
      tried.push(mail.messageId);
      throw new Error('connection refused to smtp://mail?password=abc');
    });
    await failing.sendDue();
    expect(await failing.sendDue()).toBe(0);
    clock.advance(29);
    expect(await failing.sendDue()).toBe(0);
    clock.advance(1);
    expect(await failing.sendDue()).toBe(1);
    clock.advance(60);
    await worker().sendDue();
    expect(new Set([...tried, ...sent.map(({ messageId }) => messageId)]).size).toBe(1);
    expect([tried.length, sent.length]).toEqual([2, 1]);
    expect((await rows())[0]?.last_error).toBeNull();
    expect(logged.filter(({ level }) => level === 40)).toHaveLength(2);
  });

  it('gives up what is refused for good, and keeps it', async () => {
    await enqueue();
    await worker(async () => {
      throw new MailRejectedError(new Error('550 no such user'));
    }).sendDue();
    expect(await rows()).toMatchObject([
      { status: 'failed', last_error: '550 no such user', text_body: MAIL.text },
    ]);
    expect(logged.map(({ level, msg }) => [level, msg])).toEqual([
      [50, 'a mail could not be sent and was given up'],
    ]);
    clock.advance(400 * 24 * 3600);
    expect([
      await worker().sendDue(),
      await deleteSentBefore(database.db, clock.now().toISOString()),
    ]).toEqual([0, 0]);
  });

  it('gives up after twenty attempts over some days', async () => {
    await enqueue();
    const failing = worker(async () => {
      throw new Error('421 not now');
    });
    let attempts = 0;
    const start = clock.now().getTime();
    while ((await rows())[0]?.status === 'pending') {
      attempts += await failing.sendDue();
      clock.advance(600);
    }
    const days = (clock.now().getTime() - start) / 86_400_000;
    expect([attempts, days > 2 && days < 4]).toEqual([20, true]);
  });

  it('lets a mail that nobody finished be taken when its lease ends, not before', async () => {
    await enqueue();
    const never = Promise.withResolvers<void>();
    const hanging = worker(() => never.promise);
    const first = hanging.sendDue();
    await expect.poll(async () => (await rows())[0]?.lease_owner).toBeTruthy();
    clock.advance(59);
    expect(await worker().sendDue()).toBe(0);
    clock.advance(1);
    expect(await worker().sendDue()).toBe(1);
    // The first one comes back late: what the second has noted stays.
    never.reject(new Error('late'));
    await first;
    expect(await rows()).toMatchObject([{ status: 'sent', attempts: 2 }]);
  });

  it('sends a mail after its process was killed while sending it', async () => {
    await enqueue();
    const platform = `${import.meta.dirname}/..`;
    const code = `
      import { openDatabase } from '${platform}/db/open.ts';
      import { OutboxWorker } from '${platform}/mail/outbox-worker.ts';
      const { db } = openDatabase(${JSON.stringify(database.location)});
      const clock = { now: () => new Date('${clock.now().toISOString()}') };
      const transport = { send: async () => process.kill(process.pid, 'SIGKILL') };
      await new OutboxWorker({ db, transport, from: { address: 'a@example.com' }, clock, log: console }).sendDue();`;
    expect((await startNode(['--input-type=module-typescript', '-e', code], {}).ended).signal).toBe(
      'SIGKILL',
    );
    expect(await worker().sendDue()).toBe(0);
    clock.advance(60);
    expect(await worker().sendDue()).toBe(1);
    expect(await rows()).toMatchObject([{ status: 'sent', attempts: 2 }]);
  });

  it('keeps a mail that takes longer than its lease', async () => {
    await enqueue();
    const release = Promise.withResolvers<void>();
    const slow = worker(async (mail) => {
      await release.promise;
      sent.push(mail);
    }, 10);
    const sending = slow.sendDue();
    await expect.poll(async () => (await rows())[0]?.lease_owner).toBeTruthy();
    for (let i = 0; i < 3; i++) {
      clock.advance(40);
      const renewed = new Date(clock.now().getTime() + 60_000).toISOString();
      await expect.poll(async () => (await rows())[0]?.due_at).toBe(renewed);
      expect(await worker().sendDue()).toBe(0);
    }
    release.resolve();
    await sending;
    expect([sent.length, await rows()]).toMatchObject([1, [{ status: 'sent', attempts: 1 }]]);
  });

  it('lets a mail that hangs hold back no other, but the next to the same recipient', async () => {
    await enqueue({ to: 'slow@example.com', subject: '1' });
    await enqueue({ to: 'slow@example.com', subject: '2' });
    for (let i = 0; i < 12; i++) await enqueue({ to: `client${i}@example.com` });
    const release = Promise.withResolvers<void>();
    const send = async (mail: OutgoingMail) => {
      if (mail.subject === '1') await release.promise;
      sent.push(mail);
    };
    const subject = worker(send);
    subject.start();
    await expect.poll(() => sent.length).toBe(12);
    // One that comes later does not wait, either; another process does not send out of turn.
    await enqueue({ to: 'later@example.com' });
    subject.wake();
    await expect.poll(() => sent.length).toBe(13);
    expect(await worker().sendDue()).toBe(0);
    release.resolve();
    await expect.poll(() => sent.length).toBe(15);
    await subject.stop();
    const order = sent.filter(({ to }) => to.address === 'slow@example.com').map((mail) => mail.subject);
    expect(order).toEqual(['1', '2']);
  });

  it.each([3, 48])('sends what waits when the clock was %i hours ahead and is set back', async (hours) => {
    await enqueue({ to: 'leased@example.com' });
    clock.step(hours * 3600);
    // As a worker does that never comes to an end with it.
    await claimDueMail(database.db, {
      owner: newId(),
      now: isoNow(clock),
      leasedUntil: isoIn(clock, 60),
      latestWritten: latestMeant(clock, 0),
      latestLease: latestMeant(clock, 60),
      latestPause: latestMeant(clock, 24 * 3600),
    });
    await enqueue({ to: 'fresh@example.com' });
    clock.step(-hours * 3600);
    await worker().sendDue();
    expect(sent.map(({ to }) => to.address).sort()).toEqual(['fresh@example.com', 'leased@example.com']);
  });

  it('sends each of many once, whoever takes them', async () => {
    for (let i = 0; i < 60; i++) await enqueue({ to: `client${i}@example.com` });
    const workers = Array.from({ length: 4 }, () => worker());
    await Promise.all(
      workers.map(async (one) => {
        while ((await one.sendDue()) > 0);
      }),
    );
    expect(sent.map(({ to }) => to.address).sort()).toEqual(
      Array.from({ length: 60 }, (_, i) => `client${i}@example.com`).sort(),
    );
  });

  it('goes on with the others when one cannot be sent', async () => {
    for (const to of ['a@example.com', 'b@example.com', 'c@example.com']) await enqueue({ to });
    await worker(async (mail) => {
      if (mail.to.address.startsWith('b')) throw new Error('no');
      sent.push(mail);
    }).sendDue();
    expect(sent.map(({ to }) => to.address)).toEqual(['a@example.com', 'c@example.com']);
  });

  it('looks at once when it is woken, and stops when what is under way is done', async () => {
    const under = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const subject = worker(async (mail) => {
      under.resolve();
      await release.promise;
      sent.push(mail);
    });
    subject.start();
    await transaction(database.db, (trx) => mailer(() => subject.wake()).enqueue(trx, MAIL));
    await under.promise;
    let stopped = false;
    const stopping = subject.stop().then(() => {
      stopped = true;
    });
    expect(stopped).toBe(false);
    release.resolve();
    await stopping;
    expect([sent.length, (await rows())[0]?.status]).toEqual([1, 'sent']);
  });

  it('deletes what was sent long ago', async () => {
    await enqueue();
    await worker().sendDue();
    await enqueue();
    expect(await deleteSentBefore(database.db, clock.now().toISOString())).toBe(0);
    clock.advance(1);
    expect(await deleteSentBefore(database.db, clock.now().toISOString())).toBe(1);
    expect(await rows()).toMatchObject([{ status: 'pending' }]);
  });

  it.each([
    'nobody',
    'a@b@c',
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    '<a@example.com>',
    '"a b"@example.com',
    'a@example.com\0',
    `${'a'.repeat(250)}@example.com`,
  ])('takes no mail to %j', async (to) => {
    await expect(enqueue({ to })).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await rows()).toEqual([]);
  });

  it('loses no mail for an address to answer to that mail cannot carry', async () => {
    await enqueue({ replyTo: 'jörg@bücher.example' });
    await worker().sendDue();
    expect(sent[0]?.replyTo).toBeUndefined();
  });
});

it('waits half a minute at first and six hours at most', () => {
  expect([1, 2, 3, 11, 12].map(pauseAfter)).toEqual([30, 60, 120, 21_600, 21_600]);
});
