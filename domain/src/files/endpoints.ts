import { z } from 'zod';
import { CLICK_LIMIT, endpoint } from '../endpoint.ts';
import { idParams, idSchema } from '../ids.ts';
import { listReplySchema } from '../paging.ts';
import { deliverableSchema, fileLimitsSchema } from './schema.ts';

const fileParams = idParams.extend({ fileId: idSchema });
const fileReply = z.object({ file: deliverableSchema });
/** Chosen by the sender, one per file: a second upload with the same key is the same file. */
const uploadQuery = z.object({ key: idSchema.optional() });
const deletedReply = z.object({ deleted: z.literal(true) });
/** Enough for a whole folder dropped by mistake, too few for a flood. */
const uploadLimit = { max: 120, seconds: 600, per: 'account' } as const;

/** The files of a project, on both sides. */
export const fileEndpoints = {
  listFiles: endpoint({
    method: 'GET',
    path: '/portal/:id/files',
    access: 'project',
    summary: 'Files of both sides, newest first, each with a link that works for a few minutes.',
    params: idParams,
    reply: listReplySchema(deliverableSchema).extend({ limits: fileLimitsSchema }),
  }),
  sendFile: endpoint({
    method: 'POST',
    path: '/portal/:id/files',
    access: 'project-client',
    summary: 'A file from the client, for the project.',
    params: idParams,
    query: uploadQuery,
    upload: true,
    reply: fileReply,
    status: 201,
    limit: uploadLimit,
  }),
  deleteOwnFile: endpoint({
    method: 'DELETE',
    path: '/portal/:id/files/:fileId',
    access: 'project-client',
    summary: 'Deletes a file the client sent, with every version.',
    params: fileParams,
    reply: deletedReply,
    limit: CLICK_LIMIT,
  }),
  sendFileAsStudio: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/files',
    access: 'admin',
    summary: 'A deliverable.',
    audit: { says: 'Delivered a file' },
    params: idParams,
    query: uploadQuery,
    upload: true,
    reply: fileReply,
    status: 201,
    limit: uploadLimit,
  }),
  replaceFile: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/files/:fileId/versions',
    access: 'admin',
    summary: 'A new version of a deliverable; the old ones are kept.',
    audit: { says: 'Replaced a file' },
    params: fileParams,
    query: uploadQuery,
    upload: true,
    reply: fileReply,
    status: 201,
    limit: uploadLimit,
  }),
  deleteFile: endpoint({
    method: 'DELETE',
    path: '/admin/portal/:id/files/:fileId',
    access: 'admin',
    summary: 'Deletes a file of either side, with every version.',
    limit: CLICK_LIMIT,
    audit: { says: 'Deleted a file' },
    params: fileParams,
    reply: deletedReply,
  }),
};
