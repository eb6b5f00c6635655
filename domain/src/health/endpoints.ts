import { z } from 'zod';
import { CLICK_LIMIT, endpoint, NOTICE_LIMIT } from '../endpoint.ts';
import { idParams } from '../ids.ts';
import { healthReplySchema, unsentMailsReplySchema } from './schema.ts';

export const healthEndpoints = {
  getHealth: endpoint({
    method: 'GET',
    path: '/admin/health',
    access: 'admin',
    summary:
      'What is checked about the installation, and its recurring jobs; kept for half a minute unless `refresh`.',
    query: z.object({ refresh: z.enum(['true', 'false']).optional() }),
    reply: healthReplySchema,
    limit: CLICK_LIMIT,
  }),
  listUnsentMails: endpoint({
    method: 'GET',
    path: '/admin/health/mails',
    access: 'admin',
    summary: 'Mails that wait, and those given up lately.',
    reply: unsentMailsReplySchema,
  }),
  retryMail: endpoint({
    method: 'POST',
    path: '/admin/health/mails/:id/retry',
    access: 'admin',
    needsRecentSignIn: false,
    summary:
      'Tries a mail again that waits or was given up. One that is being sent, or was sent, stays as it is.',
    params: idParams,
    reply: z.object({ retried: z.boolean() }),
    limit: CLICK_LIMIT,
    audit: { says: 'retried an email' },
  }),
  retryFailedMails: endpoint({
    method: 'POST',
    path: '/admin/health/mails/retry',
    access: 'admin',
    needsRecentSignIn: false,
    summary: 'Tries every mail again that was given up lately.',
    reply: z.object({ retried: z.number() }),
    limit: NOTICE_LIMIT,
    audit: { says: 'retried every failed email' },
  }),
};
