import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { bindAdminEndpoint } from '../../core/access/guard.ts';
import { projectActor } from '../../core/projects/project-event.ts';
import { requireProject } from '../../core/projects/project-lookup.ts';
import type { Db } from '../../platform/db/database.ts';
import { type MessageRoutesDeps, readerOf } from './client.routes.ts';
import { presentMessage, presentThread } from './messages.presenter.ts';

/** The studio's side of a project's messages. */
export function addStudioMessageRoutes(
  app: FastifyInstance,
  { messages, files, presentTo, db }: MessageRoutesDeps & { db: Db },
): void {
  bindAdminEndpoint(app, api.listMessagesAsStudio, async ({ params, query, actor }) => {
    await requireProject(db, params.id);
    const reader = { accountId: actor.accountId, role: 'owner' as const };
    const thread = await messages.readThread(params.id, reader, query);
    return presentThread(thread, presentTo(reader), files.maxBytes);
  });

  bindAdminEndpoint(app, api.sendMessageAsStudio, async (call) => {
    const by = projectActor({ ...call, project: undefined });
    const sent = await messages.send(call.params.id, by, call.body);
    call.nameItem({ kind: 'message', id: sent.row.id, title: null });
    return { message: presentMessage(sent, presentTo(readerOf(by))) };
  });

  bindAdminEndpoint(app, api.markMessagesReadAsStudio, async ({ params, body, actor }) =>
    messages.markRead(params.id, { accountId: actor.accountId, role: 'owner' }, body.upTo),
  );

  bindAdminEndpoint(app, api.noteAnswer, async ({ params, body, nameItem }) => {
    nameItem({ kind: 'message', id: body.upTo, title: null });
    await messages.noteAnswer(params.id, body);
    return { answer: body.answer };
  });

  bindAdminEndpoint(app, api.countUnreadAsStudio, async ({ query, actor }) => ({
    items: await messages.countStudioUnread(actor.accountId, query.projects),
  }));
}
