import { API_PREFIX } from '@atelier/domain/api.ts';
import type { Endpoint } from '@atelier/domain/endpoints/endpoint.ts';
import type { FastifyInstance } from 'fastify';

/** A route that the server really has. */
export interface KnownRoute {
  method: string;
  /** Whole pattern, `/api/portal/:id/files`. */
  pattern: string;
  /** The declared endpoint it was bound to, if it was. */
  endpoint: Endpoint | undefined;
}

const known = new WeakMap<object, KnownRoute[]>();

/** Begins to note every route of `app`. Called once, before the first. */
export function noteRoutes(app: FastifyInstance): void {
  const routes: KnownRoute[] = [];
  known.set(app.server, routes);
  app.addHook('onRoute', (route) => {
    const methods = Array.isArray(route.method) ? route.method : [route.method];
    for (const method of methods) {
      routes.push({ method, pattern: route.url, endpoint: route.config?.endpoint });
    }
  });
  app.addHook('onReady', async () => {
    const undeclared = routes.filter((route) => isApiPath(route.pattern) && !route.endpoint);
    if (undeclared.length > 0) {
      const names = undeclared.map((route) => `${route.method} ${route.pattern}`).join(', ');
      throw new Error(`Not in the table of endpoints: ${names}`);
    }
  });
}

/** Every route there is. */
export function knownRoutes(app: FastifyInstance): readonly KnownRoute[] {
  return known.get(app.server) ?? [];
}

/** The endpoints of the table that have a handler. */
export function boundEndpoints(app: FastifyInstance): ReadonlySet<Endpoint> {
  return new Set(knownRoutes(app).flatMap((route) => route.endpoint ?? []));
}

/** The methods that `url` (with or without a query) takes, in order; empty when no route matches. */
export function allowedMethods(app: FastifyInstance, url: string): string[] {
  const path = url.split('?')[0] ?? '';
  const methods = knownRoutes(app).filter((route) => matches(route.pattern, path));
  return [...new Set(methods.map((route) => route.method))].sort();
}

export function isApiPath(path: string): boolean {
  return path === API_PREFIX || path.startsWith(`${API_PREFIX}/`) || path.startsWith(`${API_PREFIX}?`);
}

/** Whether a path fits a pattern: `:name` is any one segment. A pattern of wildcards belongs to pages, not here. */
function matches(pattern: string, path: string): boolean {
  if (pattern.includes('*')) return false;
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return false;
  return wanted.every((segment, i) => (segment.startsWith(':') ? given[i] !== '' : segment === given[i]));
}
