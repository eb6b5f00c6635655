import { API_PREFIX } from '@atelier/domain/api.ts';
import type { Endpoint, EndpointRequest, EndpointResult } from '@atelier/domain/endpoint.ts';
import { AppError, issuesOf } from '@atelier/domain/errors.ts';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { addressKey, type ClientFacts, clientFacts, parseBearerToken } from './client.ts';
import { Download, sendDownload } from './download.ts';

/** A caller, as far as the platform needs to know one; the guard's has more. */
export interface Caller {
  accountId: string;
  /** Admins have upload slots of their own. */
  isAdmin: boolean;
}

/** Decides about every call; the product implements it. Each stage throws what the caller is refused with. */
export interface CallGuard {
  /** Who the bearer token stands for. */
  identify(token: string | undefined, endpoint: Endpoint): Promise<IdentifiedCall>;
}

export interface IdentifiedCall {
  caller: Caller | undefined;
  /** @param readParams the path's parameters; throws not_found for one that can't be */
  authorise(readParams: () => unknown): Promise<Permit>;
}

export interface Permit {
  /** What the guard's module declares in `Call`. */
  grant: object;
  /** Runs the handler, with what the product does before and after it. */
  run<Result>(call: SentCall, handle: () => Promise<Result>): Promise<Result>;
}

/** A call's parts, validated. */
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
  /** Aborted when the caller is gone or the time is up. */
  signal: AbortSignal;
  setHeader(name: string, value: string): void;
}

/** Gives what the endpoint replies with, or the same as a file that is written while it is sent. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<EndpointResult<E> | Download>;

export interface BindOptions {
  /** Largest body in bytes; 1 MiB unless said otherwise. */
  bodyLimit?: number;
  /** Milliseconds until the caller gets "try again"; 10 s unless said otherwise. */
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
    config: { endpoint },
    ...(options.bodyLimit ? { bodyLimit: options.bodyLimit } : {}),
    ...(options.deadlineMs ? { handlerTimeout: options.deadlineMs } : {}),
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
export function callChain(endpoint: Endpoint): ((request: FastifyRequest) => Promise<void>)[] {
  return [
    async (request) => limitByAddress(request, endpoint),
    async (request) => {
      const token = parseBearerToken(request.headers.authorization);
      request.identified = await request.server.guard.identify(token, endpoint);
    },
    async (request) => limitByAccount(request, endpoint),
    async (request) => {
      request.permit = await request.identified?.authorise(() => parseParams(request, endpoint));
    },
  ];
}

/** What was sent, validated, with who sent it. Runs after the chain. */
export function readCall<E extends Endpoint>(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: E,
): Call<E> {
  const call = {
    ...parseParts(request, endpoint),
    ...permitOf(request).grant,
    client: clientFacts(request),
    log: request.log,
    signal: request.signal,
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

async function limitByAddress(request: FastifyRequest, endpoint: Endpoint): Promise<void> {
  const { limit } = endpoint;
  if (limit?.per !== 'address') return;
  await request.server.limiter.consume(`${limitName(endpoint)} ${addressKey(request.ip)}`, limit);
}

async function limitByAccount(request: FastifyRequest, endpoint: Endpoint): Promise<void> {
  const { limit } = endpoint;
  if (limit?.per !== 'account') return;
  const who = request.identified?.caller?.accountId ?? addressKey(request.ip);
  await request.server.limiter.consume(`${limitName(endpoint)} ${who}`, limit);
}

/** An address with an id that cannot be one names nothing: 404, as for one that nothing has. */
function parseParams(request: FastifyRequest, endpoint: Endpoint): unknown {
  if (!endpoint.params) return undefined;
  const result = endpoint.params.safeParse(request.params);
  if (!result.success) throw new AppError('not_found', 'Not found.');
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
