import type { FastifyInstance } from 'fastify';
import { type AccessPorts, noAccess } from '../../src/platform/http/access.ts';
import { noAudit } from '../../src/platform/http/audit.ts';
import { MemoryRateLimitStore, RateLimiter } from '../../src/platform/http/rate-limit.ts';
import { createHttpServer, type HttpServerOptions } from '../../src/platform/http/server.ts';
import { createLog } from '../../src/platform/log.ts';
import { createTestClock, type TestClock } from './clock.ts';
import type { LogLine } from './server.ts';

/** The HTTP side alone, without a database: for tests of the platform's own routes and rules. */
export interface TestHttp extends AsyncDisposable {
  app: FastifyInstance;
  clock: TestClock;
  log: LogLine[];
  /** Listens on a free port. @returns the origin */
  listen(): Promise<string>;
}

export async function createTestHttp(
  addRoutes: (app: FastifyInstance) => void,
  options: Partial<HttpServerOptions> & { access?: AccessPorts; scale?: number } = {},
): Promise<TestHttp> {
  const clock = createTestClock();
  const log: LogLine[] = [];
  const app = await createHttpServer({
    log: createLog('debug', { write: (line) => log.push(JSON.parse(line)) }),
    audit: noAudit,
    access: noAccess,
    limiter: new RateLimiter(new MemoryRateLimitStore(), clock, options.scale ?? 1000),
    trustedProxies: [],
    https: false,
    site: undefined,
    ...options,
  });
  addRoutes(app);
  return {
    app,
    clock,
    log,
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    [Symbol.asyncDispose]: () => app.close(),
  };
}
