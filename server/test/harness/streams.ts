import { expect } from 'vitest';
import { LiveReader } from '../../src/core/access/live-reader.ts';
import { createLiveEvent } from '../../src/core/projects/live-events.ts';
import { type EventBus, LocalEventBus } from '../../src/platform/events/event-bus.ts';
import { LiveStreams } from '../../src/platform/events/live-streams.ts';
import type { EventSink } from '../../src/platform/http/bind.ts';
import type { Log } from '../../src/platform/log.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { createTestActor } from './http.ts';

/** Live streams on a bus, for one client whom every token stands for, and what their reader sees. */
export interface TestStreams {
  streams: LiveStreams;
  /** What came to the reader: "event", "beat", "end" or "destroyed". */
  seen: string[];
  /** The moments in the places of what came, in ms. */
  moments: number[];
  clock: TestClock;
  bus: EventBus;
  /** Whether the reader takes nothing more. */
  isFull: boolean;
  /** Opens the reader's stream, for one who has missed so many ms. @throws what the streams say where they open none */
  open(missed?: number): Promise<void>;
}

/** Nothing goes wrong unheard: what would be logged as an error or a warning fails the test. */
const log: Log = {
  error: expect.unreachable,
  warn: expect.unreachable,
  info: () => {},
  debug: () => {},
};

export function createTestStreams(bus: EventBus = new LocalEventBus(log)): TestStreams {
  const actor = createTestActor();
  const clock = createTestClock();
  const access = {
    authenticate: async () => ({ actor, project: undefined }),
    findProjectAccess: async () => undefined,
    findFormerContact: async () => undefined,
  };
  const streams = new LiveStreams({
    bus,
    clock,
    log,
    createResync: () => createLiveEvent('resync'),
  });
  const sink: EventSink = {
    write: (event, place) => {
      test.seen.push(event ? 'event' : 'beat');
      test.moments.push(Number(place?.split('-')[1]));
    },
    isFull: () => test.isFull,
    end: () => test.seen.push('end'),
    destroy: () => test.seen.push('destroyed'),
    onClose: () => {},
  };
  const test: TestStreams = {
    streams,
    seen: [],
    moments: [],
    clock,
    bus,
    isFull: false,
    open: async (missed) => (await streams.open(new LiveReader(access, actor, 'token'), { missed }))(sink),
  };
  return test;
}
