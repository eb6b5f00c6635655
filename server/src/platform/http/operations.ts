import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@atelier/domain/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { parseBearerToken } from './access.ts';
import { isLoopback } from './client.ts';

export interface OperationsOptions {
  /** Resolves when the process can do its work, throws when it cannot. */
  checkReady: () => Promise<void>;
  /** Whoever asks for /metrics shows it; without one only this machine may ask. */
  metricsToken: string | undefined;
}

/** How long an answer of `checkReady` is kept: a flood of questions reaches the database once in this time. */
const READY_KEPT_MS = 500;

/** The addresses for operators: /healthz (the process), /readyz (it can work), /metrics. */
export function addOperations(app: FastifyInstance, options: OperationsOptions): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  const isReady = keepFor(READY_KEPT_MS, options.checkReady);
  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await isReady();
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      throw new AppError('unavailable', 'Not ready.', { cause: error });
    }
    return { status: 'ready' };
  });

  const registry = measure(app);
  app.get('/metrics', async (request, reply) => {
    assertMayMeasure(request, options.metricsToken);
    reply.header('cache-control', 'no-store').type(registry.contentType);
    return registry.metrics();
  });
}

/** The same promise for everybody who asks within `ms` of its start. */
function keepFor(ms: number, ask: () => Promise<void>): () => Promise<void> {
  let asked: Promise<void> | undefined;
  return () => {
    if (!asked) {
      asked = ask();
      setTimeout(() => {
        asked = undefined;
      }, ms).unref();
    }
    return asked;
  };
}

function measure(app: FastifyInstance): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to reply, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    // The pattern, never the address: ids would make a series each.
    const { config, url } = request.routeOptions;
    const route = config.measuredAs ?? url ?? 'none';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  return registry;
}

function assertMayMeasure(request: FastifyRequest, token: string | undefined): void {
  if (token) {
    if (!isSame(parseBearerToken(request.headers.authorization) ?? '', token)) {
      throw new AppError('unauthenticated', 'A token is needed.');
    }
  } else if (!isLoopback(request)) {
    throw new AppError('not_found', 'There is nothing here.');
  }
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
