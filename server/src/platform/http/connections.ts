import type { Socket } from 'node:net';
import { AppError } from '@atelier/domain/errors.ts';
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Requests that one connection may send ahead of their replies. Browsers send none, proxies a few. */
export const MAX_UNANSWERED = 16;

const unanswered = new WeakMap<Socket, number>();

/**
 * Ends a connection that keeps sending requests without reading replies: each waiting reply stays
 * in memory. The hook runs before all others, so that an excess request costs nothing.
 */
export function boundUnanswered(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isAdmitted(request, reply)) done();
  });
}

/** Counts a request of its connection until it's answered; ends the connection at an excess request. */
export function isAdmitted({ raw: { socket } }: FastifyRequest, reply: FastifyReply): boolean {
  const count = (unanswered.get(socket) ?? 0) + 1;
  unanswered.set(socket, count);
  if (count > MAX_UNANSWERED) {
    reply.hijack();
    socket.destroy();
    return false;
  }
  reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
  return true;
}

/**
 * Runs `done` when a reply has ended, in any way. If the caller has already left, the close event
 * is over and won't come again, so `done` runs at once.
 */
export function whenEnded({ raw }: FastifyReply, done: () => void): void {
  if (raw.closed) done();
  else raw.once('close', done);
}

/**
 * Closing waits for every connection, and Node closes only those idle at its start: one still
 * answering then would stay open for a next call that never comes.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let sweeping: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    sweeping = setInterval(() => app.server.closeIdleConnections(), 200);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (sweeping) reply.header('connection', 'close');
  });
  app.addHook('onClose', async () => clearInterval(sweeping));
}

/** Errors before Node has a request, answered in our shape as far as possible. */
export function answerBrokenRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const answer = brokenRequestError(error.code);
  const body = JSON.stringify(answer.toReply());
  socket.end(
    `HTTP/1.1 ${answer.status} ${answer.code}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

function brokenRequestError(code: string): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('headers_too_large', 'The headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('request_timeout', 'The request took too long to arrive.');
  }
  return new AppError('validation_failed', 'The request is not valid HTTP.');
}
