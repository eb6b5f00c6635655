import { API_PREFIX } from '@atelier/domain/api.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import type { FastifyInstance, RouteOptions } from 'fastify';

const UNRESERVED = /^[\w.~-]$/;

/**
 * The one form of a request target, so that every spelling of an address is one address to whatever reads it
 * later (router, log, pages): a whole URL becomes its path (RFC 9112, 3.2.2), and what needn't be
 * percent-encoded isn't (RFC 3986, 6.2.2.2). A target with a broken escape stays as it came: the router
 * refuses it, and decoding a part of it could make an escape that wasn't sent.
 */
export function canonicalTarget(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  if (!path.includes('%') || /%(?![0-9a-f]{2})/i.test(path)) return path;
  return path.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const char = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return UNRESERVED.test(char) ? char : escaped;
  });
}

/** A route that the server really has. */
export interface KnownRoute {
  method: string;
  /** Whole pattern, `/api/portal/:id/files`. */
  pattern: string;
  /** The declared endpoint it was bound to, if it was. */
  endpoint: Endpoint | undefined;
}

/** Methods that change nothing. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const known = new WeakMap<object, KnownRoute[]>();

/**
 * Records every route of `app`. Call it once, before the first route. The server doesn't start with
 * a call outside the table of endpoints, or with a changing route that has no limit of its own.
 */
export function noteRoutes(app: FastifyInstance): void {
  const routes: KnownRoute[] = [];
  const unlimited = new Map<string, RouteOptions>();
  known.set(app.server, routes);
  app.addHook('onRoute', (route) => {
    const methods = Array.isArray(route.method) ? route.method : [route.method];
    for (const method of methods) {
      if (!READING.has(method)) unlimited.set(`${method} ${route.url}`, route);
      routes.push({ method, pattern: route.url, endpoint: route.config?.endpoint });
    }
  });
  app.addHook('onReady', async () => {
    const undeclared = routes.filter((route) => isApiPath(route.pattern) && !route.endpoint);
    if (undeclared.length > 0) {
      const names = undeclared.map((route) => `${route.method} ${route.pattern}`).join(', ');
      throw new Error(`Not in the table of endpoints: ${names}`);
    }
    // Checked only here: the route's scope may have given it a limit meanwhile.
    for (const [name, { config }] of unlimited) {
      if (!config?.endpoint?.limit && !config?.limit) throw new Error(`Without a limit: ${name}`);
    }
  });
}

/** Records addresses that are read without a route of their own. */
export function noteAddresses(app: FastifyInstance, paths: Iterable<string>): void {
  for (const pattern of paths) {
    for (const method of ['GET', 'HEAD'])
      known.get(app.server)?.push({ method, pattern, endpoint: undefined });
  }
}

export function knownRoutes(app: FastifyInstance): readonly KnownRoute[] {
  return known.get(app.server) ?? [];
}

/** The endpoints of the table that have a handler. */
export function boundEndpoints(app: FastifyInstance): ReadonlySet<Endpoint> {
  return new Set(knownRoutes(app).flatMap((route) => route.endpoint ?? []));
}

/** The methods of a canonical address (with or without a query), in order; empty when no route matches. */
export function allowedMethods(app: FastifyInstance, url: string): string[] {
  const path = pathOf(url);
  const methods = knownRoutes(app).filter((route) => matches(route.pattern, path));
  return [...new Set(methods.map((route) => route.method))].sort();
}

export function isApiPath(pattern: string): boolean {
  return isBelow(API_PREFIX, pattern);
}

/** Whether a pattern is a prefix or lies below it. */
export function isBelow(prefix: string, pattern: string): boolean {
  return pattern === prefix || pattern.startsWith(`${prefix}/`);
}

/** The path of a canonical address, ending where the router ends it. */
export function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? '';
}

/** Whether a path fits a pattern: `:name` is any one segment. A pattern of wildcards belongs to pages, not here. */
function matches(pattern: string, path: string): boolean {
  if (pattern.includes('*')) return false;
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return false;
  return wanted.every((segment, i) => (segment.startsWith(':') ? given[i] !== '' : segment === given[i]));
}
