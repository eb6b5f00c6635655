import { AppError } from '@atelier/domain/errors.ts';
import { LIVE_HEARTBEAT_SECONDS, LIVE_MEMORY_MS, type LiveEvent } from '@atelier/domain/live/schema.ts';
import type { AccessPorts, Actor } from '../http/access.ts';
import { isOpenTo } from '../http/access.ts';
import type { EventSink } from '../http/bind-stream.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { BusEvent, EventBus } from './event-bus.ts';
import { EventMemory } from './event-memory.ts';

/** Streams of one account in one process: a browser has one, so this is that many browsers and devices. */
const MAX_STREAMS_EACH = 10;
/** Streams of one process in all. */
const MAX_STREAMS = 2_000;
/**
 * Turns in which heartbeats are sent: with 2,000 streams a hundred at a time, instead of all at
 * once.
 */
const TURNS = 20;

interface Stream {
  /** Its turn, from 0 to TURNS - 1. */
  turn: number;
  token: string;
  /** As they were when last asked. */
  actor: Actor;
  sink: EventSink;
  /** Events on their way to this stream, one after the other. */
  tail: Promise<void>;
}

export interface LiveStreamsDeps {
  bus: EventBus;
  access: AccessPorts;
  log: Log;
}

/**
 * The open streams of this process. Each event is checked for each reader when it occurs, by the same two
 * questions as a call: whose token is it now, and what access do they have to the project. A stream whose
 * token is no longer valid ends. So does one whose reader's role has changed, after an event that says so.
 */
export class LiveStreams {
  readonly #deps: LiveStreamsDeps;
  readonly #streams = new Set<Stream>();
  readonly #memory = new EventMemory(LIVE_MEMORY_MS);
  readonly #unlisten: () => void;
  #beating: NodeJS.Timeout | undefined;
  #opened = 0;
  #beaten = 0;
  #isClosed = false;

  constructor(deps: LiveStreamsDeps) {
    this.#deps = deps;
    this.#unlisten = deps.bus.listen((event) => this.#hear(event));
  }

  /** Whether an account, or anybody of the studio, has a stream open in this process. */
  isOpenFor(viewer: { accountId: string } | 'studio'): boolean {
    return [...this.#streams].some(({ actor }) =>
      viewer === 'studio' ? actor.isAdmin : actor.accountId === viewer.accountId,
    );
  }

  /** How many are open. */
  get size(): number {
    return this.#streams.size;
  }

  /**
   * Opens a stream for an authorised reader. It begins with the events of the last `missed` ms, or with a
   * `resync` if the process no longer has them all.
   * @throws rate_limited for one too many of an account, unavailable when the process has as many as it takes, or hears
   *   nothing itself
   */
  async open(actor: Actor, token: string, missed?: number): Promise<(sink: EventSink) => void> {
    this.#assertRoom(actor);
    await this.#deps.bus.start();
    this.#memory.begin();
    this.#assertRoom(actor);
    return (sink) => {
      const stream: Stream = { turn: this.#opened++ % TURNS, token, actor, sink, tail: Promise.resolve() };
      this.#streams.add(stream);
      sink.onClose(() => this.#streams.delete(stream));
      this.#catchUp(stream, missed);
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
    const asked = [...this.#streams].filter(isDue).map((stream) =>
      this.#next(stream, async () => {
        if (await this.#isAlive(stream)) this.#write(stream, undefined);
      }),
    );
    await Promise.all(asked);
  }

  /** Ends all of them and takes no more. Those who read them come back, to another process if there is one. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#beating);
    this.#unlisten();
    for (const { sink } of this.#streams) sink.end();
  }

  #catchUp(stream: Stream, missed: number | undefined): void {
    const events = missed === undefined ? undefined : this.#memory.recall(missed);
    this.#write(stream, events ? undefined : resync());
    for (const event of events ?? []) this.#tell(stream, event);
  }

  #assertRoom({ accountId }: Actor): void {
    if (this.#isClosed || this.#deps.bus.isDisconnected || this.#streams.size >= MAX_STREAMS) {
      throw new AppError('unavailable', 'Live updates aren’t available right now.');
    }
    const own = [...this.#streams].filter((stream) => stream.actor.accountId === accountId);
    if (own.length >= MAX_STREAMS_EACH) {
      throw new AppError('rate_limited', 'Too many devices receive live updates for this account.');
    }
  }

  #hear(event: BusEvent | undefined): void {
    if (event) this.#memory.add(event);
    else this.#memory.clear();
    for (const stream of this.#streams) {
      if (event) this.#tell(stream, event);
      else this.#write(stream, resync());
    }
  }

  #tell(stream: Stream, event: BusEvent): void {
    if (mayConcern(stream.actor, event)) void this.#next(stream, () => this.#offer(stream, event));
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

  async #offer(stream: Stream, event: BusEvent): Promise<void> {
    if (!(await this.#isAlive(stream))) return;
    if (!(await this.#mayHear(stream.actor, event))) return;
    const { id, kind, projectId } = event;
    this.#write(stream, { id, kind, projectId });
  }

  async #mayHear(actor: Actor, { kind, projectId, clientId, studioOnly }: BusEvent): Promise<boolean> {
    if (kind === 'account_changed') return true;
    if (projectId === null) return actor.isAdmin;
    // A deleted project has no access to look up: its client at the deletion and the studio get the event.
    if (kind === 'project_deleted') return actor.isAdmin || clientId === actor.accountId;
    const found = await this.#deps.access.findProjectAccess(projectId, actor);
    const asStudio = found && { ...found, isClient: false };
    return isOpenTo(studioOnly ? asStudio : found, actor);
  }

  /** Asks who the token stands for; ends the stream when that is nobody, or not the same any more. */
  async #isAlive(stream: Stream): Promise<boolean> {
    const actor = await this.#deps.access.authenticate(stream.token);
    const isSame = actor?.accountId === stream.actor.accountId && actor.isAdmin === stream.actor.isAdmin;
    if (!isSame || actor.isDisabled || actor.secondFactor === 'due') {
      // Its pages still show what the former role could see: they must find out at once, not with
      // their next call.
      if (actor?.accountId === stream.actor.accountId) this.#write(stream, accountChanged());
      stream.sink.end();
      this.#streams.delete(stream);
      return false;
    }
    stream.actor = actor;
    return true;
  }

  /** A stream with too much unread is closed; nothing is buffered for it. */
  #write({ sink }: Stream, event: LiveEvent | undefined): void {
    if (sink.isFull()) sink.destroy();
    else sink.write(event);
  }
}

/** Whether it is worth asking: of the project's client and of admins alone. */
function mayConcern(actor: Actor, event: BusEvent): boolean {
  if (event.onlyFor !== undefined) return event.onlyFor === actor.accountId;
  return actor.isAdmin || event.clientId === actor.accountId;
}

function accountChanged(): LiveEvent {
  return { id: newId(), kind: 'account_changed', projectId: null };
}

function resync(): LiveEvent {
  return { id: newId(), kind: 'resync', projectId: null };
}
