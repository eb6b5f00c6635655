import { beforeEach, describe, expect, it } from 'vitest';
import { startNode } from '../../../test/harness/child.ts';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestOutbox, MAIL, type TestOutbox } from '../../../test/harness/outbox.ts';
import { isoIn, isoNow, latestMeant } from '../clock.ts';
import { transaction } from '../db/transaction.ts';
import { newId } from '../ids.ts';
import { claimDueMail, deleteSentBefore } from './outbox.repository.ts';
import { MAILS_AT_ONCE, pauseAfter } from './outbox-worker.ts';
import { MailRejectedError, type OutgoingMail } from './transport.ts';

describe('OutboxWorker', () => {
  describeEachEngine((engine) => {
    let outbox: TestOutbox;
    beforeEach(async () => {
      outbox = await createTestOutbox(engine);
      return outbox.remove;
    });
    /** Claims a mail as a worker does that never comes to an end with it. */
    const claimAndDie = () =>
      claimDueMail(outbox.database.db, () => ({
        owner: newId(),
        now: isoNow(outbox.clock),
        leasedUntil: isoIn(outbox.clock, 60),
        latestWritten: latestMeant(outbox.clock, 0),
        latestLease: latestMeant(outbox.clock, 60),
        latestPause: latestMeant(outbox.clock, 24 * 3600),
        heldSince: isoIn(outbox.clock, -3600),
      }));

    it('retries with growing pauses and the same Message-ID', async () => {
      await outbox.enqueue();
      const tried: string[] = [];
      const failing = outbox.worker(async (mail) => {
        tried.push(mail.messageId);
        throw new Error('connection refused to smtp://mail?password=abc');
      });
      await failing.sendDue();
      expect(await failing.sendDue()).toBe(0);
      outbox.clock.advance(29);
      expect(await failing.sendDue()).toBe(0);
      outbox.clock.advance(1);
      expect(await failing.sendDue()).toBe(1);
      outbox.clock.advance(60);
      await outbox.worker().sendDue();
      expect(new Set([...tried, ...outbox.sent.map(({ messageId }) => messageId)]).size).toBe(1);
      expect([tried.length, outbox.sent.length]).toEqual([2, 1]);
      expect((await outbox.rows())[0]?.last_error).toBeNull();
      expect(outbox.logged.filter(({ level }) => level === 40)).toHaveLength(2);
    });

    it('gives up a mail that is refused permanently, and keeps it', async () => {
      await outbox.enqueue();
      await outbox
        .worker(async () => {
          throw new MailRejectedError(new Error('550 no such user'));
        })
        .sendDue();
      expect(await outbox.rows()).toMatchObject([
        { status: 'failed', last_error: '550 no such user', text_body: MAIL.text },
      ]);
      expect(outbox.logged.map(({ level, msg }) => [level, msg])).toEqual([
        [50, 'a mail could not be sent and was given up'],
      ]);
      outbox.clock.advance(400 * 24 * 3600);
      expect([
        await outbox.worker().sendDue(),
        await deleteSentBefore(outbox.database.db, outbox.clock.now().toISOString()),
      ]).toEqual([0, 0]);
    });

    it('gives up a mail after twenty attempts over days', async () => {
      await outbox.enqueue();
      const failing = outbox.worker(async () => {
        throw new Error('421 not now');
      });
      let attempts = 0;
      const start = outbox.clock.now().getTime();
      while ((await outbox.rows())[0]?.status === 'pending') {
        attempts += await failing.sendDue();
        outbox.clock.advance(600);
      }
      const days = (outbox.clock.now().getTime() - start) / 86_400_000;
      expect([attempts, days > 2 && days < 4]).toEqual([20, true]);
    });

    it('takes unfinished mails when their leases end, not before', async () => {
      // One for each lane of the worker: an idle lane could claim one only after the clock has moved.
      const recipients = Array.from({ length: MAILS_AT_ONCE }, (_, n) => `client${n}@example.com`);
      for (const to of recipients) await outbox.enqueue({ to });
      const never = Promise.withResolvers<void>();
      const hanging = outbox.worker(() => never.promise);
      const first = hanging.sendDue();
      await expect
        .poll(async () => (await outbox.rows()).every(({ lease_owner }) => lease_owner !== null))
        .toBe(true);
      outbox.clock.advance(59);
      expect(await outbox.worker().sendDue()).toBe(0);
      outbox.clock.advance(1);
      expect(await outbox.worker().sendDue()).toBe(MAILS_AT_ONCE);
      // The first ones come back late: what the second has noted stays.
      never.reject(new Error('late'));
      await first;
      expect(await outbox.rows()).toMatchObject(recipients.map(() => ({ status: 'sent', attempts: 2 })));
    });

    it('sends a mail whose process was killed while sending it', async () => {
      await outbox.enqueue();
      const platform = `${import.meta.dirname}/..`;
      const code = `
      import { openDatabase } from '${platform}/db/open.ts';
      import { OutboxWorker } from '${platform}/mail/outbox-worker.ts';
      const { db } = openDatabase(${JSON.stringify(outbox.database.location)});
      const clock = { now: () => new Date('${outbox.clock.now().toISOString()}') };
      const transport = { send: async () => process.kill(process.pid, 'SIGKILL') };
      await new OutboxWorker({ db, transport, from: { address: 'a@example.com' }, clock, log: console }).sendDue();`;
      expect((await startNode(['--input-type=module-typescript', '-e', code], {}).ended).signal).toBe(
        'SIGKILL',
      );
      expect(await outbox.worker().sendDue()).toBe(0);
      outbox.clock.advance(60);
      expect(await outbox.worker().sendDue()).toBe(1);
      expect(await outbox.rows()).toMatchObject([{ status: 'sent', attempts: 2 }]);
    });

    it('keeps the lease of a mail that takes long to send', async () => {
      await outbox.enqueue();
      const release = Promise.withResolvers<void>();
      const slow = outbox.worker(async (mail) => {
        await release.promise;
        outbox.sent.push(mail);
      }, 10);
      const sending = slow.sendDue();
      await expect.poll(async () => (await outbox.rows())[0]?.lease_owner).toBeTruthy();
      for (let i = 0; i < 3; i++) {
        outbox.clock.advance(40);
        const renewed = new Date(outbox.clock.now().getTime() + 60_000).toISOString();
        await expect.poll(async () => (await outbox.rows())[0]?.due_at).toBe(renewed);
        expect(await outbox.worker().sendDue()).toBe(0);
      }
      release.resolve();
      await sending;
      expect([outbox.sent.length, await outbox.rows()]).toMatchObject([1, [{ status: 'sent', attempts: 1 }]]);
    });

    it('delays only mails to the same recipient while one hangs', async () => {
      await outbox.enqueue({ to: 'slow@example.com', subject: '1' });
      await outbox.enqueue({ to: 'slow@example.com', subject: '2' });
      for (let i = 0; i < 12; i++) await outbox.enqueue({ to: `client${i}@example.com` });
      const release = Promise.withResolvers<void>();
      const send = async (mail: OutgoingMail) => {
        if (mail.subject === '1') await release.promise;
        outbox.sent.push(mail);
      };
      const subject = outbox.worker(send);
      subject.start();
      await expect.poll(() => outbox.sent.length).toBe(12);
      // One that comes later does not wait, either; another process does not send out of turn.
      await outbox.enqueue({ to: 'later@example.com' });
      subject.wake();
      await expect.poll(() => outbox.sent.length).toBe(13);
      expect(await outbox.worker().sendDue()).toBe(0);
      release.resolve();
      await expect.poll(() => outbox.sent.length).toBe(15);
      await subject.stop();
      const order = outbox.sent
        .filter(({ to }) => to.address === 'slow@example.com')
        .map((mail) => mail.subject);
      expect(order).toEqual(['1', '2']);
    });

    it.each([3, 48])('sends waiting mails after a clock %i hours ahead is set back', async (hours) => {
      await outbox.enqueue({ to: 'leased@example.com' });
      outbox.clock.step(hours * 3600);
      await claimAndDie();
      await outbox.enqueue({ to: 'fresh@example.com' });
      outbox.clock.step(-hours * 3600);
      await outbox.worker().sendDue();
      expect(outbox.sent.map(({ to }) => to.address).sort()).toEqual([
        'fresh@example.com',
        'leased@example.com',
      ]);
    });

    it('sends each mail once with several workers', async () => {
      for (let i = 0; i < 60; i++) await outbox.enqueue({ to: `client${i}@example.com` });
      const workers = Array.from({ length: 4 }, () => outbox.worker());
      await Promise.all(
        workers.map(async (one) => {
          while ((await one.sendDue()) > 0);
        }),
      );
      expect(outbox.sent.map(({ to }) => to.address).sort()).toEqual(
        Array.from({ length: 60 }, (_, i) => `client${i}@example.com`).sort(),
      );
    });

    describe('with several mails to one recipient', () => {
      const failing = async () => {
        throw new Error('451 not now');
      };
      const subjects = () => outbox.sent.map(({ subject }) => subject);

      it('keeps their order when the first is refused for now', async () => {
        await outbox.enqueue({ subject: '1' });
        await outbox.worker(failing).sendDue();
        outbox.clock.advance(10);
        await outbox.enqueue({ subject: '2' });
        await outbox.enqueue({ to: 'another@example.com', subject: 'other' });
        await outbox.worker().sendDue();
        expect(subjects().sort()).toEqual(['1', '2', 'other']);
        expect(subjects().indexOf('1')).toBeLessThan(subjects().indexOf('2'));
      });

      it('tries the first once for each later mail, which then wait with it', async () => {
        await outbox.enqueue({ subject: '1' });
        await outbox.worker(failing).sendDue();
        await outbox.enqueue({ subject: '2' });
        const tried: string[] = [];
        const recording = outbox.worker(async (mail) => {
          tried.push(mail.subject);
          return failing();
        });
        expect([await recording.sendDue(), await recording.sendDue(), tried]).toEqual([1, 0, ['1']]);
        outbox.clock.advance(60);
        await outbox.worker().sendDue();
        expect(subjects()).toEqual(['1', '2']);
      });

      it('keeps their order when the process that sent the first has died', async () => {
        await outbox.enqueue({ subject: '1' });
        await outbox.enqueue({ subject: '2' });
        await claimAndDie();
        outbox.clock.advance(61);
        await outbox.worker().sendDue();
        expect(subjects()).toEqual(['1', '2']);
      });

      it('holds none back for a mail that fails for more than two hours', async () => {
        await outbox.enqueue({ subject: '1' });
        const refusing = outbox.worker(async (mail) => {
          if (mail.subject === '1') return failing();
          outbox.sent.push(mail);
        });
        await refusing.sendDue();
        await outbox.enqueue({ subject: '2' });
        outbox.clock.advance(3600);
        await refusing.sendDue();
        expect(subjects()).toEqual([]);
        outbox.clock.advance(3601);
        await refusing.sendDue();
        expect(subjects()).toEqual(['2']);
      });

      it('gives none up for being brought forward often', async () => {
        await outbox.enqueue({ subject: '1' });
        for (let later = 0; later < 30; later++) {
          await outbox.enqueue({ subject: 'later' });
          await outbox.worker(failing).sendDue();
        }
        outbox.clock.advance(3600);
        await outbox.worker().sendDue();
        expect([subjects().length, subjects()[0]]).toEqual([31, '1']);
      });
    });

    it("continues with other mails when one can't be sent", async () => {
      for (const to of ['a@example.com', 'b@example.com', 'c@example.com']) await outbox.enqueue({ to });
      await outbox
        .worker(async (mail) => {
          if (mail.to.address.startsWith('b')) throw new Error('no');
          outbox.sent.push(mail);
        })
        .sendDue();
      expect(outbox.sent.map(({ to }) => to.address).sort()).toEqual(['a@example.com', 'c@example.com']);
    });

    it('looks immediately when it is woken, and stops after the running work', async () => {
      const under = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      const subject = outbox.worker(async (mail) => {
        under.resolve();
        await release.promise;
        outbox.sent.push(mail);
      });
      subject.start();
      await transaction(outbox.database.db, (trx) => outbox.mailer(() => subject.wake()).enqueue(trx, MAIL));
      await under.promise;
      let stopped = false;
      const stopping = subject.stop().then(() => {
        stopped = true;
      });
      expect(stopped).toBe(false);
      release.resolve();
      await stopping;
      expect([outbox.sent.length, (await outbox.rows())[0]?.status]).toEqual([1, 'sent']);
    });
  });

  it('waits 30 seconds at first and six hours at most', () => {
    const days = 3 * 24 * 3600;
    expect([1, 2, 3, 11, 12].map((attempts) => pauseAfter(attempts, days))).toEqual([
      30, 60, 120, 21_600, 21_600,
    ]);
  });

  it('waits no longer than the mail has waited, however often it was tried', () => {
    expect([0, 30, 600].map((age) => pauseAfter(20, age))).toEqual([30, 30, 600]);
  });
});
