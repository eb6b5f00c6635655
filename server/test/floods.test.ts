import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { GATHER_SECONDS } from '../src/features/notifications/notification-rules.ts';
import { describeEachEngine } from './harness/database.ts';
import { makeSubjects } from './harness/sample-calls.ts';
import { createTown } from './harness/test-users.ts';

describeEachEngine((engine) => {
  it('makes ten requests and two mails of 300 calls for a change to the contract', async () => {
    await using town = await createTown({ engine, env: { RATE_LIMIT_SCALE: '1' } });
    const [client] = [await town.signIn(), await town.signInOwner()];
    const { projectId } = await makeSubjects(town, client);
    await town.drainOutbox();
    const before = town.mails.length;
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
    town.clock.advance(GATHER_SECONDS);
    await town.app.jobs.runDue();
    await town.drainOutbox();
    const mails = town.mails
      .slice(before)
      .filter(({ subject }) => /asks for (a|\d+) changes? /.test(subject));
    expect(mails.length).toBeLessThanOrEqual(2);
    for (const { to } of mails) expect(to.address).toBe('owner@studio.example');
    const told = mails.flatMap(({ text }) => text.match(/The total, please: \d+\./g) ?? []);
    expect(new Set(told).size).toBe(10);
  });
});
