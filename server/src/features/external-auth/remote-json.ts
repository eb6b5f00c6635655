/** Longest reply of the other provider that is read, in bytes: key sets and users are a few kB. */
const MAX_BYTES = 256 * 1024;
/** Milliseconds that the other provider may take, the arrival of the reply included. */
const DEADLINE_MS = 4_000;

/** A reply; `body` is undefined if it isn't JSON. */
export interface RemoteReply {
  status: number;
  body: unknown;
}

/**
 * GETs JSON from outside: limited in time and size, and never led elsewhere by a redirect.
 * @throws if there is no reply, or one too long or too late
 */
export async function getRemoteJson(url: string, headers: Record<string, string>): Promise<RemoteReply> {
  const response = await fetch(url, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  const text = await readBounded(response);
  return { status: response.status, body: parseJson(text) };
}

async function readBounded({ body }: Response): Promise<string> {
  if (!body) return '';
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    // Leaving the loop closes the connection: the rest is not waited for.
    if (length > MAX_BYTES) throw new Error(`The reply is longer than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
