import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

export interface TargetRequest {
  method?: string;
  /** The request target, sent as it is: any spelling of an address. */
  target: string;
  headers?: Record<string, string>;
  payload?: string;
  /** Address of this machine to call from: any in 127.0.0.0/8. */
  from?: string;
}

export interface TargetReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * Sends a request on its own connection; unlike `inject` and `fetch` it leaves the target as it is.
 */
export async function sendTo(origin: string, call: TargetRequest): Promise<TargetReply> {
  const { method = 'GET', target, headers = {}, payload, from } = call;
  const { hostname, port } = new URL(origin);
  const outgoing = request({
    hostname,
    port,
    method,
    path: target,
    headers,
    agent: false,
    ...(from && { localAddress: from }),
  });
  outgoing.end(payload);
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part);
  return { status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(parts).toString() };
}

/** An address in every equivalent spelling: as it is, percent-encoded, and as a whole URL. */
export function spellingsOf(path: string): readonly [string, string][] {
  const at = /[a-z]/.exec(path)?.index ?? 1;
  const escapeAt = (text: string, index: number) =>
    `${text.slice(0, index)}%${text.charCodeAt(index).toString(16)}${text.slice(index + 1)}`;
  const end = path.search(/[?#]/) < 0 ? path.length : path.search(/[?#]/);
  const last = path.slice(0, end).search(/[a-z](?!.*[a-z])/);
  return [
    ['as it is', path],
    ['with its first letter encoded', escapeAt(path, at)],
    ['with its last letter encoded', escapeAt(path, last)],
    ['as a whole URL', `http://studio.example${path}`],
    ['as a whole URL with a letter encoded', `http://studio.example${escapeAt(path, at)}`],
  ];
}
