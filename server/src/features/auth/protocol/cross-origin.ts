import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAllowedRedirect, type RedirectRules } from '../links/redirect-target.ts';

const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const HEADERS =
  'accept, authorization, content-type, apikey, x-client-info, x-client-ip, x-jwt-aud, x-use-cookie, x-supabase-api-version';
/** Without the version clients cannot read the error's code. */
const EXPOSED = 'X-Supabase-Api-Version, X-Total-Count, Link, Retry-After';
const PREFLIGHT_MAX_AGE = '600';

/**
 * Lets only pages of the allowed redirect origins call the provider. Their calls carry no cookies.
 */
export function addCrossOrigin(scope: FastifyInstance, rules: RedirectRules): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (request.headers.origin === undefined) return;
    reply.header('vary', 'Origin');
    if (!isAllowedRedirect(rules, `${request.headers.origin}/`)) return;
    allow(request, reply);
  });
  scope.options('/*', async (_request, reply) => reply.status(204).send());
}

function allow(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'access-control-allow-origin': request.headers.origin,
    'access-control-expose-headers': EXPOSED,
    // What the platform forbids other pages by default.
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (request.method !== 'OPTIONS') return;
  reply.headers({
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': HEADERS,
    'access-control-max-age': PREFLIGHT_MAX_AGE,
  });
}
