import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { bindAdminEndpoint } from '../../core/access/guard.ts';
import { presentPage } from '../../core/lists/list.presenter.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';
import { presentEnquiry } from './enquiries.presenter.ts';
import type { EnquiriesService } from './enquiries.service.ts';

/** The contact form of visitors, and the studio's inbox. */
export function addEnquiryRoutes(app: FastifyInstance, enquiries: EnquiriesService): void {
  bindEndpoint(app, api.createEnquiry, async ({ body, client }) => {
    await enquiries.receive(body, client);
    return { ok: true as const };
  });

  bindAdminEndpoint(app, api.listEnquiries, async ({ query }) => {
    const { enquiries: found, total } = await enquiries.listEnquiries(query);
    return presentPage(found.map(presentEnquiry), total, query);
  });

  bindAdminEndpoint(app, api.getEnquiry, async ({ params }) => ({
    contact: presentEnquiry(await enquiries.getEnquiry(params.id)),
  }));

  bindAdminEndpoint(app, api.setEnquiryStatus, async ({ params, body }) => ({
    contact: presentEnquiry(await enquiries.setStatus(params.id, body.status)),
  }));

  bindAdminEndpoint(app, api.setEnquiryStatuses, async ({ body }) => ({
    items: (await enquiries.setStatuses(body.ids, body.status)).map(presentEnquiry),
  }));

  bindAdminEndpoint(app, api.deleteEnquiry, async ({ params }) => {
    await enquiries.delete(params.id);
    return { deleted: true as const };
  });

  bindAdminEndpoint(app, api.inviteEnquirer, async ({ params, body }) => ({
    contact: presentEnquiry(await enquiries.invite(params.id, body.note)),
  }));
}
