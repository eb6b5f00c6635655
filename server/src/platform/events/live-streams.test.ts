import { describe, expect, it } from 'vitest';
import { createTestStreams } from '../../../test/harness/streams.ts';

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
});
