import type { Readable } from 'node:stream';
import { API_PREFIX } from '@atelier/domain/api.ts';
import type { Endpoint, EndpointRequest, EndpointResult } from '@atelier/domain/endpoint.ts';
import { AppError, issuesOf, notFound } from '@atelier/domain/errors.ts';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type ClientFacts, clientFacts, parseBearerToken } from './client.ts';
import { whenEnded } from './connections.ts';

/** A reply that is saved by the browser and not shown, written while it is sent. */
export class Download {
  /** Its name in the reader's downloads. */
  readonly fileName: string;
  readonly type: string;
  readonly body: Readable;

  /** @param file its name of letters, digits, dots, `-` and `_` alone, its media type and its bytes */
  constructor(file: { fileName: string; type: string; body: Readable }) {
    if (!/^[\w.-]+$/.test(file.fileName)) throw new Error('That is no plain name of a file');
    this.fileName = file.fileName;
    this.type = file.type;
    this.body = file.body;
  }
}

/** Sends it. A later failure breaks the connection, so that a part isn't taken for the whole. */
function sendDownload(reply: FastifyReply, { fileName, type, body }: Download): FastifyReply {
  return reply.header('content-disposition', `attachment; filename="${fileName}"`).type(type).send(body);
}

/** A caller, as far as the platform needs to know one; the guard's has more. */
export interface Caller {
  accountId: string;
  /** Admins have upload slots of their own. */
  isAdmin: boolean;
}

/** Decides about every call; the product implements it. Each stage throws what the caller is refused with. */
export interface CallGuard {
  /**
   * Who the bearer token stands for.
   * @param params the path's parameters; undefined if it has none, or one that can't be
   */
  identify(token: string | undefined, endpoint: Endpoint, params: unknown): Promise<IdentifiedCall>;
}

export interface IdentifiedCall {
  caller: Caller | undefined;
  authorise(): Permit;
}

export interface Permit {
  /** What the guard's module declares in `Call`. */
  grant: object;
  /** Runs the handler, with what the product does before and after it. */
  run<Result>(call: SentCall, handle: () => Promise<Result>): Promise<Result>;
}

export interface SentCall {
  params: unknown;
  query: unknown;
  body: unknown;
  client: ClientFacts;
}

/** What a handler receives: the validated parts of the request, and what the guard's module adds by declaring it again. */
export interface Call<E extends Endpoint> extends EndpointRequest<E> {
  client: ClientFacts;
  log: FastifyBaseLogger;
  setHeader(name: string, value: string): void;
}

/** Gives what the endpoint replies with, or the same as a file that is written while it is sent. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<EndpointResult<E> | Download>;

export interface BindOptions {
  /** Milliseconds until the caller gets "try again"; 10 s unless given. */
  deadlineMs?: number;
}

/**
 * Gives an endpoint of the table its handler. A call passes the limits, the guard (who calls, and
 * whether they may), the validation of what was sent, the handler, and the check of the reply.
 */
export function bindEndpoint<E extends Endpoint & { isStream?: never }>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  options: BindOptions = {},
): void {
  bindRequest(app, endpoint, handler, options);
}

/** `bindEndpoint` for a part of this folder whose handlers read the body themselves. */
export function bindRequest<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>, request: FastifyRequest, reply: FastifyReply) => ReturnType<Handler<E>>,
  options: BindOptions = {},
): void {
  app.route({
    method: endpoint.method,
    url: `${API_PREFIX}${endpoint.path}`,
    config: { endpoint, deadlineMs: options.deadlineMs },
    onRequest: callChain(endpoint),
    handler: async (request, reply) => {
      const call = readCall(request, reply, endpoint);
      const result = await permitOf(request).run(call, () => handler(call, request, reply));
      if (result instanceof Download) return sendDownload(reply, result);
      const { cacheSeconds } = endpoint;
      if (cacheSeconds) reply.header('cache-control', `public, max-age=${cacheSeconds}`);
      return reply.status(endpoint.status ?? 200).send(parseReply(endpoint, result));
    },
  });
}

/** Limits and guard: before the body is read, so that a refused caller costs no megabyte of parsing. */
function callChain(endpoint: Endpoint): (request: FastifyRequest) => Promise<void> {
  const { limit } = endpoint;
  const name = limitName(endpoint);
  return async (request) => {
    const { guard, limiter } = request.server;
    if (limit?.per === 'address') await limiter.consumeFrom(request.ip, name, limit);
    const token = parseBearerToken(request.headers.authorization);
    const params = endpoint.params?.safeParse(request.params).data;
    const identified = await guard.identify(token, endpoint, params);
    request.identified = identified;
    if (limit?.per === 'account') {
      const { caller } = identified;
      if (caller) await limiter.consume(`${name} ${caller.accountId}`, limit);
      else await limiter.consumeFrom(request.ip, name, limit);
    }
    request.permit = identified.authorise();
  };
}

