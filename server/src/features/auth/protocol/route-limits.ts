import type { FastifyInstance } from 'fastify';
import type { Allowance } from '../../../platform/http/rate-limit.ts';

/**
 * What one client address may ask of any one route. Routes that try passwords and codes or send
 * mails have tighter limits, by account too (limits.ts); this one covers every route, later ones
 * included.
 */
const PER_ROUTE: Allowance = { max: 120, seconds: 60 };

/** Gives its limit to every route added to `scope` from here on. */
export function limitRoutes(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { limit: PER_ROUTE, ...route.config };
  });
}
