import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { type ProjectActor, projectActor } from '../../core/projects/project-event.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';
import type { BindUpload } from '../../platform/http/upload.ts';
import type { MessageFilesService } from './message-files.service.ts';
import {
  type Presentation,
  presentMessage,
  presentMessageFile,
  presentThread,
} from './messages.presenter.ts';
import type { Reader } from './messages.repository.ts';
import type { MessagesService } from './messages.service.ts';

export interface MessageRoutesDeps {
  messages: MessagesService;
  files: MessageFilesService;
  /** What a reader gets to see at this moment. */
  presentTo(reader: Reader): Presentation;
}

/** A reader on the side that an actor acts on. */
export function readerOf({ accountId, side }: ProjectActor): Reader {
  return { accountId, role: side === 'studio' ? 'owner' : 'client' };
}

/** A project's thread on its client's side. An admin who isn't its client can only read. */
export function addMessageRoutes(
  app: FastifyInstance,
  { messages, files, presentTo }: MessageRoutesDeps,
): void {
  bindEndpoint(app, api.listMessages, async ({ params, query, actor, project }) => {
    // With `as` the studio reads as the main contact would.
    const reader: Reader = project.isClient
      ? { accountId: actor.accountId, role: 'client' }
      : query.as === 'client'
        ? { accountId: project.clientId, role: 'client' }
        : { accountId: actor.accountId, role: 'owner' };
    const thread = await messages.readThread(params.id, reader, query);
    return presentThread(thread, presentTo(reader), files.maxBytes);
  });

  bindEndpoint(app, api.sendMessage, async (call) => {
    const by = projectActor(call);
    const sent = await messages.send(call.params.id, by, call.body);
    return { message: presentMessage(sent, presentTo(readerOf(by))) };
  });

  bindEndpoint(app, api.editMessage, async (call) => {
    const by = projectActor(call);
    const { id: projectId, messageId } = call.params;
    const message = await messages.edit({ projectId, messageId, by }, call.body.body);
    return { message: presentMessage(message, presentTo(readerOf(by))) };
  });

  bindEndpoint(app, api.deleteMessage, async (call) => {
    const { id: projectId, messageId } = call.params;
    await messages.delete({ projectId, messageId, by: projectActor(call) });
    return { deleted: true as const };
  });

  bindEndpoint(app, api.deleteAttachment, async (call) => {
    const { id: projectId, attachmentId } = call.params;
    await files.deleteUnsent({ projectId, attachmentId, by: projectActor(call) });
    return { deleted: true as const };
  });

  bindEndpoint(app, api.markMessagesRead, async ({ params, body, actor }) =>
    messages.markRead(params.id, { accountId: actor.accountId, role: 'client' }, body.upTo),
  );
}

/** The endpoints with which each side sends a file for a message. The table opens the second to admins only. */
export function bindAttachments(bind: BindUpload, { files, presentTo }: MessageRoutesDeps): void {
  for (const endpoint of [api.attachFile, api.attachFileAsStudio] as const) {
    bind(endpoint, async (call) => {
      const by = projectActor(call);
      const row = await files.attach({ projectId: call.params.id, by, key: call.query.key }, call);
      return { file: presentMessageFile(row, presentTo(readerOf(by)).sign) };
    });
  }
}
