import { beforeEach, describe, expect, it } from 'vitest';
import type { BusEvent } from './event-bus.ts';
import { EventMemory } from './event-memory.ts';

const event = (id: string): BusEvent => ({
  topics: [],
  event: { id, kind: 'message_sent', projectId: null },
});

let now: number;
let memory: EventMemory;
beforeEach(() => {
  now = 50_000;
  memory = new EventMemory(30_000, () => now);
});

const recall = (ms: number) => memory.recall(ms)?.map(({ event }) => event.id);
const hear = (id: string, at: number) => {
  now = at;
  memory.add(event(id));
};

describe('EventMemory', () => {
  it('knows nothing before events are heard, nor of the time before', () => {
    expect(recall(0)).toBeUndefined();
    memory.begin();
    now += 1_000;
    expect(recall(999)).toEqual([]);
    expect(recall(1_000)).toBeUndefined();
    expect(recall(5_000)).toBeUndefined();
  });

  it('gives what was heard since, in its order', () => {
    memory.begin();
    hear('a', 60_000);
    hear('b', 70_000);
    hear('c', 70_000);
    now = 75_000;
    expect([recall(4_999), recall(5_000), recall(15_000)]).toEqual([[], ['b', 'c'], ['a', 'b', 'c']]);
  });

  it('goes back no further than its span', () => {
    memory.begin();
    hear('a', 60_000);
    hear('b', 95_000);
    expect([recall(30_000), recall(30_001)]).toEqual([['b'], undefined]);
  });

  it('says that it does not know where so much happened that some was forgotten', () => {
    memory.begin();
    for (let count = 0; count < 1_001; count += 1) hear(`${count}`, 60_000 + count);
    expect(recall(999)).toHaveLength(1_000);
    expect(recall(1_001)).toBeUndefined();
  });

  it('forgets everything when events may have been missed', () => {
    memory.begin();
    hear('a', 60_000);
    memory.clear();
    now = 61_000;
    expect([recall(1_000), recall(500)]).toEqual([undefined, []]);
  });

  it('begins once: hearing on does not shorten what is known', () => {
    memory.begin();
    now += 10_000;
    memory.begin();
    expect(recall(9_000)).toEqual([]);
  });
});
