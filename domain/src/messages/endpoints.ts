import { z } from 'zod';
import { CLICK_LIMIT, endpoint, PAGE_LIMIT } from '../endpoint.ts';
import { idParams, idSchema } from '../ids.ts';
import { listReplySchema } from '../paging.ts';
import {
  answerReplySchema,
  markMessagesReadSchema,
  messageListQuerySchema,
  messageListSchema,
  messageSchema,
  noteAnswerSchema,
  sendMessageSchema,
  unreadCountSchema,
  unreadQuerySchema,
} from './schema.ts';

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
    summary: 'A message from the client. Sending it again with the same `key` adds nothing.',
    params: idParams,
    body: sendMessageSchema,
    reply: messageReply,
    status: 201,
    limit: sendLimit,
  }),
  markMessagesRead: endpoint({
    method: 'POST',
    path: '/portal/:id/messages/read',
    access: 'project-client',
    summary: 'Records the last message the client has read. It never moves back.',
    params: idParams,
    body: markMessagesReadSchema,
    reply: readReply,
    limit: PAGE_LIMIT,
  }),
  countUnread: endpoint({
    method: 'GET',
    path: '/messages/unread',
    access: 'signed-in',
    summary:
      'Unread messages in some of the account’s own projects; omits those with none, and other accounts’.',
    query: unreadQuerySchema,
    reply: unreadReply,
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
    summary: 'A message from the studio. Sending it again with the same `key` adds nothing.',
    params: idParams,
    body: sendMessageSchema,
    reply: messageReply,
    status: 201,
    limit: sendLimit,
    audit: { says: 'Wrote to a client' },
  }),
  markMessagesReadAsStudio: endpoint({
    method: 'POST',
    path: '/admin/portal/:id/messages/read',
    access: 'admin',
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
    summary:
      'Sets whether the client who wrote last needs an answer. 409 if they wrote after `upTo`, or have been answered.',
    params: idParams,
    body: noteAnswerSchema,
    reply: answerReplySchema,
    limit: CLICK_LIMIT,
    audit: { says: 'Marked whether a client needs an answer', keeps: ['answer'] },
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
