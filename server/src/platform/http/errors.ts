import { AppError, type ErrorCode } from '@atelier/domain/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { storageFault } from '../db/errors.ts';
import { kindOf } from '../repeats.ts';
import { LateError } from './deadlines.ts';
import { asksForPage } from './pages.ts';
import { sendPlainPage } from './plain-page.ts';
import { RateLimitedError } from './rate-limit.ts';
import { allowedMethods } from './routes.ts';

/**
 * An error as the caller gets it. `error` is always one of ours; `original` is what was thrown. The log
 * names it by `outcome`, else by the error's code.
 */
export type ErrorRenderer = (failure: {
  error: AppError;
  original: unknown;
  request: FastifyRequest;
  reply: FastifyReply;
}) => { status: number; body: unknown; outcome?: string };

const INTERNAL = 'Something went wrong on the server. Please try again.';

/** Statuses that the HTTP library answers with by itself, in our codes and words. */
const frameworkFaults: Record<number, { code: ErrorCode; message: string }> = {
  400: { code: 'validation_failed', message: 'The request is not valid.' },
  404: { code: 'not_found', message: 'There’s nothing here.' },
  408: { code: 'request_timeout', message: 'The request took too long to arrive.' },
  413: { code: 'payload_too_large', message: 'The request is too large.' },
  414: { code: 'uri_too_long', message: 'The address is too long.' },
  415: { code: 'unsupported_media_type', message: 'Send the request as JSON.' },
  431: { code: 'headers_too_large', message: 'The headers are too large.' },
};

/** The shape of every error reply of the product. */
export const renderAppError: ErrorRenderer = ({ error }) => ({ status: error.status, body: error.toReply() });

const renderers = new WeakMap<object, Map<string, ErrorRenderer>>();

/** Who makes the replies under which prefix. */
function renderersOf(scope: FastifyInstance): Map<string, ErrorRenderer> {
  const known = renderers.get(scope.server) ?? new Map<string, ErrorRenderer>();
  renderers.set(scope.server, known);
  return known;
}

/** The renderer of an address that no route has seen: of the longest prefix that it begins with. */
export function rendererFor(app: FastifyInstance, url: string): ErrorRenderer {
  const fitting = [...renderersOf(app)].filter(([prefix]) => url.startsWith(`${prefix}/`));
  const [longest] = fitting.sort(([one], [other]) => other.length - one.length);
  return longest?.[1] ?? renderAppError;
}

/**
 * Answers every failure in `scope` (a Fastify plugin with a prefix, or the root), unknown routes and wrong
 * methods included, through `render`. This is the one place that logs a failure and makes its reply.
 */
export function answerErrors(
  scope: FastifyInstance,
  render: ErrorRenderer,
  options: AnswerOptions = {},
): void {
  renderersOf(scope).set(scope.prefix, render);
  scope.setErrorHandler((original: unknown, request, reply) => fail(original, request, reply, render));
  scope.setNotFoundHandler((request, reply) => {
    const error = missingRoute(request, reply);
    const reading = request.method === 'GET' || request.method === 'HEAD';
    if (error.code === 'not_found' && reading && options.missingPage?.(request, reply)) return reply;
    return fail(error, request, reply, render);
  });
}

export interface AnswerOptions {
  /** May answer a GET or HEAD that no route matches in its own way; undefined leaves it to the renderer. */
  missingPage?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;
}

export function fail(
  original: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  render: ErrorRenderer,
): FastifyReply {
  const error = toAppError(original, request);
  const { status, body, outcome = error.code } = render({ error, original, request, reply });
  if (status >= 500) {
    logFailure(request, error, original);
    request.failure = original;
  }
  request.outcome = outcome;
  if (error instanceof RateLimitedError) reply.header('retry-after', String(error.retryAfterSeconds));
  // The rest of the body would be read as the next request.
  if (request.raw.complete === false) reply.header('connection', 'close');
  reply.status(status);
  const page = status >= 500 && asksForPage(request) ? request.server.failurePage?.(request.id) : undefined;
  return page
    ? sendPlainPage(reply, page)
    : reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/**
 * What the server can't do right now it can't do for any caller: each kind is logged now and then, as the log may be on the
 * disk that fails. The line of each reply has its code. A reply that is late has a reason of its own.
 */
function logFailure(request: FastifyRequest, error: AppError, original: unknown): void {
  const isShared =
    error.code === 'insufficient_storage' ||
    (error.code === 'unavailable' && !(original instanceof LateError));
  const repeated = isShared
    ? request.server.faultRepeats.note(`${error.message} ${kindOf(error.cause ?? original)}`)
    : {};
  if (repeated) request.log.error({ err: original, ...repeated }, 'request failed');
}

/** What any thrown thing is for the caller: ours as it is, the library's by its status, all else a 500. */
function toAppError(thrown: unknown, request: FastifyRequest): AppError {
  if (thrown instanceof AppError) return thrown;
  const fault = storageFault(thrown);
  if (fault) return fault;
  if (thrown instanceof LateError) return lateError(request, thrown);
  if (isFrameworkError(thrown)) {
    const known = frameworkFaults[thrown.statusCode ?? 500];
    if (known) return new AppError(known.code, known.message, { cause: thrown });
  }
  return new AppError('internal_error', INTERNAL, { cause: thrown });
}

function lateError(request: FastifyRequest, cause: unknown): AppError {
  return request.raw.complete !== false
    ? new AppError('unavailable', 'This is taking too long. Please try again.', { cause })
    : new AppError('request_timeout', 'The request took too long to arrive.', { cause });
}

function isFrameworkError(thrown: unknown): thrown is FastifyError {
  // Node reports a client that went away in the middle of its body by an error with this code.
  return (
    thrown instanceof Error &&
    'code' in thrown &&
    typeof thrown.code === 'string' &&
    (thrown.code.startsWith('FST_ERR_') || thrown.code === 'ECONNRESET')
  );
}

/** 405 with the methods that there are when the path exists, else 404. */
function missingRoute(request: FastifyRequest, reply: FastifyReply): AppError {
  const methods = allowedMethods(request.server, request.url);
  // A page is found after the router.
  if (methods.length === 0 || methods.includes(request.method)) {
    return new AppError('not_found', 'There’s nothing here.');
  }
  reply.header('allow', methods.join(', '));
  return new AppError('method_not_allowed', `This address does not take ${request.method}.`);
}
