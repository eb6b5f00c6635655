import { endpoint } from '../endpoint.ts';
import { auditListQuerySchema, auditListReplySchema } from './schema.ts';

export const auditEndpoints = {
  listAdminActions: endpoint({
    method: 'GET',
    path: '/admin/audit',
    access: 'admin',
    summary: 'Admin actions, newest first; `before` pages back.',
    query: auditListQuerySchema,
    reply: auditListReplySchema,
  }),
};
