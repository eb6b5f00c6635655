import { AppError } from '@atelier/domain/errors.ts';
import { LIVE_HEARTBEAT_SECONDS, type LiveEvent } from '@atelier/domain/live.ts';
import type { AccessPorts, Actor } from '../http/access.ts';
import { isOpenTo } from '../http/access.ts';
import type { EventSink } from '../http/bind-stream.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { BusEvent, EventBus } from './event-bus.ts';

/** Streams of one account in one process: a browser has one, so this is that many browsers and devices. */
const MAX_STREAMS_EACH = 10;
/** Streams of one process in all. */
const MAX_STREAMS = 2_000;

interface Stream {
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
 * The open streams of this process. Whether an event is for somebody is asked when it happens, by the same
 * two questions as of a call: who the token stands for now, and what they are to the project. A stream whose
 * token stands for nobody any more ends.
 */
export class LiveStreams {
  readonly #deps: LiveStreamsDeps;
  readonly #streams = new Set<Stream>();
  readonly #unlisten: () => void;
  #beating: NodeJS.Timeout | undefined;
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
   * Opens a stream for somebody who was let in. It begins with a `resync`: what happened before is not told.
   * @throws rate_limited for one too many of an account, unavailable when the process has as many as it takes, or hears
   *   nothing itself
   */
  async open(actor: Actor, token: string): Promise<(sink: EventSink) => void> {
    this.#assertRoom(actor);
    await this.#deps.bus.start();
    this.#assertRoom(actor);
    return (sink) => {
      const stream: Stream = { token, actor, sink, tail: Promise.resolve() };
      this.#streams.add(stream);
      sink.onClose(() => this.#streams.delete(stream));
      sink.write(resync());
      this.#beating ??= setInterval(() => void this.beat(), LIVE_HEARTBEAT_SECONDS * 1000).unref();
    };
  }

  /** A sign of life on every stream whose token still stands for somebody; the others end. */
  async beat(): Promise<void> {
    // Without a stream browsers ask again by themselves: better than one that says nothing.
    if (this.#deps.bus.isDeaf) {
      for (const { sink } of this.#streams) sink.end();
      return;
    }
    const asked = [...this.#streams].map((stream) =>
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

  #assertRoom({ accountId }: Actor): void {
    if (this.#isClosed || this.#deps.bus.isDeaf || this.#streams.size >= MAX_STREAMS) {
      throw new AppError('unavailable', 'Live updates are not available at the moment.');
    }
    const own = [...this.#streams].filter((stream) => stream.actor.accountId === accountId);
    if (own.length >= MAX_STREAMS_EACH) {
      throw new AppError('rate_limited', 'Too many devices receive live updates for this account.');
    }
  }

  #hear(event: BusEvent | undefined): void {
    for (const stream of this.#streams) {
      if (!event) this.#write(stream, resync());
      else if (mayConcern(stream.actor, event)) void this.#next(stream, () => this.#offer(stream, event));
    }
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
    if (projectId === null) return actor.isAdmin;
    // Of what is gone nobody is anything any more: those hear of it whose it was when it was deleted.
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
      stream.sink.end();
      this.#streams.delete(stream);
      return false;
    }
    stream.actor = actor;
    return true;
  }

  /** Whoever does not read what was sent before is let go of: nothing is kept for them. */
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

function resync(): LiveEvent {
  return { id: newId(), kind: 'resync', projectId: null };
}
