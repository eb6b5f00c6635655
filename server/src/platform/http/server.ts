import { createServer, type ServerOptions } from 'node:http';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { FailureLog } from '../failure-log.ts';
import { newId } from '../ids.ts';
import type { Repeats } from '../repeats.ts';
import type { RequestTrace } from '../request-trace.ts';
import type { CallGuard, IdentifiedCall, Permit } from './bind.ts';
import { acceptJsonOnly } from './body.ts';
import { addCallRules, answerUnroutable } from './call-rules.ts';
import { answerBrokenRequest, boundUnanswered, Connections } from './connections.ts';
import { addDeadlines } from './deadlines.ts';
import { answerErrors, renderAppError } from './errors.ts';
import { HttpMetrics } from './metrics.ts';
import { Pages } from './pages.ts';
import type { Place } from './places.ts';
import type { PlainPage } from './plain-page.ts';
import type { Allowance, RateLimiter } from './rate-limit.ts';
import { RequestLog } from './request-log.ts';
import { canonicalTarget, noteRoutes } from './routes.ts';
import { securityHeaders } from './security-headers.ts';
import type { Site } from './site.ts';
import { createStaticPath } from './static-path.ts';
import { traceRequests } from './trace-requests.ts';

declare module 'fastify' {
  interface FastifyInstance {
    guard: CallGuard;
    limiter: RateLimiter;
    metrics: HttpMetrics;
    /** Answers the connections that there are, and takes no more: `Connections.drain`. */
    drain: (ms: number) => Promise<boolean>;
    /** What a browser is shown that opens an address which fails. */
    failurePage: ((requestId: string) => PlainPage) | undefined;
    /** Writes the line of each reply. */
    replyLog: FastifyBaseLogger;
    /** The failures of the storage, which are alike for all calls. */
    faultRepeats: Repeats;
  }
  interface FastifyRequest {
    /** What the router has found; undefined before it has. */
    place: Place | undefined;
    /** Set by the guard, in this order. */
    identified: IdentifiedCall | undefined;
    permit: Permit | undefined;
    /** Code of the error it was answered with; empty for a success. */
    outcome: string;
    /** What the reply's 5xx is about; undefined for all others. */
    failure: unknown;
    /** The queries that run for it. */
    trace: RequestTrace | undefined;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** Limit for one address's calls to a route outside the table of endpoints. */
    limit?: Allowance;
    /** Name of the route in the metrics, where its pattern would make too many. */
    measuredAs?: string;
  }
}

export interface HttpServerOptions {
  log: FastifyBaseLogger;
  guard: CallGuard;
  limiter: RateLimiter;
  /** Addresses and networks of the proxies whose X-Forwarded-For counts; empty for none. */
  trustedProxies: readonly string[];
  /** Whether PUBLIC_URL is https: then browsers keep to it (HSTS). */
  https: boolean;
  /** Whether they do so for all names below it, too; only its own unless given. */
  hstsSubdomains?: boolean;
  /** What the web's build left; undefined when there was none. */
  site: Site | undefined;
  /** Other origins that pages may call; none unless given. */
  connectTo?: readonly string[];
  /** Keeps what is known of failed and slow requests. */
  failures?: Pick<FailureLog, 'add'>;
  /** A call that takes longer, in ms, is kept with its queries; a second unless given. */
  slowMs?: number;
  /** What a browser is shown that opens an address which fails. */
  failurePage?: (requestId: string) => PlainPage;
  /** Milliseconds without a byte in either direction until a connection ends. */
  standstillMs?: number;
}

const SLOW_MS = 1_000;
/** Bodies are JSON of forms; uploads have limits of their own. */
const BODY_LIMIT = 1024 * 1024;
/** Twice the silence of a stream of live events, and more than a call may take. */
const STANDSTILL_MS = 60_000;

const CONNECTION_OPTIONS: ServerOptions = {
  // Slow connections: headers within 8 s, looked at each second; bodies by the deadline above.
  headersTimeout: 8_000,
  connectionsCheckingInterval: 1_000,
  requestTimeout: 0,
  maxHeaderSize: 16_384,
  // Longer than proxies keep a connection that is idle.
  keepAliveTimeout: 72_000,
};

/**
 * The HTTP side with the site and no call yet: limits in time and size, request ids, error replies, security
 * headers, one log line a reply.
 */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const pages = new Pages({ ...options, connectTo: options.connectTo ?? [] });
  const connections = new Connections();
  const metrics = new HttpMetrics();
  const answerStatically = createStaticPath({ pages, connections, metrics, log: options.log });
  const app: FastifyInstance = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    childLoggerFactory: (log, bindings) => new RequestLog(log, bindings),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: BODY_LIMIT,
    // A proxy's closing connection is still answered; the header sends it to another process.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    serverFactory: (handle) => {
      const server = createServer(CONNECTION_OPTIONS, (request, response) => {
        if (!answerStatically(request, response)) handle(request, response);
      });
      return server.setTimeout(options.standstillMs ?? STANDSTILL_MS);
    },
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: (request) => canonicalTarget(request.url ?? ''),
    frameworkErrors: (error, request, reply) =>
      answerUnroutable(app, error, request, reply, (asked, answer) => pages.answerMissing(asked, answer)),
    clientErrorHandler: answerBrokenRequest,
  });
  app.decorate('guard', options.guard);
  app.decorate('limiter', options.limiter);
  app.decorate('metrics', metrics);
  app.decorate('drain', (ms: number) => connections.drain(app.server, ms));
  app.decorate('failurePage', options.failurePage);
  app.decorateRequest('place', undefined);
  app.decorateRequest('identified', undefined);
  app.decorateRequest('permit', undefined);
  app.decorateRequest('outcome', '');
  app.decorateRequest('failure', undefined);
  app.decorateRequest('trace', undefined);
  noteRoutes(app);
  if (options.failures) traceRequests(app, { failures: options.failures, slowMs: options.slowMs ?? SLOW_MS });
  acceptJsonOnly(app);
  boundUnanswered(app);
  addDeadlines(app);
  const common = securityHeaders(options);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(common);
    done();
  });
  answerErrors(app, renderAppError, {
    missingPage: (request, reply) => pages.answerMissing(request, reply),
  });
  pages.addRoutes(app);
  addCallRules(app, options.log);
  connections.endOnClose(app);
  return app;
}
