import type { Socket } from 'node:net';
import type { Endpoint } from '@atelier/domain/endpoints/endpoint.ts';
import { AppError } from '@atelier/domain/errors.ts';
import Fastify, {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
} from 'fastify';
import { newId } from '../ids.ts';
import type { AccessPorts, Actor, ProjectAccess } from './access.ts';
import type { AuditPort } from './audit.ts';
import { acceptJsonOnly } from './body.ts';
import { addressKey } from './client.ts';
import { answerErrors, fail, renderAppError, rendererFor } from './errors.ts';
import { addPages, answerMissingPage } from './pages.ts';
import type { RateLimiter } from './rate-limit.ts';
import { noteRoutes } from './routes.ts';
import { addSecurityHeaders, BARE_HEADERS } from './security-headers.ts';
import type { Site } from './site.ts';

declare module 'fastify' {
  interface FastifyInstance {
    access: AccessPorts;
    audit: AuditPort;
    limiter: RateLimiter;
  }
  interface FastifyRequest {
    actor: Actor | undefined;
    project: ProjectAccess | undefined;
    /** What the thing is called that an admin does something to; for the audit. */
    subjectTitle: string | undefined;
    /** Code of the error it was answered with; empty for a success. */
    outcome: string;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** Name of the route in the metrics, where its pattern would make too many. */
    measuredAs?: string;
  }
}

export interface HttpServerOptions {
  log: FastifyBaseLogger;
  access: AccessPorts;
  audit: AuditPort;
  limiter: RateLimiter;
  /** Addresses and networks of the proxies whose X-Forwarded-For counts; empty: nobody's. */
  trustedProxies: readonly string[];
  /** Whether PUBLIC_URL is https: then browsers are told to stay there. */
  https: boolean;
  /** What the web's build left; undefined when there was none. */
  site: Site | undefined;
  /** Other origins that pages may call; none unless said. */
  connectTo?: readonly string[];
}

/** Bodies are JSON of forms; uploads have limits of their own. */
const BODY_LIMIT = 1024 * 1024;
/** From the request's line to the start of the reply, the arrival of the body included. */
const DEADLINE_MS = 10_000;
/** All calls of one address to the API and to the sign-in together. */
const GENERAL_LIMIT = { max: 600, seconds: 60 };

/**
 * The HTTP side with the site and no call yet: limits in time and size, request ids, error replies, security
 * headers, one log line a reply.
 */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: BODY_LIMIT,
    handlerTimeout: DEADLINE_MS,
    // A proxy's connection that is being closed is still answered; the header tells it to go elsewhere.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    // Slow connections: headers within 8 s, looked at each second; bodies by the deadline above.
    http: {
      headersTimeout: 8_000,
      connectionsCheckingInterval: 1_000,
      requestTimeout: 0,
      maxHeaderSize: 16_384,
    },
    routerOptions: { maxParamLength: 200 },
    // An address that cannot be read reaches no hook: what they would add is added here.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...BARE_HEADERS, 'x-request-id': request.id, 'cache-control': 'no-store' });
      fail(error, request, reply, rendererFor(app, request.url));
    },
    clientErrorHandler: answerBrokenRequest,
  });
  app.decorate('access', options.access);
  app.decorate('audit', options.audit);
  app.decorate('limiter', options.limiter);
  app.decorateRequest('actor', undefined);
  app.decorateRequest('project', undefined);
  app.decorateRequest('subjectTitle', undefined);
  app.decorateRequest('outcome', '');
  noteRoutes(app);
  acceptJsonOnly(app);
  await addSecurityHeaders(app, { https: options.https });
  const pages = { site: options.site, https: options.https, connectTo: options.connectTo ?? [] };
  answerErrors(app, renderAppError, {
    missingPage: (request, reply) =>
      isCallPath(request.url) ? undefined : answerMissingPage(request, reply, pages),
  });
  addPages(app, pages);

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (!isCallPath(request.url)) return;
    reply.header('cache-control', 'no-store');
    await options.limiter.consume(`general ${addressKey(request.ip)}`, GENERAL_LIMIT);
  });
  endConnectionsOnClose(app);
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      req: request,
      res: reply,
      ms: Math.round(reply.elapsedTime),
      ...(request.actor ? { account: request.actor.accountId } : {}),
      ...(request.outcome ? { outcome: request.outcome } : {}),
    };
    if (isCallPath(request.url)) request.log.info(line, 'answered');
    else request.log.debug(line, 'answered');
  });
  return app;
}

/**
 * Closing waits for every connection, and Node closes only those that are idle at its start: one that is
 * still answering then would be kept for its next call, which never comes.
 */
function endConnectionsOnClose(app: FastifyInstance): void {
  let sweeping: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    sweeping = setInterval(() => app.server.closeIdleConnections(), 200);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (sweeping) reply.header('connection', 'close');
  });
  app.addHook('onClose', async () => clearInterval(sweeping));
}

function isCallPath(url: string): boolean {
  return /^\/(api|auth\/v1)([/?]|$)/.test(url);
}

/** What Node gives up on before there is a request: answered in our shape as far as that is possible. */
function answerBrokenRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const answer = brokenRequestError(error.code);
  const body = JSON.stringify(answer.toReply());
  socket.end(
    `HTTP/1.1 ${answer.status} ${answer.code}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

function brokenRequestError(code: string): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('headers_too_large', 'The headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('request_timeout', 'The request took too long to arrive.');
  }
  return new AppError('validation_failed', 'The request is not valid HTTP.');
}
