import { api } from '@atelier/domain/api.ts';
import { describe, expect, it } from 'vitest';
import { GATHER_SECONDS } from '../src/features/notifications/portal-notifications.ts';
import { describeEachEngine } from './harness/database.ts';
import { createTestApp } from './harness/test-app.ts';
import { makeSubjects } from './samples/all-samples.ts';

describe('a flood of calls', () => {
  describeEachEngine((engine) => {
    it('makes ten change requests and two mails of 300 calls', async () => {
      await using app = await createTestApp({ engine, env: { RATE_LIMIT_SCALE: '1' } });
      const [client] = [await app.signIn(), await app.signInOwner()];
      const { projectId } = await makeSubjects(app, client);
      await app.drainOutbox();
      const before = app.mails.length;
      const calls = Array.from({ length: 300 }, (_, at) =>
        client.call(api.requestContractChange, {
          params: { id: projectId },
          body: { message: `The total, please: ${at}.`, version: 1 },
        }),
      );
      const statuses = (await Promise.all(calls)).map(({ status }) => status);
      expect([200, 429].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([
        10, 290,
      ]);
      // The first one's mail is written beside the calls: while it is, no second run takes what came with it.
      await app.whenIdle();
      app.clock.advance(GATHER_SECONDS);
      await app.instance.jobs.runDue();
      await app.drainOutbox();
      const mails = app.mails
        .slice(before)
        .filter(({ subject }) => /asked for (a|\d+) changes? /.test(subject));
      expect(mails.length).toBeLessThanOrEqual(2);
      for (const { to } of mails) expect(to.address).toBe('owner@studio.example');
      const told = mails.flatMap(({ text }) => text.match(/The total, please: \d+\./g) ?? []);
      expect(new Set(told).size).toBe(10);
    });
  });
});