/** What was sent, validated, with who sent it. Runs after the chain. */
function readCall<E extends Endpoint>(request: FastifyRequest, reply: FastifyReply, endpoint: E): Call<E> {
  const call = {
    ...parseParts(request, endpoint),
    ...permitOf(request).grant,
    client: clientFacts(request),
    log: request.log,
    setHeader: (name: string, value: string) => {
      reply.header(name, value);
    },
  };
  // The guard gives what its module declares for the endpoint's access.
  return call as Call<E>;
}

function permitOf({ permit }: FastifyRequest): Permit {
  if (!permit) throw new Error('The call has not passed the guard');
  return permit;
}

/** An address with an id that cannot be one names nothing: 404, as for one that nothing has. */
function parseParams(request: FastifyRequest, endpoint: Endpoint): unknown {
  if (!endpoint.params) return undefined;
  const result = endpoint.params.safeParse(request.params);
  if (!result.success) throw notFound();
  return result.data;
}

function parseParts<E extends Endpoint>(request: FastifyRequest, endpoint: E): EndpointRequest<E> {
  const parts = {
    params: parseParams(request, endpoint),
    query: parsePart(endpoint.query, request.query),
    // A missing body is validated as an empty object, so that the reply names the missing fields.
    body: parsePart(endpoint.body, request.body ?? {}),
  };
  return parts as EndpointRequest<E>;
}

function parsePart(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = issuesOf(result.error);
  throw new AppError('validation_failed', issues[0]?.message ?? 'The request is not valid.', { issues });
}

/** Leaves out what the reply's schema does not name; a reply that does not fit is our mistake, not the caller's. */
function parseReply(endpoint: Endpoint, result: unknown): unknown {
  const parsed = endpoint.reply.safeParse(result);
  if (parsed.success) return parsed.data;
  throw new Error(`The reply of ${limitName(endpoint)} does not fit its schema`, { cause: parsed.error });
}

function limitName(endpoint: Endpoint): string {
  return `${endpoint.method} ${endpoint.path}`;
}

/** The caller's end of a stream, as far as one who writes to it has to know. */
export interface EventSink {
  /**
   * Writes one event, or a sign of life where there is none. Throws nothing; a closed one takes nothing.
   * @param place from which a reader goes on who has read this; the earlier one where undefined
   */
  write(event: object | undefined, place: string | undefined): void;
  /** Whether what was written before has not gone out yet: the caller reads too slowly or not at all. */
  isFull(): boolean;
  /** Ends the stream after what was written. */
  end(): void;
  /** Ends the stream immediately and drops what was not sent. */
  destroy(): void;
  onClose(callback: () => void): void;
}

/**
 * Gives an endpoint whose reply is a stream its handler. The way of the call is that of every other, up to
 * the handler: it decides by returning what takes the stream over. What it throws is answered as an error.
 */
export function bindStream<E extends Endpoint & { method: 'GET'; isStream: true }>(
  app: FastifyInstance,
  endpoint: E,
  open: (call: Call<E>, token: string) => Promise<(sink: EventSink) => void>,
): void {
  app.route({
    method: endpoint.method,
    url: `${API_PREFIX}${endpoint.path}`,
    config: { endpoint },
    onRequest: callChain(endpoint),
    handler: async (request, reply) => {
      const token = request.headers.authorization?.replace(/^Bearer +/i, '') ?? '';
      const take = await open(readCall(request, reply, endpoint), token);
      take(beginStream(reply));
    },
  });
}

/** From here on the reply is ours: its time has no end and its log line comes when it closes. */
function beginStream(reply: FastifyReply): EventSink {
  const { raw } = reply;
  reply.header('content-type', 'text/event-stream; charset=utf-8');
  // Tells proxies not to buffer the reply.
  reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no');
  reply.hijack();
  raw.writeHead(200, reply.getHeaders() as Record<string, string>);
  raw.flushHeaders();
  return {
    write(event, place) {
      if (raw.writableEnded || raw.destroyed) return;
      const id = place === undefined ? '' : `id: ${place}\n`;
      const data = event ? `data: ${JSON.stringify(event)}\n` : '';
      const block = `${id}${data}\n`;
      raw.write(block);
    },
    isFull: () => raw.writableNeedDrain,
    end: () => {
      if (!raw.writableEnded) raw.end();
    },
    destroy: () => {
      raw.destroy();
    },
    onClose: (callback) => whenEnded(reply, callback),
  };
}
