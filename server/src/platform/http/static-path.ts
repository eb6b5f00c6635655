import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { newId } from '../ids.ts';
import { admit, type Connections } from './connections.ts';
import type { HttpMetrics } from './metrics.ts';
import { PAGE_MEASURE, type Pages } from './pages.ts';

export interface StaticPathOptions {
  pages: Pages;
  connections: Connections;
  metrics: HttpMetrics;
  log: FastifyBaseLogger;
}

/**
 * Answers the plainest requests for pages and files without the framework, whose life cycle costs several times what
 * sending prepared bytes does. Whatever is unusual about a request leaves it to the framework, which knows the same
 * replies by its routes.
 * @returns what answers a request, or returns false and has done nothing with it
 */
export function createStaticPath({ pages, connections, metrics, log }: StaticPathOptions) {
  // Replies of pages are logged at this level: with it on, all of them pass where lines are written.
  const isLogged = log.level === 'debug' || log.level === 'trace';

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const prepared = isLogged || hasBody(request) ? undefined : pages.find(request);
    if (!prepared) return false;
    const begun = performance.now();
    const isAdmitted = admit(request.socket, response, () =>
      metrics.observe(
        { method: request.method ?? '', route: PAGE_MEASURE, status: response.statusCode },
        performance.now() - begun,
      ),
    );
    if (!isAdmitted) return true;
    if (connections.isClosing) response.shouldKeepAlive = false;
    prepared.send(request, response, newId());
    return true;
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
