import { api, type EndpointName } from '@atelier/domain/api.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import { describe, expect, it } from 'vitest';
import { fillBody, fillSearch, HOSTILE_TEXTS } from './harness/hostile-texts.ts';
import { costOf, mostOfCall } from './harness/processor-time.ts';
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

/** What each call, mail and job costs in a studio whose people write nothing but this text, and which calls were refused. */
async function measure(part: string) {
  await using app = await createTestApp({ engine: 'sqlite', env: { RATE_LIMIT_SCALE: '1000000' } });
  const owner = await app.signInOwner();
  const write = writing(owner.call, part);
  const costs = new Map<string, number>();
  const note = async (name: string, work: () => Promise<unknown>) =>
    costs.set(name, Math.max(await costOf(work), costs.get(name) ?? 0));
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
    const cost = await costOf(async () => (sent = await app.instance.outbox.sendDue(1)));
    if (sent > 0) costs.set(`a mail on day ${days}`, cost / sent);
  }
  return { costs, refused: left.map(([name]) => name).toSorted() };
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
      const most = await mostOfCall();
      const isOver = ([, cost]: readonly [string, number]) => cost > most;
      const { costs, refused } = await measure(part);
      expect(refused).toEqual(NOT_REACHED);
      let over = [...costs].filter(isOver);
      // What is slow by its own work is so each time; a collection of garbage hits another call.
      for (let again = 0; again < 2 && over.length > 0; again += 1) {
        const { costs: repeated } = await measure(part);
        over = over.filter(([name]) => isOver([name, repeated.get(name) ?? 0]));
      }
      expect(over.map(([name, cost]) => `${name}: ${(cost / most).toFixed(1)} times the most`)).toEqual([]);
    },
    300_000,
  );
});
