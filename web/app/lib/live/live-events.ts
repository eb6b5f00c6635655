import { api } from '@atelier/domain/api.ts';
import { LIVE_HEARTBEAT_SECONDS, LIVE_KINDS, type LiveEvent } from '@atelier/domain/live/schema.ts';
import { fetchApi } from '../api/api-client.ts';
import { apiUrl } from '../api/api-url.ts';
import { earlyCallsBegan } from '../api/early-calls.ts';
import { getAccessToken } from '../session/session.ts';

/** No event of ours is longer. */
const MAX_PENDING = 16_384;

/** The events of one piece of a stream, and the place from which to go on after it. */
interface Piece {
  events: LiveEvent[];
  place: string | undefined;
}

/**
 * Parses a stream of server-sent events piece by piece, wherever the pieces begin and end. Skips
 * heartbeats and what this version doesn't know.
 */
export function createEventParser(): (piece: string) => Piece {
  let pending = '';
  return (piece) => {
    const blocks = (pending + piece).replaceAll('\r\n', '\n').split('\n\n');
    pending = (blocks.pop() ?? '').slice(-MAX_PENDING);
    return {
      events: blocks.flatMap((block) => parseBlock(block) ?? []),
      place: blocks.map(placeOf).findLast((place) => place !== undefined),
    };
  };
}

const placeOf = (block: string) =>
  block
    .split('\n')
    .find((line) => line.startsWith('id:'))
    ?.slice('id:'.length)
    .trimStart();

function parseBlock(block: string): LiveEvent | undefined {
  const data = block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trimStart());
  if (data.length === 0) return undefined;
  try {
    const event: LiveEvent = JSON.parse(data.join('\n'));
    return isKnown(event) ? event : undefined;
  } catch {
    return undefined;
  }
}

/** By hand: the schema would bring Zod to every screen. An id of another shape costs a refused call. */
const isKnown = ({ id, kind, projectId }: LiveEvent): boolean =>
  typeof id === 'string' &&
  LIVE_KINDS.includes(kind) &&
  (projectId === null || typeof projectId === 'string');

/** What tabs tell each other. */
type Word =
  /** Without an event, some may have been missed. */
  | { kind: 'event'; event: LiveEvent | undefined }
  /** The stream has brought something; where it breaks after that, the next one goes on from `place`. */
  | { kind: 'alive'; place?: string | undefined }
  | { kind: 'broken' }
  /** A new tab asks whether there is a stream. */
  | { kind: 'who' };

/** A stream without a sign of life for this long is dead, even if the connection is open. */
const SILENCE_MS = 3 * LIVE_HEARTBEAT_SECONDS * 1000;

/** From where a stream goes on: the place that the earlier one came to, or how many ms ago. */
type Since = { after: string } | { missed: number };

/** Added to the missed time, for the way of the call that opens the stream. */
const MARGIN_MS = 5_000;

/**
 * Reads the stream of live events until the server ends it.
 * @param since from where, read when the stream opens
 * @param tell is called with every event, and with anything else that shows that the stream is alive
 * @throws ApiError when it is refused, and what broke it; a DOMException when `signal` aborts it or it falls silent
 */
async function readStream(
  signal: AbortSignal,
  since: () => Since,
  tell: (word: Word) => void,
): Promise<void> {
  const silence = new AbortController();
  let watch = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const either = AbortSignal.any([signal, silence.signal]);
    // Renewing the token first may take a while.
    await getAccessToken();
    const asked = moment();
    const query = since();
    const response = await fetchApi(apiUrl(api.streamEvents.path, { query }), {
      signal: either,
      headers: { accept: 'text/event-stream' },
    });
    // The server counted back from the call's arrival, which may have been too late.
    if ('missed' in query && passedSince(asked) > MARGIN_MS) tell({ kind: 'event', event: undefined });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const parse = createEventParser();
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) return;
      clearTimeout(watch);
      watch = setTimeout(() => silence.abort(), SILENCE_MS);
      const { events, place } = parse(part.value);
      for (const event of events) tell({ kind: 'event', event });
      tell({ kind: 'alive', place });
    }
  } finally {
    clearTimeout(watch);
  }
}

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
/** After the server ended the stream on purpose, as when it restarts: soon, but not all browsers at once. */
const RETURN_MS = 1_000;

