import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint } from '../../platform/http/bind.ts';
import type { EnquiriesService } from './enquiries.service.ts';

/** The visitor's side: the contact form. */
export function addEnquiryRoutes(app: FastifyInstance, enquiries: EnquiriesService): void {
  bindEndpoint(app, api.createEnquiry, async ({ body, client }) => {
    await enquiries.receive(body, client);
    return { ok: true as const };
  });
}
