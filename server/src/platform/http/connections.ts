import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { AppError } from '@atelier/domain/errors.ts';
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Requests that one connection may send ahead of their replies. Browsers send none, proxies a few. */
export const MAX_UNANSWERED = 16;

const unanswered = new WeakMap<Socket, { count: number }>();
let underWay = 0;

/** The requests of this process that haven't been answered, those of streams included. */
export function requestsUnderWay(): number {
  return underWay;
}

/**
 * Ends a connection that keeps sending requests without reading replies: each waiting reply stays
 * in memory. The hook runs before all others, so that an excess request costs nothing.
 */
export function boundUnanswered(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isAdmitted(request, reply)) done();
  });
}

/** `admit` for a request that the framework has. */
export function isAdmitted({ raw: { socket } }: FastifyRequest, reply: FastifyReply): boolean {
  if (admit(socket, reply.raw)) return true;
  reply.hijack();
  return false;
}

/**
 * Counts a request of its connection until it's answered; ends the connection at an excess request.
 * @param onEnd called when the reply of an admitted request has ended, in any way
 */
export function admit(socket: Socket, response: ServerResponse, onEnd?: () => void): boolean {
  let waiting = unanswered.get(socket);
  if (!waiting) {
    waiting = { count: 0 };
    unanswered.set(socket, waiting);
  }
  waiting.count += 1;
  if (waiting.count > MAX_UNANSWERED) {
    socket.destroy();
    return false;
  }
  underWay += 1;
  response.once('close', () => {
    underWay -= 1;
    waiting.count -= 1;
    onEnd?.();
  });
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

/** What becomes of open connections when the server closes. */
export class Connections {
  #sweeping: NodeJS.Timeout | undefined;
  #isDraining = false;

  /** Whether a reply says that it's the last of its connection. */
  get isClosing(): boolean {
    return this.#isDraining || this.#sweeping !== undefined;
  }

  /**
   * Closing waits for every connection, and Node closes only those idle at its start: one still
   * answering then would stay open for a next call that never comes.
   */
  endOnClose(app: FastifyInstance): void {
    app.addHook('preClose', async () => {
      this.#sweeping = setInterval(() => app.server.closeIdleConnections(), 200);
    });
    // For replies that nothing is done to on their way out, as streams.
    app.addHook('onRequest', (_request, reply, done) => {
      if (this.isClosing) reply.header('connection', 'close');
      done();
    });
    app.addHook('onSend', (_request, reply, _payload, done) => {
      if (this.isClosing) reply.header('connection', 'close');
      done();
    });
    app.addHook('onClose', async () => clearInterval(this.#sweeping));
  }

  /**
   * Takes no more connections, while another process does on the same socket, and answers those that there are. None is closed from
   * here: its next call may be on its way. The reply to that says that it's the last one; a connection without another call
   * ends by the time that its caller knows of (keepAliveTimeout).
   * @returns whether all have ended within `ms`
   */
  async drain(server: Server, ms: number): Promise<boolean> {
    this.#isDraining = true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const late = setTimeout(resolve, ms, false);
    // That of http closes connections that look idle.
    NetServer.prototype.close.call(server, () => resolve(true));
    return promise.finally(() => clearTimeout(late));
  }
}

/** How long a caller who was refused may take to read why. */
const LINGER_MS = 1_000;

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
  // That ends this side alone: a caller who reads nothing and goes on sending would stay for ever.
  const lingering = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(lingering));
}

function brokenRequestError(code: string): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('headers_too_large', 'The headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('request_timeout', 'The request took too long to arrive.');
  }
  return new AppError('validation_failed', 'The request is not valid HTTP.');
}
