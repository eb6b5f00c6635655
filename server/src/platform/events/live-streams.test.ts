import { describe, expect, it } from 'vitest';
import { createTestActor } from '../../../test/harness/http.ts';
import { createTestStreams } from '../../../test/harness/streams.ts';
import { accountTopic, createLiveEvent } from '../../core/projects/live-events.ts';

const TURNS = 20;
/** As many as one account can have. */
const OPEN = 10;

describe('LiveStreams', () => {
  it('sends each stream one heartbeat a round, spread over the turns', async () => {
    const test = createTestStreams();
    for (let at = 0; at < OPEN; at += 1) await test.open();
    test.seen.length = 0;
    const counts: number[] = [];
    for (let turn = 0; turn < 2 * TURNS; turn += 1) {
      await test.streams.beatNext();
      counts.push(test.seen.splice(0).length);
    }
    expect(Math.max(...counts)).toBe(1);
    for (const round of [counts.slice(0, TURNS), counts.slice(TURNS)]) {
      expect(round.reduce((sum, count) => sum + count, 0)).toBe(OPEN);
    }
  });

  it('says of each event when it was heard of, also when it is written later', async () => {
    const test = createTestStreams();
    await test.open();
    const begun = test.clock.elapsed() * 1000;
    const topics = [accountTopic(createTestActor().accountId)];
    test.bus.receive({ topics, event: createLiveEvent('account_changed') });
    test.clock.advance(3);
    await expect.poll(() => test.moments).toEqual([begun, begun + 1]);
    await test.streams.beat();
    expect(test.moments.at(-1)).toBe(begun + 3_000);
    test.streams.close();
  });

  it('leaves a reader at its place until it has read what it missed', async () => {
    const test = createTestStreams();
    await test.open();
    test.clock.advance(10);
    const topics = [accountTopic(createTestActor().accountId)];
    for (const _ of [1, 2]) test.bus.receive({ topics, event: createLiveEvent('account_changed') });
    await expect.poll(() => test.moments).toHaveLength(3);
    const [begun = 0] = test.moments.splice(0);
    test.clock.advance(3);
    await test.open(5_000);
    await expect.poll(() => test.moments).toEqual([begun + 7_999, begun + 10_000, begun + 10_001]);
    test.streams.close();
  });
});