/**
 * Milliseconds until the next attempt to open the stream: longer with each failure in a row, and
 * spread, so that not all browsers reach a restarted server at once.
 * @param chance 0 to 1
 */
export function reconnectDelay(failures: number, chance: number): number {
  if (failures === 0) return Math.round(RETURN_MS * chance);
  const longest = Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
  return Math.round(longest * (0.5 + chance / 2));
}

/** How often a tab without a live stream refetches everything instead. */
const POLL_MS = 15_000;
/** A stream counts as alive for this long after the leading tab has said so. */
const TRUST_MS = 70_000;

/**
 * Calls `onEvent` for every change to what this account may see, until the returned function is called.
 * All tabs of a browser share one stream: the tab with the lock reads it and tells the others; when it
 * closes, the next one takes over. While there is no stream, each visible tab gets a call without an
 * event every 15 s.
 */
export function followLive(accountId: string, onEvent: (event: LiveEvent | undefined) => void): () => void {
  const name = `atelier:live:${accountId}`;
  const leaving = new AbortController();
  const { signal } = leaving;
  const channel = new BroadcastChannel(name);
  let isLeader = false;
  let aliveAt = Number.NEGATIVE_INFINITY;
  // Earlier calls have answers from before this page could hear of changes.
  const began = moment(earlyCallsBegan());
  let place: string | undefined;

  const hear = (word: Word) => {
    if (word.kind === 'event') onEvent(word.event);
    if (word.kind === 'alive') {
      place = word.place ?? place;
      aliveAt = performance.now();
    }
    if (word.kind === 'broken') aliveAt = Number.NEGATIVE_INFINITY;
  };
  const tell = (word: Word) => {
    hear(word);
    if (!signal.aborted) channel.postMessage(word);
  };
  const isAlive = () => performance.now() - aliveAt < TRUST_MS;
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.kind === 'who' && isLeader && isAlive()) channel.postMessage({ kind: 'alive' } satisfies Word);
    else hear(data);
  };
  channel.postMessage({ kind: 'who' } satisfies Word);
  const polling = setInterval(() => {
    if (!isAlive() && document.visibilityState === 'visible') onEvent(undefined);
  }, POLL_MS);

  const lead = async () => {
    isLeader = true;
    await keepStream(signal, tell, () =>
      place === undefined ? { missed: passedSince(began) + MARGIN_MS } : { after: place },
    );
  };
  void inTurn(name, signal, lead);
  return () => {
    leaving.abort();
    clearInterval(polling);
    channel.close();
  };
}

/** A moment by both clocks of the page: one stops while a device sleeps, the other can be set back or forward. */
interface Moment {
  /** Milliseconds of a clock that only runs on. */
  ticks: number;
  /** Milliseconds of the device's time of day. */
  time: number;
}

/** Now, or when `performance.now()` was `ticks`. */
const moment = (ticks = performance.now()): Moment => ({
  ticks,
  time: Date.now() - (performance.now() - ticks),
});

/** The longer time counts. */
function passedSince({ ticks, time }: Moment): number {
  return Math.round(Math.max(performance.now() - ticks, Date.now() - time));
}

/** Runs `lead` in one tab at a time; in every tab where the browser knows no locks (a page without https). */
async function inTurn(name: string, signal: AbortSignal, lead: () => Promise<void>): Promise<void> {
  try {
    await (navigator.locks ? navigator.locks.request(name, { signal }, lead) : lead());
  } catch {
    // Aborted while it waited for its turn.
  }
}

async function keepStream(
  signal: AbortSignal,
  tell: (word: Word) => void,
  since: () => Since,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await readStream(signal, since, (word) => {
        failures = 0;
        tell(word);
      });
    } catch {
      failures += 1;
    }
    if (signal.aborted) return;
    if (failures > 0) tell({ kind: 'broken' });
    await pause(reconnectDelay(failures, Math.random()), signal);
  }
}

/** Waits, but no longer than until the browser is online again, the tab is visible again, or `signal` aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const end = () => {
      ended.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    const options = { signal: ended.signal };
    signal.addEventListener('abort', end, options);
    addEventListener('online', end, options);
    document.addEventListener(
      'visibilitychange',
      () => document.visibilityState === 'visible' && end(),
      options,
    );
  });
}
