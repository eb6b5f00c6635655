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
  memory = new EventMemory(30_000, { elapsed: () => now / 1000 });
});

const recall = (ms: number) => memory.recall(ms)?.map(({ event }) => event.event.id);
const hear = (id: string, at: number) => {
  now = at;
  memory.add(event(id));
};

describe('EventMemory', () => {
  it('recalls nothing before begin, nor of the time before it', () => {
    expect(recall(0)).toBeUndefined();
    memory.begin();
    now += 1_000;
    expect(recall(999)).toEqual([]);
    expect(recall(1_000)).toBeUndefined();
    expect(recall(5_000)).toBeUndefined();
  });

  it('recalls the events since a moment in their order', () => {
    memory.begin();
    hear('a', 60_000);
    hear('b', 70_000);
    hear('c', 70_000);
    now = 75_000;
    expect([recall(4_999), recall(5_000), recall(15_000)]).toEqual([[], ['b', 'c'], ['a', 'b', 'c']]);
  });

  it('recalls nothing beyond its span', () => {
    memory.begin();
    hear('a', 60_000);
    hear('b', 95_000);
    expect([recall(30_000), recall(30_001)]).toEqual([['b'], undefined]);
  });

  it('returns undefined when older events were dropped for newer ones', () => {
    memory.begin();
    for (let count = 0; count < 1_001; count += 1) hear(`${count}`, 60_000 + count);
    expect(recall(999)).toHaveLength(1_000);
    expect(recall(1_001)).toBeUndefined();
  });

  it('recalls nothing from before clear', () => {
    memory.begin();
    hear('a', 60_000);
    memory.clear();
    now = 61_000;
    expect([recall(1_000), recall(500)]).toEqual([undefined, []]);
  });

  it('keeps its start when begin is called again', () => {
    memory.begin();
    now += 10_000;
    memory.begin();
    expect(recall(9_000)).toEqual([]);
  });
});
