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
export async function readStream(
  signal: AbortSignal,
  { missed, onLife, onEvent }: StreamListeners,
): Promise<void> {
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
