import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FailureEntry, FailureLog } from '../failure-log.ts';
import { RequestTrace, runForRequest } from '../request-trace.ts';
import { FULL_VERSION } from '../version.ts';
import { placeOf } from './places.ts';

export interface TraceOptions {
  failures: Pick<FailureLog, 'add'>;
  /** A call that takes longer, in ms, is slow. */
  slowMs: number;
}

/** How much of a query is kept, in characters. */
const SQL_KEPT = 400;
const FRAMES_KEPT = 8;
const CAUSES_KEPT = 4;
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Has everything that runs for a request know it, from the first hook to the reply, and keeps the failed and the slow ones
 * with the times of their queries.
 */
export function traceRequests(app: FastifyInstance, { failures, slowMs }: TraceOptions): void {
  app.addHook('onRequest', (request, _reply, done) => {
    request.trace = new RequestTrace(request.id);
    runForRequest(request.trace, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    request.trace?.end();
    if (isFailed(reply) || isSlow(request, reply, slowMs)) failures.add(describeRequest(request, reply));
    done();
  });
}

/** A full disk isn't filled further, and needs no finding. */
function isFailed({ statusCode }: FastifyReply): boolean {
  return statusCode >= 500 && statusCode !== 507;
}

/** Streams last, and files take as long as the caller's connection does: those have a deadline of their own. */
function isSlow(request: FastifyRequest, { elapsedTime }: FastifyReply, slowMs: number): boolean {
  if (elapsedTime < slowMs) return false;
  const { config } = request.routeOptions;
  return !config.endpoint?.isStream && placeOf(request).deadlineMs === undefined;
}

function describeRequest(request: FastifyRequest, reply: FastifyReply): FailureEntry {
  const { trace, identified, outcome, failure } = request;
  const ms = reply.elapsedTime;
  return {
    time: new Date(Date.now() - ms).toISOString(),
    id: request.id,
    method: request.method,
    route: describeRoute(request),
    status: reply.statusCode,
    ms: Math.round(ms),
    account: identified?.caller?.accountId,
    outcome: outcome || undefined,
    errors: failure === undefined ? undefined : [...describeErrors(failure)],
    queries: (trace?.queries ?? []).map(({ sql, at, ms }) => ({
      sql: sql.length > SQL_KEPT ? `${sql.slice(0, SQL_KEPT)}…` : sql,
      at: tenths(at),
      ms: ms === undefined ? undefined : tenths(ms),
    })),
    more: trace?.more ?? 0,
    version: FULL_VERSION,
  };
}

/** Of an address only ids are kept: others of its parts can be secrets, such as the key of a link. */
function describeRoute(request: FastifyRequest): string {
  const params = (request.params ?? {}) as Record<string, string>;
  return placeOf(request).measuredAs.replace(/:(\w+)/g, (whole, name: string) =>
    ID.test(params[name] ?? '') ? (params[name] ?? whole) : whole,
  );
}

function* describeErrors(failure: unknown) {
  let error: unknown = failure;
  for (let depth = 0; depth < CAUSES_KEPT && error !== undefined; depth += 1) {
    if (!(error instanceof Error)) {
      yield { type: typeof error, frames: [] };
      return;
    }
    const kind = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
    const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
    yield {
      type: error.constructor.name,
      kind,
      frames: frames.slice(0, FRAMES_KEPT).map((line) => line.trim()),
    };
    error = error.cause;
  }
}

const tenths = (ms: number) => Math.round(ms * 10) / 10;
