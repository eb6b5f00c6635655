import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint } from '../../platform/http/bind.ts';
import type { ContactService } from './enquiries.service.ts';

/** The visitor's side; the inbox is the studio's and under `admin`. */
export function addContactRoutes(app: FastifyInstance, contact: ContactService): void {
  bindEndpoint(app, api.createEnquiry, async ({ body, client }) => {
    await contact.receive(body, client);
    return { ok: true as const };
  });
}
