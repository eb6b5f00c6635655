import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@atelier/domain/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, type Registry } from 'prom-client';
import { isLoopback, parseBearerToken } from './client.ts';
import { placeOf } from './places.ts';

/** None of our code computes for this long: a stall is a bug or an attack. */
const STALL_MS = 1_000;
const LOOK_MS = 250;

/** Counts and logs each stall of the event loop: callers get no answer meanwhile. */
function watchStalls(app: FastifyInstance, registry: Registry, stallMs = STALL_MS): void {
  const stalls = new Counter({
    name: 'event_loop_stalls_total',
    help: `Times that the event loop stood still for ${stallMs} ms or longer`,
    registers: [registry],
  });
  let seen = performance.now();
  const timer = setInterval(() => {
    const ms = performance.now() - seen - LOOK_MS;
    seen = performance.now();
    if (ms < stallMs) return;
    stalls.inc();
    app.log.warn({ ms: Math.round(ms) }, 'the event loop stood still');
  }, LOOK_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

export interface OperationsOptions {
  /** Resolves when the process can do its work, throws when it cannot. */
  checkReady: () => Promise<void>;
  /** How long the event loop may block before that is counted and logged. */
  stallMs?: number | undefined;
  metricsToken: string | undefined;
  /** Whether calls from this machine need no token if none is set: a proxy's calls can look local. */
  measuresLocally: boolean;
}

/** How long an answer of `checkReady` is kept: a flood of questions reaches the database once in this time. */
const READY_KEPT_MS = 500;
/** A balancer asks every few seconds, and treats a late answer as none. */
const READY_WITHIN_MS = 2_000;

/** The addresses for operators: /healthz (the process), /readyz (it can work), /metrics. */
export function addOperations(app: FastifyInstance, options: OperationsOptions): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  const askReady = keepFor(READY_KEPT_MS, options.checkReady);
  const isReady = () => within(READY_WITHIN_MS, askReady());
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await isReady();
    } catch (error) {
      throw new AppError('unavailable', 'Not ready.', { cause: error });
    }
    return { status: 'ready' };
  });

  const { metrics } = app;
  const { registry } = metrics;
  collectDefaultMetrics({ register: registry });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, place = placeOf(request) } = request;
    metrics.observe({ method, route: place.measuredAs, status: reply.statusCode }, reply.elapsedTime);
    done();
  });
  watchStalls(app, registry, options.stallMs);
  app.get('/metrics', async (request, reply) => {
    assertMayMeasure(request, options);
    reply.header('cache-control', 'no-store').type(registry.contentType);
    return metrics.show();
  });
}

/**
 * Shares one promise among all callers until `ms` after it ends: a hanging check keeps one
 * connection, not all.
 */
function keepFor(ms: number, ask: () => Promise<void>): () => Promise<void> {
  let asked: Promise<void> | undefined;
  const forgetLater = () => {
    setTimeout(() => {
      asked = undefined;
    }, ms).unref();
  };
  return () => {
    if (!asked) {
      asked = ask();
      asked.then(forgetLater, forgetLater);
    }
    return asked;
  };
}

async function within(ms: number, asked: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`There was no answer within ${ms} ms`)), ms);
  await Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

function assertMayMeasure(
  request: FastifyRequest,
  { metricsToken, measuresLocally }: Pick<OperationsOptions, 'metricsToken' | 'measuresLocally'>,
): void {
  if (metricsToken) {
    if (!isSame(parseBearerToken(request.headers.authorization) ?? '', metricsToken)) {
      throw new AppError('unauthenticated', 'A token is needed.');
    }
  } else if (!measuresLocally || !isLoopback(request)) {
    throw new AppError('not_found', 'There’s nothing here.');
  }
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
