import { API_PREFIX } from '@atelier/domain/api.ts';
import { AppError } from '@atelier/domain/errors.ts';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DISK_FULL } from '../db/errors.ts';
import { Repeats } from '../repeats.ts';
import { isAdmitted } from './connections.ts';
import { answerErrors, fail, renderAppError, rendererFor } from './errors.ts';
import { asksForPage } from './pages.ts';
import { type Place, placeOf, SIGN_IN_PREFIX } from './places.ts';
import { isBelow } from './routes.ts';
import { BARE_HEADERS } from './security-headers.ts';

/** All calls of one address to the API and to the sign-in together. */
const GENERAL_LIMIT = { max: 600, seconds: 60 };

/**
 * The rules for every call, on later routes too: a general limit, an uncached reply, a log line,
 * errors as JSON. They go by the pattern of the matched route and, if none matched, by the scope
 * whose 404 it is: the router has decided both, so no spelling of an address bypasses them.
 */
export function addCallRules(app: FastifyInstance, log: FastifyBaseLogger): void {
  app.decorate('replyLog', createReplyLog(log));
  app.decorate('faultRepeats', new Repeats());
  app.register(async (scope) => answerErrors(scope, renderAppError), { prefix: API_PREFIX });
  app.addHook('onRequest', (request, reply, done) => {
    const place = placeOf(request);
    request.place = place;
    reply.header('x-request-id', request.id);
    if (place.isCall) reply.header('cache-control', 'no-store');
    if (place.isCall || place.limit) limitByPlace(request, place).then(() => done(), done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { place = placeOf(request) } = request;
    logAnswer(request, reply, place.isCall);
    done();
  });
}

async function limitByPlace(request: FastifyRequest, { isCall, limit, name }: Place): Promise<void> {
  if (isCall) await limitInGeneral(request);
  if (limit) await request.server.limiter.consumeFrom(request.ip, name, limit);
}

/**
 * What this program makes up itself isn't searched for secrets, which would cost more than the rest of a call: the
 * lines of replies hold names and numbers alone, and an address whose secrets its serialiser takes out.
 */
function createReplyLog(log: FastifyBaseLogger): FastifyBaseLogger {
  return log.child({}, { redact: [] });
}

/** An unreadable address reaches no route and no hook: this adds what they would add. */
export async function answerUnroutable(
  app: FastifyInstance,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  showMissing: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): Promise<void> {
  if (!isAdmitted(request, reply)) return;
  reply.raw.once('close', () => logAnswer(request, reply, true));
  reply.headers({ ...BARE_HEADERS, 'x-request-id': request.id, 'cache-control': 'no-store' });
  const refusal = await limitInGeneral(request).then(
    () => error,
    (limited: unknown) => limited,
  );
  const isCall = [API_PREFIX, SIGN_IN_PREFIX].some((prefix) => isBelow(prefix, request.url));
  const isOpened = request.method === 'GET' && !isCall && asksForPage(request);
  if (refusal === error && isOpened) showMissing(request, reply);
  else fail(refusal, request, reply, rendererFor(app, request.url));
}

async function limitInGeneral(request: FastifyRequest): Promise<void> {
  await request.server.limiter.consumeFrom(request.ip, 'general', GENERAL_LIMIT);
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
  app.addHook('onRequest', (request, _reply, done) => {
    if (isFull() && !isAllowed(request)) done(new AppError('insufficient_storage', DISK_FULL));
    else done();
  });
}

function isAllowed({ method, routeOptions }: FastifyRequest): boolean {
  return HARMLESS.has(method) || SIGNING_IN.some((prefix) => isBelow(prefix, routeOptions.url ?? ''));
}
