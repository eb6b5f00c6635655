import { z } from 'zod';
import { CLICK_LIMIT, endpoint } from '../endpoint.ts';
import { idParams } from '../ids.ts';
import { pageQuerySchema, pageReplySchema } from '../paging.ts';
import { MAIL_FILTERS } from './rules.ts';
import { bouncedAddressSchema, inboundMailSchema, mailSourceSchema } from './schema.ts';

/** The mails that arrived at the product’s own addresses. */
export const mailInEndpoints = {
  listInboundMails: endpoint({
    method: 'GET',
    path: '/admin/mails/inbound',
    access: 'admin',
    summary: 'Replies by email, newest first: posted, quarantined, discarded.',
    query: pageQuerySchema.extend({ state: z.enum(MAIL_FILTERS).default('all') }),
    reply: pageReplySchema(inboundMailSchema).extend({
      /** Whether replies by email are set up at all. */
      isOn: z.boolean(),
      /** How many wait in quarantine. */
      quarantined: z.number().int(),
    }),
  }),
  getMailSource: endpoint({
    method: 'GET',
    path: '/admin/mails/inbound/:id/source',
    access: 'admin',
    summary: 'The beginning of a whole mail, as text.',
    params: idParams,
    reply: mailSourceSchema,
  }),
  postInboundMail: endpoint({
    method: 'POST',
    path: '/admin/mails/inbound/:id/post',
    access: 'admin',
    needsRecentSignIn: false,
    summary: 'Posts a quarantined mail as the message of the person it was sent to, marked as unproven.',
    params: idParams,
    reply: z.object({ mail: inboundMailSchema }),
    limit: CLICK_LIMIT,
    audit: { says: 'moved an email from quarantine into the messages' },
  }),
  deleteInboundMail: endpoint({
    method: 'DELETE',
    path: '/admin/mails/inbound/:id',
    access: 'admin',
    needsRecentSignIn: false,
    summary: 'Deletes a mail from the list, with the whole mail. A message that it became stays.',
    params: idParams,
    reply: z.object({ deleted: z.literal(true) }),
    limit: CLICK_LIMIT,
    audit: { says: 'deleted an email that arrived' },
  }),
  listBouncedAddresses: endpoint({
    method: 'GET',
    path: '/admin/mails/bounced',
    access: 'admin',
    summary: 'Addresses that emails came back from, newest first, at most 100.',
    reply: z.object({ items: z.array(bouncedAddressSchema), total: z.number().int() }),
  }),
  clearBouncedAddress: endpoint({
    method: 'DELETE',
    path: '/admin/mails/bounced/:id',
    access: 'admin',
    needsRecentSignIn: false,
    summary: 'Removes the mark of an address that emails came back from.',
    params: idParams,
    reply: z.object({ cleared: z.literal(true) }),
    limit: CLICK_LIMIT,
    audit: { says: 'removed the mark of an address that emails came back from' },
  }),
};
