import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { bindAdminEndpoint } from '../../core/audit/admin-endpoint.ts';
import { presentPage } from '../../core/lists/page.presenter.ts';
import { presentEnquiry } from './enquiries.presenter.ts';
import type { ContactService } from './enquiries.service.ts';

/** The contact inbox. */
export function addInboxRoutes(app: FastifyInstance, { contact }: { contact: ContactService }): void {
  bindAdminEndpoint(app, api.listEnquiries, async ({ query }) => {
    const { enquiries, total } = await contact.listEnquiries(query);
    return presentPage(enquiries.map(presentEnquiry), total, query);
  });

  bindAdminEndpoint(app, api.getEnquiry, async ({ params }) => ({
    contact: presentEnquiry(await contact.getEnquiry(params.id)),
  }));

  bindAdminEndpoint(app, api.setEnquiryStatus, async ({ params, body, nameSubject }) => {
    const enquiry = await contact.setStatus(params.id, body.status);
    nameSubject(enquiry.name);
    return { contact: presentEnquiry(enquiry) };
  });

  bindAdminEndpoint(app, api.setEnquiryStatuses, async ({ body }) => ({
    items: (await contact.setStatuses(body.ids, body.status)).map(presentEnquiry),
  }));

  bindAdminEndpoint(app, api.inviteEnquirer, async ({ params, body, nameSubject }) => {
    const enquiry = await contact.invite(params.id, body.note);
    nameSubject(enquiry.name);
    return { contact: presentEnquiry(enquiry) };
  });
}
