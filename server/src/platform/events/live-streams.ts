import { AppError } from '@atelier/domain/errors.ts';
import { LIVE_HEARTBEAT_SECONDS, LIVE_MEMORY_MS, type LiveEvent } from '@atelier/domain/live/schema.ts';
import type { Clock } from '../clock.ts';
import type { EventSink } from '../http/bind.ts';
import type { Log } from '../log.ts';
import type { BusEvent, EventBus } from './event-bus.ts';
import { EventMemory, type RememberedEvent, type Since } from './event-memory.ts';

/** Streams of one account in one process: a browser has one, so this is that many browsers and devices. */
const MAX_STREAMS_EACH = 10;
/** Streams of one process in all. */
const MAX_STREAMS = 5_000;
/** Turns in which heartbeats are sent: with 5,000 streams 250 at a time, instead of all at once. */
const TURNS = 20;

/** Who reads a stream; the product says what they may receive. */
export interface StreamReader {
  /** Streams are limited for each account. */
  readonly accountId: string;
  /** What they listen to; opaque here. The same as long as the stream goes on. */
  readonly topics: readonly string[];
  /** Reads the reader again. @returns undefined while their stream may go on, else how it ends */
  recheck(): Promise<StreamEnd | undefined>;
  /** Whether an event of one of their topics is for them now. */
  mayReceive(event: BusEvent): Promise<boolean>;
}

export interface StreamEnd {
  farewell: LiveEvent | undefined;
}

interface Stream {
  /** Its turn, from 0 to TURNS - 1. */
  turn: number;
  reader: StreamReader;
  sink: EventSink;
  /** Events on their way to this stream, one after the other. */
  tail: Promise<void>;
}

export interface LiveStreamsDeps {
  bus: EventBus;
  clock: Pick<Clock, 'elapsed'>;
  log: Log;
  /** Makes the event after which a reader asks for everything: events may have been missed. */
  createResync(): LiveEvent;
}

/**
 * The open streams of this process. Each event is checked for each reader when it occurs: is the stream
 * still theirs, and may they have the event. A stream that is no longer its reader's ends.
 */
export class LiveStreams {
  readonly #deps: LiveStreamsDeps;
  readonly #streams = new Set<Stream>();
  /** The streams with a topic: an event looks at those alone that it is for. */
  readonly #byTopic = new Map<string, Set<Stream>>();
  /** How many each account has. */
  readonly #counts = new Map<string, number>();
  readonly #memory: EventMemory;
  readonly #unlisten: () => void;
  #beating: NodeJS.Timeout | undefined;
  #opened = 0;
  #beaten = 0;
  #isClosed = false;
  #isMoving = false;

  constructor(deps: LiveStreamsDeps) {
    this.#deps = deps;
    this.#memory = new EventMemory(LIVE_MEMORY_MS, deps.clock);
    this.#unlisten = deps.bus.listen((event) => this.#hear(event));
  }

  /** Whether a stream with a topic is open in this process. */
  isOpenFor(topic: string): boolean {
    return this.#byTopic.has(topic);
  }

  get size(): number {
    return this.#streams.size;
  }

