import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';

export interface Question {
  method: string;
  /** The request target, sent as it is: any spelling of an address. */
  target: string;
  token?: string | undefined;
  body?: unknown;
}

export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  /** JSON, or the text; of a stream nothing. */
  body: unknown;
}

const agent = new Agent({ keepAlive: true });

/** Sends one call over the network. Unlike `fetch` it leaves the target as it is; a stream is closed once it has begun. */
export async function ask(origin: string, { method, target, token, body }: Question): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  const { payload, type } = await encode(body);
  const headers = {
    ...(type && { 'content-type': type }),
    ...(payload && { 'content-length': payload.length }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const outgoing = request({ hostname, port, method, path: target, headers, agent });
  outgoing.end(payload);
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
  const status = reply.statusCode ?? 0;
  if (reply.headers['content-type']?.startsWith('text/event-stream')) {
    reply.destroy();
    return { status, headers: reply.headers, body: undefined };
  }
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part);
  const text = Buffer.concat(parts).toString();
  const isJson = reply.headers['content-type']?.startsWith('application/json') && text !== '';
  return { status, headers: reply.headers, body: isJson ? JSON.parse(text) : text };
}

async function encode(body: unknown): Promise<{ payload?: Buffer; type?: string }> {
  if (body === undefined) return {};
  if (body instanceof Uint8Array) return { payload: Buffer.from(body), type: 'application/pdf' };
  if (body instanceof FormData) {
    const form = new Response(body);
    return {
      payload: Buffer.from(await form.arrayBuffer()),
      type: form.headers.get('content-type') ?? '',
    };
  }
  return { payload: Buffer.from(JSON.stringify(body)), type: 'application/json' };
}
