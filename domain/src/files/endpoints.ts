import { z } from 'zod';
import { CLICK_LIMIT, endpoint, NOTICE_LIMIT } from '../endpoint.ts';
import { idParams, idSchema } from '../ids.ts';
import { listReplySchema } from '../paging.ts';
import {
  addFileCommentSchema,
  approveFileSchema,
  deliverableSchema,
  editFileCommentSchema,
  fileCommentSchema,
  fileLimitsSchema,
  resolveFileCommentSchema,
} from './schema.ts';

const fileParams = idParams.extend({ fileId: idSchema });
const versionParams = fileParams.extend({ version: z.coerce.number().int().min(1).max(100_000) });
const commentParams = fileParams.extend({ commentId: idSchema });
const commentReply = z.object({ comment: fileCommentSchema });
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
    reply: listReplySchema(deliverableSchema).extend({
      limits: fileLimitsSchema,
      /** The rounds of feedback that a contract includes for each deliverable. */
      roundsIncluded: z.number().int(),
    }),
  }),
  sendFile: endpoint({
    method: 'POST',
    path: '/portal/:id/files',
    access: 'project-client',
    needsRecentSignIn: false,
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
    needsRecentSignIn: false,
    summary: 'Deletes a file the client sent, with every version.',
    params: fileParams,
    reply: deletedReply,
    limit: CLICK_LIMIT,
  }),
  sendFileAsStudio: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/files',
    access: 'admin',
    needsRecentSignIn: false,
    summary: 'A deliverable.',
    audit: { says: 'delivered {item} to {subject}' },
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
    needsRecentSignIn: false,
    summary: 'A new version of a deliverable; the old ones are kept.',
    audit: { says: 'replaced {item} of {subject}' },
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
    needsRecentSignIn: false,
    summary: 'Deletes a file of either side, with every version.',
    limit: CLICK_LIMIT,
    audit: { says: 'deleted {item} of {subject}' },
    params: fileParams,
    reply: deletedReply,
  }),
  listFileComments: endpoint({
    method: 'GET',
    path: '/portal/:id/files/:fileId/versions/:version/comments',
    access: 'project',
    summary: 'Comments on one version of a deliverable with their replies, oldest first.',
    params: versionParams,
    reply: listReplySchema(fileCommentSchema),
  }),
  addFileComment: endpoint({
    method: 'POST',
    path: '/portal/:id/files/:fileId/versions/:version/comments',
    access: 'project',
    needsRecentSignIn: false,
    summary:
      'A comment at a point of a deliverable’s newest version, or a reply. Sending it again with the same `key` adds nothing.',
    params: versionParams,
    body: addFileCommentSchema,
    clientWords: 'added',
    reply: commentReply,
    status: 201,
    limit: CLICK_LIMIT,
    audit: { says: 'commented on {item} of {subject}' },
  }),
  editFileComment: endpoint({
    method: 'PATCH',
    path: '/portal/:id/files/:fileId/comments/:commentId',
    access: 'project',
    needsRecentSignIn: false,
    summary: 'Changes the words of the caller’s own comment.',
    params: commentParams,
    body: editFileCommentSchema,
    clientWords: 'added',
    reply: commentReply,
    limit: CLICK_LIMIT,
    audit: { says: 'edited a comment on {item} of {subject}' },
  }),
  resolveFileComment: endpoint({
    method: 'POST',
    path: '/portal/:id/files/:fileId/comments/:commentId/resolved',
    access: 'project',
    needsRecentSignIn: false,
    summary: 'Resolves a pinned comment, or opens it again.',
    params: commentParams,
    body: resolveFileCommentSchema,
    reply: commentReply,
    limit: CLICK_LIMIT,
    audit: { says: 'marked a comment on {item} of {subject}[ as {resolved}]', keeps: ['resolved'] },
  }),
  deleteFileComment: endpoint({
    method: 'DELETE',
    path: '/portal/:id/files/:fileId/comments/:commentId',
    access: 'project',
    needsRecentSignIn: false,
    summary: 'Deletes the caller’s own comment. 409 once it has a reply.',
    params: commentParams,
    reply: deletedReply,
    limit: CLICK_LIMIT,
    audit: { says: 'deleted a comment on {item} of {subject}' },
  }),
  approveFile: endpoint({
    method: 'POST',
    path: '/portal/:id/files/:fileId/approval',
    access: 'project-client',
    needsRecentSignIn: false,
    clientRole: 'decides',
    summary: 'The client’s approval of a deliverable’s newest version. 409 if there is a newer one.',
    params: fileParams,
    body: approveFileSchema,
    reply: fileReply,
    limit: NOTICE_LIMIT,
  }),
};
