import { z } from 'zod';
import { CLICK_LIMIT, endpoint, PAGE_LIMIT } from '../endpoint.ts';
import { idParams, idSchema } from '../ids.ts';
import { listReplySchema } from '../paging.ts';
import {
  answerReplySchema,
  editMessageSchema,
  markMessagesReadSchema,
  messageFileSchema,
  messageListQuerySchema,
  messageListSchema,
  messageSchema,
  noteAnswerSchema,
  sendMessageSchema,
  unreadCountSchema,
  unreadQuerySchema,
} from './schema.ts';

const messageParams = idParams.extend({ messageId: idSchema });
const attachmentParams = idParams.extend({ attachmentId: idSchema });
const attachmentReply = z.object({ file: messageFileSchema });
const deletedReply = z.object({ deleted: z.literal(true) });
/** Chosen by the sender, one per file: a second upload with the same key is the same file. */
const uploadQuery = z.object({ key: idSchema.optional() });
const uploadLimit = { max: 120, seconds: 600, per: 'account' } as const;
const messageReply = z.object({ message: messageSchema });
const readReply = z.object({ unread: z.number().int(), readUpTo: idSchema.nullable() });
const unreadReply = listReplySchema(unreadCountSchema);
const sendLimit = { max: 60, seconds: 60, per: 'account' } as const;

/** A project's thread, from both sides. */
export const messageEndpoints = {
  listMessages: endpoint({
    method: 'GET',
    path: '/portal/:id/messages',
    access: 'project',
    summary: 'The thread, oldest first; `before` pages back.',
    params: idParams,
    query: messageListQuerySchema,
    reply: messageListSchema,
  }),
  sendMessage: endpoint({
    method: 'POST',
    path: '/portal/:id/messages',
    access: 'project-client',
    needsRecentSignIn: false,
    summary: 'A message from the client. Sending it again with the same `key` adds nothing.',
    params: idParams,
    body: sendMessageSchema,
    clientWords: 'added',
    reply: messageReply,
    status: 201,
    limit: sendLimit,
  }),
  attachFile: endpoint({
    method: 'POST',
    path: '/portal/:id/messages/files',
    access: 'project-client',
    needsRecentSignIn: false,
    summary: 'A file for a message that the client is writing. Deleted after a day unless a message has it.',
    params: idParams,
    query: uploadQuery,
    upload: true,
    reply: attachmentReply,
    status: 201,
    limit: uploadLimit,
  }),
  deleteAttachment: endpoint({
    method: 'DELETE',
    path: '/portal/:id/messages/files/:attachmentId',
    access: 'project',
    needsRecentSignIn: false,
    summary: 'Deletes a file of the caller’s that no message has yet.',
    params: attachmentParams,
    reply: deletedReply,
    limit: CLICK_LIMIT,
    audit: { says: 'removed a file from a message to {subject}' },
  }),
  editMessage: endpoint({
    method: 'PATCH',
    path: '/portal/:id/messages/:messageId',
    access: 'project',
    needsRecentSignIn: false,
    summary: 'Changes the words of the caller’s own message, within five minutes.',
    params: messageParams,
    body: editMessageSchema,
    clientWords: 'added',
    reply: messageReply,
    limit: CLICK_LIMIT,
    audit: { says: 'edited {item} of {subject}' },
  }),
  deleteMessage: endpoint({
    method: 'DELETE',
    path: '/portal/:id/messages/:messageId',
    access: 'project',
    needsRecentSignIn: false,
    summary:
      'Deletes the caller’s own message and its files, within five minutes. If it may have been read or has replies, a line stays in its place.',
    params: messageParams,
    reply: deletedReply,
    limit: CLICK_LIMIT,
    audit: { says: 'deleted {item} of {subject}' },
  }),
  markMessagesRead: endpoint({
    method: 'POST',
    path: '/portal/:id/messages/read',
    access: 'project-client',
    needsRecentSignIn: false,
    projectMayBe: 'archived',
    summary: 'Records the last message the client has read. It never moves back.',
    params: idParams,
    body: markMessagesReadSchema,
    reply: readReply,
    limit: PAGE_LIMIT,
  }),
  listMessagesAsStudio: endpoint({
    method: 'GET',
    path: '/admin/portal/:id/messages',
    access: 'admin',
    summary: 'The thread of any project.',
    params: idParams,
    query: messageListQuerySchema,
    reply: messageListSchema,
  }),
  sendMessageAsStudio: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/messages',
    access: 'admin',
    needsRecentSignIn: false,
    summary: 'A message from the studio. Sending it again with the same `key` adds nothing.',
    params: idParams,
    body: sendMessageSchema,
    reply: messageReply,
    status: 201,
    limit: sendLimit,
    audit: { says: 'wrote {item} to the client of {subject}' },
  }),
  attachFileAsStudio: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/messages/files',
    access: 'admin',
    needsRecentSignIn: false,
    summary: 'A file for a message that the studio is writing. Deleted after a day unless a message has it.',
    params: idParams,
    query: uploadQuery,
    upload: true,
    reply: attachmentReply,
    status: 201,
    limit: uploadLimit,
    audit: { says: 'uploaded a file for a message to {subject}' },
  }),
  markMessagesReadAsStudio: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/messages/read',
    access: 'admin',
    needsRecentSignIn: false,
    projectMayBe: 'archived',
    summary: 'Records the last message this admin has read. It never moves back.',
    params: idParams,
    body: markMessagesReadSchema,
    reply: readReply,
    limit: PAGE_LIMIT,
  }),
  noteAnswer: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/messages/answer',
    access: 'admin',
    needsRecentSignIn: false,
    summary:
      'Sets whether the client who wrote last needs an answer. 409 if they wrote after `upTo`, or have been answered.',
    params: idParams,
    body: noteAnswerSchema,
    reply: answerReplySchema,
    limit: CLICK_LIMIT,
    audit: { says: 'marked {item} of {subject}[ as {answer}]', keeps: ['answer'] },
  }),
  countUnreadAsStudio: endpoint({
    method: 'GET',
    path: '/admin/messages/unread',
    access: 'admin',
    summary: 'Client messages this admin hasn’t read, in some projects; omits projects with none.',
    query: unreadQuerySchema,
    reply: unreadReply,
  }),
};
