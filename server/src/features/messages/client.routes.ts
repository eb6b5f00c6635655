import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { projectActor } from '../../core/projects/project-event.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';
import { presentMessage, presentThread } from './messages.presenter.ts';
import type { MessagesService } from './messages.service.ts';

/** A project's thread on its client's side. An admin who isn't its client can only read. */
export function addMessageRoutes(app: FastifyInstance, messages: MessagesService): void {
  bindEndpoint(app, api.listMessages, async ({ params, query, actor, project }) => {
    const isClients = project.isClient || query.as === 'client';
    const reader = isClients
      ? ({ accountId: project.clientId, role: 'client' } as const)
      : ({ accountId: actor.accountId, role: 'owner' } as const);
    return presentThread(await messages.readThread(params.id, reader, query), reader.role);
  });

  bindEndpoint(app, api.sendMessage, async (call) => ({
    message: presentMessage(await messages.send(call.params.id, projectActor(call), call.body), 'client'),
  }));

  bindEndpoint(app, api.markMessagesRead, async ({ params, body, actor }) =>
    messages.markRead(params.id, { accountId: actor.accountId, role: 'client' }, body.upTo),
  );

  bindEndpoint(app, api.countUnread, async ({ query, actor }) => ({
    items: await messages.countOwnUnread(actor.accountId, query.projects),
  }));
}
