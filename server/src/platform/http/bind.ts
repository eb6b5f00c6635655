import { API_PREFIX } from '@atelier/domain/api.ts';
import type { AuditedItem } from '@atelier/domain/audit/schema.ts';
import type { Endpoint, EndpointRequest, EndpointResult } from '@atelier/domain/endpoint.ts';
import { AppError, issuesOf } from '@atelier/domain/errors.ts';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Actor, ProjectAccess } from './access.ts';
import { isOpenTo, parseBearerToken } from './access.ts';
import { audited } from './audit.ts';
import { addressKey, type ClientFacts, clientFacts } from './client.ts';
import { Download, sendDownload } from './download.ts';

/** What a handler receives: the validated parts of the request, and who is asking. */
export interface Call<E extends Endpoint> extends EndpointRequest<E> {
  actor: E['access'] extends 'public' ? Actor | undefined : Actor;
  /** What the actor is to project `:id`. */
  project: E['access'] extends 'project' | 'project-client' ? ProjectAccess : undefined;
  client: ClientFacts;
  log: FastifyBaseLogger;
  /** Aborted when the caller is gone or the time is up. */
  signal: AbortSignal;
  setHeader(name: string, value: string): void;
  /** Says what the thing is called that an admin does it to, for the audit. */
  nameSubject(title: string): void;
  /** Names the part of a project that an admin acts on, if the path doesn't. */
  nameItem(item: AuditedItem): void;
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
 * Gives an endpoint of the table its handler. The whole way of a call is in the order of this route:
 * limits, who it is, whether they may, what was sent, the handler, what is sent back.
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
      const result = await audited(request, endpoint, call, () => handler(call, request, reply));
      if (result instanceof Download) return sendDownload(reply, result);
      const { cacheSeconds } = endpoint;
      if (cacheSeconds) reply.header('cache-control', `public, max-age=${cacheSeconds}`);
      return reply.status(endpoint.status ?? 200).send(parseReply(endpoint, result));
    },
  });
}

/**
 * Limits, who it is, whether they may: before the body is read, so that a caller who may not call is told so
 * without a megabyte of parsing.
 */
export function callChain(endpoint: Endpoint): ((request: FastifyRequest) => Promise<void>)[] {
  return [
    async (request) => limitByAddress(request, endpoint),
    async (request) => authenticate(request, endpoint),
    async (request) => limitByAccount(request, endpoint),
    async (request) => authorise(request, endpoint),
  ];
}

/** What was sent, validated, with who sent it. Runs after the chain. */
export function readCall<E extends Endpoint>(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: E,
): Call<E> {
  return describeCall(request, reply, parseParts(request, endpoint));
}

async function limitByAddress(request: FastifyRequest, endpoint: Endpoint): Promise<void> {
  const { limit } = endpoint;
  if (limit?.per !== 'address') return;
  await request.server.limiter.consume(`${limitName(endpoint)} ${addressKey(request.ip)}`, limit);
}

/**
 * Finds out who calls. A bad token is 401 and one whose second factor is due 403, except where anybody may
 * call: there they count for nothing.
 */
async function authenticate(request: FastifyRequest, endpoint: Endpoint): Promise<void> {
  const token = parseBearerToken(request.headers.authorization);
  const actor = token ? await request.server.access.authenticate(token) : undefined;
  const isComplete = actor?.secondFactor !== 'due' && !actor?.isDisabled;
  if (actor?.isDisabled && endpoint.access !== 'public') {
    throw new AppError(
      'account_disabled',
      'This account is disabled. If you think that’s a mistake, write to me.',
    );
  }
  if (!isComplete && endpoint.access !== 'public') {
    throw new AppError('second_factor_required', 'Enter the code from your authenticator app to continue.');
  }
  request.actor = isComplete ? actor : undefined;
  if (!request.actor && endpoint.access !== 'public') {
    throw new AppError('unauthenticated', 'Please sign in to continue.');
  }
}

async function limitByAccount(request: FastifyRequest, endpoint: Endpoint): Promise<void> {
  const { limit } = endpoint;
  if (limit?.per !== 'account') return;
  const who = request.actor?.accountId ?? addressKey(request.ip);
  await request.server.limiter.consume(`${limitName(endpoint)} ${who}`, limit);
}

async function authorise(request: FastifyRequest, endpoint: Endpoint): Promise<void> {
  if (endpoint.needsRecentSignIn && !request.actor?.hasRecentSignIn) {
    throw new AppError('recent_sign_in_required', 'Please sign in again to do this.');
  }
  switch (endpoint.access) {
    case 'public':
    case 'signed-in':
      return;
    case 'admin':
      if (!request.actor?.isAdmin) throw new AppError('forbidden', 'Admins only.');
      requireSecondFactorSetUp(request.actor);
      return;
    case 'project':
    case 'project-client': {
      const params = parseParams(request, endpoint) as { id?: unknown } | undefined;
      const found =
        request.actor && typeof params?.id === 'string'
          ? await request.server.access.findProjectAccess(params.id, request.actor)
          : undefined;
      if (!found?.isClient && !found?.isStudio) throw notFound();
      if (!isOpenTo(found, request.actor)) requireSecondFactorSetUp(request.actor);
      if (endpoint.access === 'project-client' && !found.isClient) {
        throw new AppError('forbidden', 'Only the client of this project can do this.');
      }
      request.project = found;
    }
  }
}

function requireSecondFactorSetUp(actor: Actor | undefined): void {
  if (actor?.secondFactor !== 'missing') return;
  throw new AppError(
    'second_factor_setup_required',
    'Admins sign in with a second factor here. Set up an authenticator app in your profile first.',
  );
}

/** The same reply for a missing object, another client's, and one that can't exist. */
function notFound(): AppError {
  return new AppError('not_found', 'Not found.');
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

function describeCall<E extends Endpoint>(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: EndpointRequest<E>,
): Call<E> {
  const call = {
    ...parts,
    actor: request.actor,
    project: request.project,
    client: clientFacts(request),
    log: request.log,
    signal: request.signal,
    setHeader: (name: string, value: string) => {
      reply.header(name, value);
    },
    nameSubject: (title: string) => {
      request.subjectTitle = title;
    },
    nameItem: (item: AuditedItem) => {
      request.auditedItem = item;
    },
  };
  // The chain above has made sure of actor and project wherever the type promises them.
  return call as Call<E>;
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
