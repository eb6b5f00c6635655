import { API_PREFIX } from '@atelier/domain/api.ts';
import { AppError } from '@atelier/domain/errors.ts';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DISK_FULL } from '../db/errors.ts';
import { addressKey } from './client.ts';
import { isAdmitted } from './connections.ts';
import { answerErrors, fail, renderAppError, rendererFor } from './errors.ts';
import { isBelow } from './routes.ts';
import { BARE_HEADERS } from './security-headers.ts';

/** The prefixes of calls: their replies are uncached, limited and logged. All other addresses are pages. */
export const SIGN_IN_PREFIX = '/auth/v1';
const CALL_PREFIXES = [API_PREFIX, SIGN_IN_PREFIX];

/** All calls of one address to the API and to the sign-in together. */
const GENERAL_LIMIT = { max: 600, seconds: 60 };

/**
 * The rules for every call, on later routes too: a general limit, an uncached reply, a log line,
 * errors as JSON. They go by the pattern of the matched route and, if none matched, by the scope
 * whose 404 it is: the router has decided both, so no spelling of an address bypasses them.
 */
export function addCallRules(app: FastifyInstance, log: FastifyBaseLogger): void {
  app.decorate('replyLog', createReplyLog(log));
  app.register(async (scope) => answerErrors(scope, renderAppError), { prefix: API_PREFIX });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (isCall(request)) {
      reply.header('cache-control', 'no-store');
      await limitInGeneral(request);
    }
    await limitByRoute(request);
  });
  app.addHook('onResponse', (request, reply, done) => {
    logAnswer(request, reply, isCall(request));
    done();
  });
}

/**
 * What this program makes up itself isn't searched for secrets, which would cost more than the rest of a call: the
 * lines of replies hold names and numbers alone, and an address whose secrets its serialiser takes out.
 */
function createReplyLog(log: FastifyBaseLogger): FastifyBaseLogger {
  return log.child({}, { redact: [] });
}

function isCall(request: FastifyRequest): boolean {
  const place = request.routeOptions.url ?? request.server.prefix;
  return CALL_PREFIXES.some((prefix) => isBelow(prefix, place));
}

/** An unreadable address reaches no route and no hook: this adds what they would add. */
export async function answerUnroutable(
  app: FastifyInstance,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!isAdmitted(request, reply)) return;
  reply.raw.once('close', () => logAnswer(request, reply, true));
  reply.headers({ ...BARE_HEADERS, 'x-request-id': request.id, 'cache-control': 'no-store' });
  const refusal = await limitInGeneral(request).then(
    () => error,
    (limited: unknown) => limited,
  );
  fail(refusal, request, reply, rendererFor(app, request.url));
}

/**
 * The limit of a route outside the table of endpoints; routes in the table have theirs in their
 * chain (bind.ts).
 */
async function limitByRoute({ routeOptions, server, ip }: FastifyRequest): Promise<void> {
  const { limit } = routeOptions.config;
  if (!limit) return;
  await server.limiter.consume(`${routeOptions.method} ${routeOptions.url} ${addressKey(ip)}`, limit);
}

async function limitInGeneral(request: FastifyRequest): Promise<void> {
  await request.server.limiter.consume(`general ${addressKey(request.ip)}`, GENERAL_LIMIT);
}

function logAnswer(request: FastifyRequest, reply: FastifyReply, isShown: boolean): void {
  const caller = request.identified?.caller;
  const line = {
    reqId: request.id,
    req: request,
    res: reply,
    ms: Math.round(reply.elapsedTime),
    ...(caller ? { account: caller.accountId } : {}),
    ...(request.outcome ? { outcome: request.outcome } : {}),
  };
  const { replyLog } = request.server;
  if (isShown) replyLog.info(line, 'answered');
  else replyLog.debug(line, 'answered');
}

const HARMLESS = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE']);
/** Signing in and out, which a user needs to delete something. */
const SIGNING_IN = ['/token', '/logout', '/verify', '/factors'].map((path) => `${SIGN_IN_PREFIX}${path}`);

/** While the disk is full, leaves the last room to users who sign in, read and delete. */
export function refuseWhileFull(app: FastifyInstance, isFull: () => boolean): void {
  app.addHook('onRequest', async (request) => {
    if (isFull() && !isAllowed(request)) throw new AppError('insufficient_storage', DISK_FULL);
  });
}

function isAllowed({ method, routeOptions }: FastifyRequest): boolean {
  return HARMLESS.has(method) || SIGNING_IN.some((prefix) => isBelow(prefix, routeOptions.url ?? ''));
}