  /**
   * Opens a stream for an authorised reader. It begins with what they have missed, or with a resync if the process no
   * longer has it all.
   * @throws rate_limited for one too many of an account, unavailable when the process has as many as it takes, or hears
   *   nothing itself
   */
  async open(reader: StreamReader, since: Since): Promise<(sink: EventSink) => void> {
    if (this.#isMoving) return (sink) => sink.end();
    this.#assertRoom(reader);
    await this.#deps.bus.start();
    this.#memory.begin();
    this.#assertRoom(reader);
    return (sink) => {
      const stream: Stream = { turn: this.#opened++ % TURNS, reader, sink, tail: Promise.resolve() };
      this.#add(stream);
      sink.onClose(() => this.#delete(stream));
      this.#catchUp(stream, since);
      this.#beating ??= setInterval(
        () => void this.beatNext(),
        (LIVE_HEARTBEAT_SECONDS * 1000) / TURNS,
      ).unref();
    };
  }

  /** Sends a heartbeat on the streams whose turn it is; a full round covers them all. */
  async beatNext(): Promise<void> {
    const turn = this.#beaten++ % TURNS;
    await this.beat((stream) => stream.turn === turn);
  }

  /** Sends a heartbeat on every stream (of some) whose token is still valid; ends the others. */
  async beat(isDue: (stream: Stream) => boolean = () => true): Promise<void> {
    // Without a stream browsers ask again by themselves: better than one that says nothing.
    if (this.#deps.bus.isDisconnected) {
      for (const { sink } of this.#streams) sink.end();
      return;
    }
    // An event that comes meanwhile is later than this sign of life, also when it is written first.
    const at = this.#memory.now();
    const asked = [...this.#streams].filter(isDue).map((stream) =>
      this.#next(stream, async () => {
        if (await this.#isAlive(stream)) this.#write(stream, undefined, at);
      }),
    );
    await Promise.all(asked);
  }

  /** Ends all of them, and each that comes on a connection of before: its reader comes back to the next process. */
  moveOn(): void {
    this.#isMoving = true;
    for (const { sink } of this.#streams) sink.end();
  }

  /** Ends all of them and takes no more. Those who read them come back, to another process if there is one. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#beating);
    this.#unlisten();
    for (const { sink } of this.#streams) sink.end();
  }

  #catchUp(stream: Stream, since: Since): void {
    const from = this.#memory.find(since);
    if (from === undefined) {
      this.#write(stream, this.#deps.createResync(), this.#memory.now());
      return;
    }
    // Its place stays the earlier one until it has read what it missed.
    this.#write(stream, undefined, from);
    const { topics } = stream.reader;
    for (const remembered of this.#memory.recall(from)) {
      if (remembered.event.topics.some((topic) => topics.includes(topic))) this.#check(stream, remembered);
    }
  }

  #assertRoom({ accountId }: StreamReader): void {
    if (this.#isClosed || this.#deps.bus.isDisconnected || this.#streams.size >= MAX_STREAMS) {
      throw new AppError('unavailable', 'Live updates aren’t available right now.');
    }
    if ((this.#counts.get(accountId) ?? 0) >= MAX_STREAMS_EACH) {
      throw new AppError('rate_limited', 'Too many devices receive live updates for this account.');
    }
  }

  #hear(event: BusEvent | undefined): void {
    if (!event) {
      this.#memory.clear();
      const now = this.#memory.now();
      for (const stream of this.#streams) this.#write(stream, this.#deps.createResync(), now);
      return;
    }
    const at = this.#memory.add(event);
    const readers = new Set<Stream>();
    for (const topic of event.topics) {
      for (const stream of this.#byTopic.get(topic) ?? []) readers.add(stream);
    }
    for (const stream of readers) this.#check(stream, { at, event });
  }

  #add(stream: Stream): void {
    const { accountId, topics } = stream.reader;
    this.#streams.add(stream);
    this.#counts.set(accountId, (this.#counts.get(accountId) ?? 0) + 1);
    for (const topic of topics) {
      const streams = this.#byTopic.get(topic);
      if (streams) streams.add(stream);
      else this.#byTopic.set(topic, new Set([stream]));
    }
  }

  #delete(stream: Stream): void {
    if (!this.#streams.delete(stream)) return;
    const { accountId, topics } = stream.reader;
    const count = (this.#counts.get(accountId) ?? 0) - 1;
    if (count > 0) this.#counts.set(accountId, count);
    else this.#counts.delete(accountId);
    for (const topic of topics) {
      const streams = this.#byTopic.get(topic);
      streams?.delete(stream);
      if (streams?.size === 0) this.#byTopic.delete(topic);
    }
  }

  /** Writes the event to the stream if it is still its reader's and they may have it. */
  #check(stream: Stream, { at, event }: RememberedEvent): void {
    void this.#next(stream, async () => {
      if (!(await this.#isAlive(stream))) return;
      if (await stream.reader.mayReceive(event)) this.#write(stream, event.event, at);
    });
  }

  /** One after the other, so that events arrive in their order; a failure is that stream's end. */
  #next(stream: Stream, work: () => Promise<void>): Promise<void> {
    stream.tail = stream.tail.then(work).catch((error) => {
      // What could not be asked cannot be known: the reader comes back and asks for everything.
      this.#deps.log.warn({ err: error }, 'a stream of live events was ended');
      stream.sink.end();
    });
    return stream.tail;
  }

  /** Whether the stream is still its reader's; ends it when it isn't. */
  async #isAlive(stream: Stream): Promise<boolean> {
    const end = await stream.reader.recheck();
    if (!end) return true;
    if (end.farewell) this.#write(stream, end.farewell, undefined);
    stream.sink.end();
    this.#delete(stream);
    return false;
  }

  /**
   * Writes with the moment from which its reader has heard nothing else: that of the event, not of the writing, because others
   * may have come in between; none where it says nothing about those. A stream with too much unread is closed; nothing is
   * buffered for it.
   */
  #write({ sink }: Stream, event: LiveEvent | undefined, at: number | undefined): void {
    if (sink.isFull()) sink.destroy();
    else sink.write(event, at === undefined ? undefined : this.#memory.placeAt(at));
  }
}
