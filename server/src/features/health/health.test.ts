import { api } from '@atelier/domain/api.ts';
import { describe, expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { sampleEnquiry } from '../../../test/samples/enquiries.ts';
import { newId } from '../../platform/ids.ts';
import { MailRejectedError, type MailTransport } from '../../platform/mail/transport.ts';
import type { Check } from './checks.ts';
import { HealthService } from './health.service.ts';

/** Markup, a change of direction, line ends and a password. */
const HOSTILE = '550 <img src=x onerror=alert(1)>\u202e\r\nsmtp://me:secret@mail.example';
const SHOWN = '550 <img src=x onerror=alert(1)> smtp://[redacted]@mail.example';

/** A mail server that does to each mail what the test says, and lists the subjects that it took. */
function createServerOfMails() {
  const taken: string[] = [];
  const state = { taken, take: async (): Promise<void> => {} };
  const transport: MailTransport = {
    description: 'the test’s',
    close: async () => {},
    send: async (mail) => {
      await state.take();
      taken.push(mail.text);
    },
  };
  return { state, transport };
}

const refuse = async () => {
  throw new MailRejectedError(new Error(HOSTILE));
};

const enquire = (app: TestApp, message: string) =>
  app.call(api.createEnquiry, { body: { ...sampleEnquiry, message } });

/** The messages in the mails, in the order in which they left. */
const order = (taken: readonly string[]) =>
  taken.map((text) => ['First', 'Second', 'Third'].find((word) => text.includes(`${word} message`)));

describe('the page of the installation’s health', () => {
  describeEachEngine((engine) => {
    it('says what was checked and how the jobs went, and how old that is', async () => {
      await using app = await createTestApp({ engine });
      const owner = await app.signInOwner();
      await app.instance.jobs.runDue();
      const { body, status } = await owner.call(api.getHealth);
      expect(status).toBe(200);
      expect(body.checkedAt).toBe(app.clock.now().toISOString());
      const ids = body.findings.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining(['folder', 'database', 'mails', 'certificate', 'backup']));
      expect(body.jobs).toContainEqual({
        name: 'storage.sweep',
        everySeconds: 600,
        isRunning: false,
        isLate: false,
        startedAt: body.checkedAt,
        succeededAt: body.checkedAt,
        nextAt: new Date(app.clock.now().getTime() + 600_000).toISOString(),
        failures: 0,
        error: null,
      });
    });

    it('lists what hasn’t left and why, without its words, and tries it again in order', async () => {
      const { state, transport } = createServerOfMails();
      await using app = await createTestApp({ engine, transport });
      const owner = await app.signInOwner();
      state.take = refuse;
      for (const word of ['First', 'Second', 'Third']) {
        await enquire(app, `${word} message`);
        app.clock.advance(1);
      }
      await app.drainOutbox();
      expect(app.takeLoggedErrors()).toHaveLength(3);
      const { failed, waiting } = (await owner.call(api.listUnsentMails)).body;
      expect([failed.total, waiting.total]).toEqual([3, 0]);
      expect(failed.items[0]).toMatchObject({
        kind: 'contact.enquiry',
        to: 'owner@studio.example',
        status: 'failed',
        attempts: 1,
        nextAt: null,
        error: SHOWN,
      });
      expect(JSON.stringify(failed)).not.toContain('First message');

      state.take = async () => {};
      expect((await owner.call(api.retryFailedMails)).body).toEqual({ retried: 3 });
      // One that was written later waits its turn.
      await app.drainOutbox();
      expect(order(state.taken)).toEqual(['First', 'Second', 'Third']);
      expect((await owner.call(api.listUnsentMails)).body.failed).toEqual({ total: 0, items: [] });
      const { items } = (await owner.call(api.listAdminActions)).body;
      expect(items.map(({ says, outcome }) => [says, outcome])).toEqual([
        ['retried every failed email', 'done'],
      ]);
    });

    it('sends a mail once when two admins retry it, and never while a worker has it', async () => {
      const { state, transport } = createServerOfMails();
      await using app = await createTestApp({ engine, transport });
      const [owner, other] = [await app.signInOwner(), await app.signIn({ roles: ['admin'] })];
      state.take = refuse;
      await enquire(app, 'First message');
      await app.drainOutbox();
      app.takeLoggedErrors();
      const [mail] = (await owner.call(api.listUnsentMails)).body.failed.items;
      const params = { id: mail?.id ?? '' };
      state.take = async () => {};
      const both = await Promise.all([owner, other].map((admin) => admin.call(api.retryMail, { params })));
      expect(both.map(({ body }) => body.retried).sort()).toEqual([false, true]);

      const sending = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      state.take = async () => {
        sending.resolve();
        await release.promise;
      };
      const draining = app.drainOutbox();
      await sending.promise;
      expect((await owner.call(api.retryMail, { params })).body).toEqual({ retried: false });
      expect((await other.call(api.retryFailedMails)).body).toEqual({ retried: 0 });
      release.resolve();
      await draining;
      // Nor once it was sent.
      expect((await owner.call(api.retryMail, { params })).body).toEqual({ retried: false });
      await app.drainOutbox();
      expect(order(state.taken)).toEqual(['First']);
    });

    it('lets a mail that waits after a failure leave at once', async () => {
      const { state, transport } = createServerOfMails();
      await using app = await createTestApp({ engine, transport });
      const owner = await app.signInOwner();
      state.take = async () => {
        throw new Error(HOSTILE);
      };
      await enquire(app, 'First message');
      await app.drainOutbox();
      const [mail] = (await owner.call(api.listUnsentMails)).body.waiting.items;
      expect(mail).toMatchObject({ status: 'pending', attempts: 1, error: SHOWN });
      state.take = async () => {};
      await app.drainOutbox();
      expect(state.taken).toEqual([]);
      await owner.call(api.retryMail, { params: { id: mail?.id ?? '' } });
      await app.drainOutbox();
      expect(order(state.taken)).toEqual(['First']);
      expect((await owner.call(api.retryMail, { params: { id: newId() } })).status).toBe(404);
    });

    it('is closed to an admin from the moment of a demotion', async () => {
      await using app = await createTestApp({ engine });
      const owner = await app.signInOwner();
      const other = await app.signIn();
      await other.call(api.getMe);
      await owner.call(api.changeUser, { params: { id: other.id }, body: { role: 'admin' } });
      expect((await other.call(api.getHealth)).status).toBe(200);
      await owner.call(api.changeUser, { params: { id: other.id }, body: { role: 'client' } });
      const calls = [
        other.call(api.getHealth),
        other.call(api.listUnsentMails),
        other.call(api.retryFailedMails),
        other.call(api.retryMail, { params: { id: newId() } }),
      ];
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    });
  });
});

describe('HealthService', () => {
  it('checks at most every five seconds, and never beside a check that hangs', async () => {
    let [elapsed, runs, hung] = [0, 0, 0];
    const checks: Check[] = [
      {
        id: 'site',
        run: () => {
          runs += 1;
          return { level: 'ok', sentence: '', whatToDo: null };
        },
      },
      {
        id: 'files',
        run: () => {
          hung += 1;
          return new Promise(() => {});
        },
      },
    ];
    const clock = { now: () => new Date(elapsed * 1_000), elapsed: () => elapsed };
    const health = new HealthService({ clock, checks, withinMs: 10 });
    const ask = async (seconds: number, isRefresh: boolean) => {
      elapsed = seconds;
      await Promise.all([health.check({ isRefresh }), health.check({ isRefresh })]);
      return runs;
    };
    expect([await ask(0, false), await ask(29, false), await ask(30, false)]).toEqual([1, 1, 2]);
    expect([await ask(34, true), await ask(35, true), await ask(36, false)]).toEqual([2, 3, 3]);
    expect(hung).toBe(1);
  });
});
