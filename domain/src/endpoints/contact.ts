import { z } from 'zod';
import { createEnquirySchema, ENQUIRY_STATUSES, enquirySchema } from '../contact.ts';
import { idSchema } from '../ids.ts';
import { pageQuerySchema, pageReplySchema, searchTextSchema } from '../paging.ts';
import { endpoint } from './endpoint.ts';

export const contactEndpoints = {
  createEnquiry: endpoint({
    method: 'POST',
    path: '/contact/create',
    access: 'public',
    summary: 'A visitor’s enquiry. A filled honeypot gets the same reply and stores nothing.',
    body: createEnquirySchema,
    reply: z.object({ ok: z.literal(true) }),
    status: 201,
    limit: { max: 10, seconds: 600, per: 'address' },
  }),
  listEnquiries: endpoint({
    method: 'GET',
    path: '/contact/contacts',
    access: 'admin',
    summary: 'The contact inbox, newest first.',
    query: pageQuerySchema.extend({
      q: searchTextSchema,
      status: z.union([z.enum(ENQUIRY_STATUSES), z.enum(['', 'all']).transform(() => undefined)]).optional(),
    }),
    reply: pageReplySchema(enquirySchema),
  }),
  setEnquiryStatus: endpoint({
    method: 'PATCH',
    path: '/contact/:id/status',
    access: 'admin',
    summary: 'Marks an enquiry new, read or archived.',
    params: z.object({ id: idSchema }),
    body: z.object({ status: z.enum(ENQUIRY_STATUSES) }),
    reply: z.object({ contact: enquirySchema }),
  }),
};
