import { z } from 'zod';
import { CLICK_LIMIT, endpoint } from '../endpoint.ts';
import { idParams } from '../ids.ts';
import { listReplySchema } from '../paging.ts';
import { addTodoSchema, changeTodoSchema, todoSchema } from './schema.ts';

const todoReply = z.object({ todo: todoSchema });

/** The studio's own to-dos, about a project, an enquiry or neither. No call of a client has any of them. */
export const todoEndpoints = {
  listTodos: endpoint({
    method: 'GET',
    path: '/admin/todos',
    access: 'admin',
    summary: 'The open to-dos of the studio, the soonest due first.',
    reply: listReplySchema(todoSchema),
  }),
  listTodosAbout: endpoint({
    method: 'GET',
    path: '/admin/todos/about/:id',
    access: 'admin',
    summary:
      'The to-dos about a project or an enquiry: open ones, the soonest due first, then the last done.',
    params: idParams,
    reply: listReplySchema(todoSchema),
  }),
  addTodo: endpoint({
    method: 'POST',
    path: '/admin/todos',
    access: 'admin',
    needsRecentSignIn: false,
    summary:
      'Adds a to-do, about a project or an enquiry if `about` has its id. Sending it again with the same `key` adds nothing.',
    body: addTodoSchema,
    reply: todoReply,
    status: 201,
    limit: CLICK_LIMIT,
    audit: { says: 'added a to-do[ about {subject}]', keeps: ['due'] },
  }),
  changeTodo: endpoint({
    method: 'PATCH',
    path: '/admin/todos/:id',
    access: 'admin',
    needsRecentSignIn: false,
    summary:
      'Changes a to-do: its text, its day, or whether it is done. The same values again change nothing.',
    params: idParams,
    body: changeTodoSchema,
    reply: todoReply,
    limit: CLICK_LIMIT,
    audit: { says: 'changed a to-do[ about {subject}][ to {done}]', keeps: ['due', 'done'] },
  }),
  deleteTodo: endpoint({
    method: 'DELETE',
    path: '/admin/todos/:id',
    access: 'admin',
    needsRecentSignIn: false,
    summary: 'Deletes a to-do.',
    params: idParams,
    reply: z.object({ deleted: z.literal(true) }),
    limit: CLICK_LIMIT,
    audit: { says: 'deleted a to-do[ about {subject}]' },
  }),
};
