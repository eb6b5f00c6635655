import { endpoint } from '../endpoint.ts';
import { auditListQuerySchema, auditListReplySchema } from './schema.ts';

export const auditEndpoints = {
  listAdminActions: endpoint({
    method: 'GET',
    path: '/admin/audit',
    access: 'admin',
    summary: 'What admins did, newest first; `before` asks for what came earlier.',
    query: auditListQuerySchema,
    reply: auditListReplySchema,
  }),
};
