import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { CLICK_LIMIT, endpoint } from '@atelier/domain/endpoint.ts';
import { z } from 'zod';

/** A connection whose bytes the test writes and reads itself, as slowly as it likes. */
export interface RawConnection {
  write(text: string | Uint8Array): void;
  /** The bytes received so far; none are read before `read` is called. */
  answer(): string;
  /** Begins to read. */
  read(): void;
  /** Resolves when either side has ended the connection. */
  closed: Promise<void>;
  destroy(): void;
}

/** @param from address of this machine to call from: any in 127.0.0.0/8 */
export async function openConnection(origin: string, from = '127.0.0.1'): Promise<RawConnection> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  let answer = '';
  socket.on('error', () => {});
  await once(socket, 'connect');
  return {
    write: (text) => {
      socket.write(text);
    },
    answer: () => answer,
    read: () => {
      socket.setEncoding('latin1').on('data', (text: string) => {
        answer += text;
      });
    },
    closed,
    destroy: () => {
      socket.destroy();
    },
  };
}

/** Resolves once a condition holds; the test's own time limit ends a wait that never succeeds. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}

/** An endpoint that takes a file. */
export const sendFile = endpoint({
  method: 'POST',
  needsRecentSignIn: false,
  path: '/files',
  access: 'public',
  summary: 'Takes a file.',
  upload: true,
  reply: z.object({ name: z.string(), size: z.number(), text: z.string() }),
  limit: CLICK_LIMIT,
});

export const BOUNDARY = 'x-boundary';

/** A form's part with a file. */
export const part = (name: string, content: string, field = 'file') =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n` +
  `content-type: image/png\r\n\r\n${content}\r\n`;

/** The end of a form. */
export const END = `--${BOUNDARY}--\r\n`;

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

/** Sends a request on its own connection; unlike `inject` and `fetch` it leaves the target as it is. */
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
