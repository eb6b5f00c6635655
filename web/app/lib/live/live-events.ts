import { api } from '@atelier/domain/api.ts';
import { LIVE_HEARTBEAT_SECONDS, type LiveEvent, liveEventSchema } from '@atelier/domain/live/schema.ts';
import { apiUrl, fetchApi } from '../api/api-client.ts';
import { getAccessToken } from '../session/session.ts';

/** A block of the stream longer than this is none of ours. */
const MAX_PENDING = 16_384;

/**
 * Reads a stream of server-sent events piece by piece, wherever the pieces begin and end. Signs of life are left out, and
 * so is what this version does not know.
 */
export function createEventParser(): (piece: string) => LiveEvent[] {
  let pending = '';
  return (piece) => {
    const blocks = (pending + piece).replaceAll('\r\n', '\n').split('\n\n');
    pending = (blocks.pop() ?? '').slice(-MAX_PENDING);
    return blocks.flatMap((block) => parseBlock(block) ?? []);
  };
}

function parseBlock(block: string): LiveEvent | undefined {
  const data = block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trimStart());
  if (data.length === 0) return undefined;
  try {
    return liveEventSchema.safeParse(JSON.parse(data.join('\n'))).data;
  } catch {
    return undefined;
  }
}

/** A stream that gives no sign of life for this long is dead, whatever the connection says. */
const SILENCE_MS = 3 * LIVE_HEARTBEAT_SECONDS * 1000;

interface StreamListeners {
  /** How long the page has heard nothing, in ms, read when the stream opens. */
  missed: () => number;
  /** Anything arrived, also where it was no event: the stream is alive. */
  onLife: () => void;
  onEvent: (event: LiveEvent) => void;
}

/**
 * Reads the stream of live events until the server ends it.
 * @throws ApiError when it is refused, and whatever broke it; a DOMException when `signal` gave it up or it fell silent
 */
async function readStream(signal: AbortSignal, { missed, onLife, onEvent }: StreamListeners): Promise<void> {
  const silence = new AbortController();
  let watch = setTimeout(() => silence.abort(), SILENCE_MS);
  const heard = () => {
    clearTimeout(watch);
    watch = setTimeout(() => silence.abort(), SILENCE_MS);
    onLife();
  };
  try {
    const either = AbortSignal.any([signal, silence.signal]);
    // Renewing the token first may take a while.
    await getAccessToken();
    const response = await fetchApi(apiUrl(api.streamEvents.path, { query: { missed: missed() } }), {
      signal: either,
      headers: { accept: 'text/event-stream' },
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const parse = createEventParser();
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) return;
      heard();
      for (const event of parse(part.value)) onEvent(event);
    }
  } finally {
    clearTimeout(watch);
  }
}

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
/** After a stream that the server ended on purpose, as when it is replaced: soon, but not all browsers at once. */
const RETURN_MS = 1_000;

/**
 * Milliseconds until the next attempt to open the stream: longer with each failure in a row, and spread, so that a server
 * that comes back is not met by everybody at once.
 * @param chance 0 to 1
 */
export function reconnectDelay(failures: number, chance: number): number {
  if (failures === 0) return Math.round(RETURN_MS * chance);
  const longest = Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
  return Math.round(longest * (0.5 + chance / 2));
}

/** How often a tab without a living stream asks for everything instead. */
const POLL_MS = 15_000;
/** A tab that leads says this often that the stream lives; one that has not for longer does so no more. */
const TRUST_MS = 70_000;

/** Added to the missed time, for earlier calls still on their way then, and for this one. */
const MARGIN_MS = 5_000;

/** What tabs say to each other. */
type Word =
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'alive' }
  | { kind: 'broken' }
  /** A tab that has just come asks whether there is a stream. */
  | { kind: 'who' };

/**
 * Hears of everything that happens to what this account may see, until the returned function is called. All tabs of a
 * browser share one stream: the tab with the lock reads it and tells the others; when it closes, the next one takes over.
 * While there is none, each visible tab is told every 15 s to ask again by itself.
 */
export function followLive(accountId: string, onEvent: (event: LiveEvent | undefined) => void): () => void {
  const name = `atelier:live:${accountId}`;
  const leaving = new AbortController();
  const { signal } = leaving;
  const channel = new BroadcastChannel(name);
  let isLeader = false;
  let aliveAt = Number.NEGATIVE_INFINITY;
  let heard = moment();

  const hear = (word: Word) => {
    if (word.kind === 'event') onEvent(word.event);
    if (word.kind === 'event' || word.kind === 'alive') heard = moment();
    if (word.kind === 'alive') aliveAt = performance.now();
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
    await keepStream(signal, tell, () => passedSince(heard) + MARGIN_MS);
  };
  void inTurn(name, signal, lead);
  return () => {
    leaving.abort();
    clearInterval(polling);
    channel.close();
  };
}

const moment = () => ({ ticks: performance.now(), time: Date.now() });

/** One clock stops while a device sleeps, the other can be set back: the longer time counts. */
function passedSince({ ticks, time }: ReturnType<typeof moment>): number {
  return Math.round(Math.max(performance.now() - ticks, Date.now() - time));
}

/** Runs `lead` in one tab at a time; in every tab where the browser knows no locks (a page without https). */
async function inTurn(name: string, signal: AbortSignal, lead: () => Promise<void>): Promise<void> {
  try {
    await (navigator.locks ? navigator.locks.request(name, { signal }, lead) : lead());
  } catch {
    // Given up while it waited for its turn.
  }
}

async function keepStream(
  signal: AbortSignal,
  tell: (word: Word) => void,
  missed: () => number,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await readStream(signal, {
        missed,
        onLife: () => {
          failures = 0;
          tell({ kind: 'alive' });
        },
        onEvent: (event) => tell({ kind: 'event', event }),
      });
    } catch {
      failures += 1;
    }
    if (signal.aborted) return;
    if (failures > 0) tell({ kind: 'broken' });
    await pause(reconnectDelay(failures, Math.random()), signal);
  }
}

/** Waits, but no longer than until the browser is online again, or its tab looked at, or all of it given up. */
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
