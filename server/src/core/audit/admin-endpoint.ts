import type { Endpoint } from '@atelier/domain/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import { type BindOptions, bindEndpoint, type Handler } from '../../platform/http/bind.ts';

/**
 * The one guard of this area: only an endpoint that the table opens to admins alone can be bound here.
 * Who an admin is, `bindEndpoint` asks before anything else is looked at.
 */
export function bindAdminEndpoint<E extends Endpoint & { access: 'admin'; isStream?: never }>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  options?: BindOptions,
): void {
  bindEndpoint(app, endpoint, handler, options);
}
