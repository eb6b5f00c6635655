import type { FastifyInstance } from 'fastify';
import type { AccessPorts, Actor } from '../../src/core/access/access.ts';
import { createCallGuard } from '../../src/core/access/guard.ts';
import { MemoryRateLimitStore, RateLimiter } from '../../src/platform/http/rate-limit.ts';
import { createHttpServer, type HttpServerOptions } from '../../src/platform/http/server.ts';
import { createLog } from '../../src/platform/log.ts';
import { createTestClock, type TestClock } from './clock.ts';
import type { LogLine } from './server.ts';

/** Knows no caller and grants nothing. */
const noAccess: AccessPorts = {
  authenticate: async () => undefined,
  findProjectAccess: async () => undefined,
  findFormerContact: async () => undefined,
};

/** The HTTP side alone, without a database: for tests of the platform's own routes and rules. */
export interface TestHttp extends AsyncDisposable {
  app: FastifyInstance;
  clock: TestClock;
  log: LogLine[];
  /** Listens on a free port. @returns the origin */
  listen(): Promise<string>;
}

export interface TestHttpOptions extends Partial<HttpServerOptions> {
  /** Who callers are, and what they are to projects; no one and nothing unless given. */
  access?: Partial<AccessPorts>;
  /** Multiplies every limit; 1000 unless given. */
  scale?: number;
}

export async function createTestHttp(
  addRoutes: (app: FastifyInstance) => void,
  { access, scale, ...options }: TestHttpOptions = {},
): Promise<TestHttp> {
  const clock = createTestClock();
  const log: LogLine[] = [];
  const app = await createHttpServer({
    log: createLog('debug', { write: (line) => log.push(JSON.parse(line)) }),
    guard: createCallGuard(
      { ...noAccess, ...access },
      { record: (_admin, handle) => handle() },
      { take: async () => async () => {} },
    ),
    limiter: new RateLimiter(new MemoryRateLimitStore(), clock, scale ?? 1000),
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

/** A caller without an account: a client who has just signed in, unless overridden. */
export function createTestActor(changes: Partial<Actor> = {}): Actor {
  return {
    accountId: 'client',
    email: 'client@example.com',
    username: null,
    isAdmin: false,
    isDisabled: false,
    sessionId: 's1',
    secondFactor: 'none',
    hasRecentSignIn: true,
    ...changes,
  };
}
