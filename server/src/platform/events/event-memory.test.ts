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

const recall = (since: number | string) => {
  const from = memory.find(typeof since === 'number' ? { missed: since } : { after: since });
  return from === undefined ? undefined : memory.recall(from).map(({ event }) => event.event.id);
};
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
    // Two at the same moment follow each other.
    expect([recall(4_998), recall(4_999), recall(5_000), recall(15_000)]).toEqual([
      [],
      ['c'],
      ['b', 'c'],
      ['a', 'b', 'c'],
    ]);
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

  it('recalls the events after a place, however long ago that was', () => {
    memory.begin();
    const first = memory.placeAt(memory.now());
    hear('a', 60_000);
    const second = memory.placeAt(memory.now());
    hear('b', 60_000);
    now = 600_000;
    expect([recall(first), recall(second)]).toEqual([['a', 'b'], ['b']]);
    expect(recall(memory.placeAt(memory.now()))).toEqual([]);
  });

  it('recalls nothing after a place whose events were dropped, nor from before clear', () => {
    memory.begin();
    const before = memory.placeAt(memory.now());
    hear('a', 60_000);
    const after = memory.placeAt(memory.now());
    hear('b', 95_000);
    expect([recall(before), recall(after)]).toEqual([undefined, ['b']]);
    const last = memory.placeAt(memory.now());
    memory.clear();
    expect(recall(last)).toBeUndefined();
  });

  it('recalls nothing after a place of another memory, nor after what is none', () => {
    const other = new EventMemory(30_000, { elapsed: () => now / 1000 });
    for (const each of [memory, other]) each.begin();
    const place = memory.placeAt(memory.now());
    const unknown = [other.placeAt(other.now()), place.replace(/\d+$/, 'x'), '', place.split('-')[0] ?? ''];
    expect(unknown.map(recall)).toEqual([undefined, undefined, undefined, undefined]);
    expect(recall(place)).toEqual([]);
  });

  it('keeps its start when begin is called again', () => {
    memory.begin();
    now += 10_000;
    memory.begin();
    expect(recall(9_000)).toEqual([]);
  });
});
