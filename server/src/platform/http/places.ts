import { API_PREFIX } from '@atelier/domain/api.ts';
import type { FastifyRequest } from 'fastify';
import type { Allowance } from './rate-limit.ts';
import { isBelow } from './routes.ts';

/** The prefixes of calls: their replies are uncached, limited and logged. All other addresses are pages. */
export const SIGN_IN_PREFIX = '/auth/v1';
const CALL_PREFIXES = [API_PREFIX, SIGN_IN_PREFIX];

/** What is known of a route, or of the scope whose 404 it is, before any request. */
export interface Place {
  isCall: boolean;
  /** Method and pattern. */
  name: string;
  /** The limit of a route outside the table of endpoints; those in the table have theirs in their chain (bind.ts). */
  limit: Allowance | undefined;
  deadlineMs: number | undefined;
  /** Its name in the metrics: the pattern, never the address, as ids would make a series each. */
  measuredAs: string;
}

const places = new WeakMap<object, Place>();

/** The place that the router has found for a request: worked out once for each. */
export function placeOf(request: FastifyRequest): Place {
  const { config, method, url } = request.routeOptions;
  const known = places.get(config);
  if (known) return known;
  const pattern = url ?? request.server.prefix;
  const place = {
    isCall: CALL_PREFIXES.some((prefix) => isBelow(prefix, pattern)),
    name: `${method} ${url}`,
    limit: config.limit,
    deadlineMs: config.deadlineMs,
    measuredAs: config.measuredAs ?? url ?? 'none',
  };
  places.set(config, place);
  return place;
}
