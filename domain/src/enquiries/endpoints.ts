import { z } from 'zod';
import { CLICK_LIMIT, csvReply, csvSeparator, endpoint } from '../endpoint.ts';
import { idParams, idSchema } from '../ids.ts';
import { pageQuerySchema, pageReplySchema, searchTextSchema } from '../paging.ts';
import { MAX_PAGE_SIZE } from '../paging-rules.ts';
import { ENQUIRY_STATUSES } from './rules.ts';
import {
  createEnquirySchema,
  enquiryFileSchema,
  enquirySchema,
  enquiryThreadSchema,
  inviteEnquirerSchema,
  replyToEnquirySchema,
} from './schema.ts';

const enquiryStatusFilter = z
  .union([z.enum(ENQUIRY_STATUSES), z.enum(['', 'all']).transform(() => undefined)])
  .optional();

export const enquiryEndpoints = {
  createEnquiry: endpoint({
    method: 'POST',
    path: '/contact/create',
    access: 'public',
    needsRecentSignIn: false,
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
      status: enquiryStatusFilter,
    }),
    reply: pageReplySchema(enquirySchema),
  }),
  exportEnquiries: endpoint({
    method: 'GET',
    path: '/contact/export',
    access: 'admin',
    summary: 'The inbox as a CSV file, oldest first; with a search or a status, only what matches.',
    query: z.object({ q: searchTextSchema, status: enquiryStatusFilter, separator: csvSeparator }),
    reply: csvReply,
    limit: { max: 10, seconds: 60, per: 'account' },
    audit: {
      says: 'exported the enquiries[ with the status {status}][ found by “{q}”]',
      keeps: ['q', 'status'],
    },
  }),
  setEnquiryStatus: endpoint({
    method: 'PATCH',
    path: '/contact/:id/status',
    access: 'admin',
    needsRecentSignIn: false,
    summary: 'Marks an enquiry new, read or archived.',
    params: idParams,
    body: z.object({ status: z.enum(ENQUIRY_STATUSES) }),
    reply: z.object({ contact: enquirySchema }),
    limit: CLICK_LIMIT,
    audit: { says: 'marked the enquiry of {subject}[ as {status}]', keeps: ['status'] },
  }),
  getEnquiry: endpoint({
    method: 'GET',
    path: '/contact/:id',
    access: 'admin',
    summary: 'One enquiry.',
    params: idParams,
    reply: z.object({ contact: enquirySchema }),
  }),
  setEnquiryStatuses: endpoint({
    method: 'PATCH',
    path: '/contact/status',
    access: 'admin',
    needsRecentSignIn: false,
    summary: 'Marks several enquiries at once; skips deleted ones.',
    body: z.object({
      ids: z.array(idSchema).min(1).max(MAX_PAGE_SIZE),
      status: z.enum(ENQUIRY_STATUSES),
    }),
    reply: z.object({ items: z.array(enquirySchema) }),
    limit: CLICK_LIMIT,
    audit: { says: 'marked {ids} enquiries[ as {status}]', keeps: ['status', 'ids'] },
  }),
  inviteEnquirer: endpoint({
    method: 'POST',
    path: '/contact/:id/invite',
    access: 'admin',
    needsRecentSignIn: false,
    summary: 'Emails the sender of an enquiry an invitation to start a project.',
    params: idParams,
    body: inviteEnquirerSchema,
    reply: z.object({ contact: enquirySchema }),
    limit: { max: 30, seconds: 60, per: 'account' },
    audit: { says: 'invited {subject} to start a project' },
  }),
  getEnquiryThread: endpoint({
    method: 'GET',
    path: '/contact/:id/thread',
    access: 'admin',
    summary: 'The replies to an enquiry and the answers to them, oldest first.',
    params: idParams,
    reply: enquiryThreadSchema,
  }),
  replyToEnquiry: endpoint({
    method: 'POST',
    path: '/contact/:id/replies',
    access: 'admin',
    needsRecentSignIn: false,
    summary: 'Emails a reply to the sender of an enquiry. A new enquiry counts as read.',
    params: idParams,
    body: replyToEnquirySchema,
    reply: z.object({ contact: enquirySchema, thread: enquiryThreadSchema }),
    limit: { max: 30, seconds: 60, per: 'account' },
    audit: { says: 'sent a reply to the enquiry of {subject}' },
  }),
  uploadReplyFile: endpoint({
    method: 'POST',
    path: '/contact/:id/files',
    access: 'admin',
    needsRecentSignIn: false,
    summary: 'A file for a reply that the caller is writing. Deleted after a day unless a reply has it.',
    params: idParams,
    query: z.object({ key: idSchema.optional() }),
    upload: true,
    reply: z.object({ file: enquiryFileSchema }),
    status: 201,
    limit: { max: 120, seconds: 600, per: 'account' },
    audit: { says: 'uploaded a file for a reply to {subject}' },
  }),
  deleteReplyFile: endpoint({
    method: 'DELETE',
    path: '/contact/:id/files/:replyFileId',
    access: 'admin',
    needsRecentSignIn: false,
    summary: 'Deletes a file of the studio’s that no reply has yet.',
    params: idParams.extend({ replyFileId: idSchema }),
    reply: z.object({ deleted: z.literal(true) }),
    limit: CLICK_LIMIT,
    audit: { says: 'removed a file from a reply to {subject}' },
  }),
  deleteEnquiry: endpoint({
    method: 'DELETE',
    path: '/contact/:id',
    access: 'admin',
    needsRecentSignIn: false,
    summary:
      'Deletes an enquiry with everything about it: replies, answers, files, notes and to-dos. Booked calls stay.',
    params: idParams,
    reply: z.object({ deleted: z.literal(true) }),
    limit: CLICK_LIMIT,
    audit: { says: 'deleted the enquiry of {subject}' },
  }),
};
