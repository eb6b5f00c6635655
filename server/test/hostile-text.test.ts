import { api, type EndpointName } from '@atelier/domain/api.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import { describe, expect, it } from 'vitest';
import { fillBody, fillSearch, HOSTILE_TEXTS } from './harness/hostile-texts.ts';
import { costOf, mostOfCall, shareOfMost } from './harness/processor-time.ts';
import { createTestApp, type TestUser } from './harness/test-app.ts';
import { makeSubjects, sampleCalls } from './samples/all-samples.ts';
import type { SampleCall } from './samples/noun-samples.ts';

const DAY = 86_400;

const calls = (Object.entries(api) as [EndpointName, Endpoint][]).filter(([, { isStream }]) => !isStream);
const nameOf = new Map(calls.map(([name, endpoint]) => [endpoint, name]));
const ORDER = ['PATCH', 'PUT', 'POST', 'GET', 'DELETE'];
const inOrder = calls.toSorted(([, a], [, b]) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method));

/** A caller whose bodies and searches are full of a text. */
function writing(call: TestUser['call'], part: string): TestUser['call'] {
  let number = 0;
  return (endpoint, input = {}) => {
    const { query, body, ...rest } = input as SampleCall;
    const name = nameOf.get(endpoint);
    if (!name) return call(endpoint, input);
    number += 1;
    return call(endpoint, {
      ...rest,
      query: fillSearch(endpoint, query, part),
      body: fillBody(name, body, { part, number }),
    });
  };
}

/**
 * What each call, mail and job costs in a studio whose people write nothing but this text, in shares of the most that
 * one may cost, and which calls were refused. Those named in `watched` are measured beside a yardstick of their own.
 */
async function measure(part: string, watched: ReadonlySet<string> = new Set()) {
  await using app = await createTestApp({ engine: 'sqlite', env: { RATE_LIMIT_SCALE: '1000000' } });
  const owner = await app.signInOwner();
  const write = writing(owner.call, part);
  const shares = new Map<string, number>();
  const most = await mostOfCall();
  const note = async (name: string, work: () => Promise<unknown>, parts = () => 1) => {
    const share = watched.has(name) ? await shareOfMost(work) : (await costOf(work)) / most;
    if (parts() > 0) shares.set(name, Math.max(share / parts(), shares.get(name) ?? 0));
  };
  let left = inOrder;
  let count = Number.POSITIVE_INFINITY;
  // A call that is in the way of others leaves them to the next round, which has subjects of its own.
  while (left.length < count) {
    count = left.length;
    const subjects = await makeSubjects({ ...app, call: writing(app.call, part) }, { ...owner, call: write });
    const refused: typeof left = [];
    for (const [name, endpoint] of left) {
      await note(name, async () => {
        const { status, body } = await write(endpoint, sampleCalls[name](subjects));
        // Letters that a document can't show are found by reading all of them.
        if (status >= 400 && body.code !== 'letters_not_supported') refused.push([name, endpoint]);
        await app.whenIdle();
      });
    }
    left = refused;
  }
  for (const days of [0, 8, 40]) {
    app.clock.advance(days * DAY);
    const { jobs } = app.instance;
    for (const { name } of await jobs.listRuns()) {
      await note(`the job ${name}`, async () => {
        await jobs.runDue(name);
        await jobs.whenIdle();
      });
    }
    let sent = 0;
    await note(
      `a mail on day ${days}`,
      async () => (sent = await app.instance.outbox.sendDue(1)),
      () => sent,
    );
  }
  return { shares, refused: left.map(([name]) => name).toSorted() };
}

/** Calls whose subjects are in no sample, and that take no text: of other accounts, or signed by another program. */
const NOT_REACHED = [
  // Its words are those of an answer or a review, which are.
  'decide',
  'deleteMyAccount',
  'joinProject',
  'leaveProject',
  'makeContact',
  'readCalendarFeed',
  'receiveCardEvent',
  'removeSecondFactor',
  'reorderMilestones',
  'signUserOut',
  'startCardPayment',
  'undoMilestoneMove',
];

describe('security: hostile text', () => {
  it.each(Object.entries(HOSTILE_TEXTS))(
    'keeps no call, mail or job busy for long: %s',
    async (_what, part) => {
      const { shares, refused } = await measure(part);
      expect(refused).toEqual(NOT_REACHED);
      let over = [...shares].filter(([, share]) => share > 1);
      // What is slow by its own work is so each time; another's garbage, or a neighbour on the processor, is not.
      for (let again = 0; again < 3 && over.length > 0; again += 1) {
        const repeated = await measure(part, new Set(over.map(([name]) => name)));
        over = over
          .map(([name]) => [name, repeated.shares.get(name) ?? 0] as [string, number])
          .filter(([, share]) => share > 1);
      }
      expect(over.map(([name, share]) => `${name}: ${share.toFixed(1)} times the most`)).toEqual([]);
    },
    480_000,
  );
});
