import { api } from '@atelier/domain/api.ts';
import type { ChangeOrder, StudioChangeOrder } from '@atelier/domain/change-orders/schema.ts';
import type { FastifyInstance } from 'fastify';
import { bindAdminEndpoint } from '../../core/access/guard.ts';
import { DOCUMENT_CALL } from '../../core/documents/documents.ts';
import { missingIn } from '../../core/documents/typefaces.ts';
import { projectActor } from '../../core/projects/project-event.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { termsOf } from './change-order-terms.ts';
import type { ChangeOrdersService } from './change-orders.service.ts';
import type { ChangeOrderRow } from './change-orders.table.ts';
import { changeOrderDocument } from './document/change-order-document.ts';

type DownloadLinks = Pick<Storage, 'signedDownload'>;

/** Change orders on both sides. */
export function addChangeOrderRoutes(
  app: FastifyInstance,
  { changeOrders, storage }: { changeOrders: ChangeOrdersService; storage: DownloadLinks },
): void {
  const seen = async (projectId: string) => ({
    items: (await changeOrders.list(projectId, false)).map((row) => presentChangeOrder(row, storage)),
  });

  bindEndpoint(app, api.listChangeOrders, ({ project }) => seen(project.projectId));

  bindEndpoint(
    app,
    api.acceptChangeOrder,
    async (call) => {
      const { projectId } = call.project;
      const by = { ...projectActor(call), userAgent: call.client.userAgent };
      await changeOrders.accept({ projectId, changeOrderId: call.params.changeOrderId, by }, call.body);
      return seen(projectId);
    },
    DOCUMENT_CALL,
  );

  bindEndpoint(app, api.declineChangeOrder, async (call) => {
    const { projectId } = call.project;
    const act = { projectId, changeOrderId: call.params.changeOrderId, by: projectActor(call) };
    await changeOrders.decline(act, call.body.reason);
    return seen(projectId);
  });

  const reply = async (projectId: string) => ({
    items: (await changeOrders.list(projectId, true)).map((row) => presentStudioChangeOrder(row, storage)),
  });

  bindAdminEndpoint(app, api.listChangeOrdersAsStudio, ({ params }) => reply(params.id));

  bindAdminEndpoint(app, api.createChangeOrder, async ({ params, body }) => {
    await changeOrders.create(params.id, body);
    return reply(params.id);
  });

  bindAdminEndpoint(app, api.saveChangeOrder, async (call) => {
    await changeOrders.save(actOf(call), call.body);
    return reply(call.params.id);
  });

  bindAdminEndpoint(app, api.deleteChangeOrder, async (call) => {
    await changeOrders.delete(actOf(call), call.query.revision);
    return reply(call.params.id);
  });

  bindAdminEndpoint(
    app,
    api.previewChangeOrder,
    async (call) => {
      const { name, bytes } = await changeOrders.preview(actOf(call));
      return { name, pdf: bytes.toString('base64') };
    },
    DOCUMENT_CALL,
  );

  bindAdminEndpoint(
    app,
    api.sendChangeOrder,
    async (call) => {
      await changeOrders.send(actOf(call), call.body.revision);
      return reply(call.params.id);
    },
    DOCUMENT_CALL,
  );

  bindAdminEndpoint(app, api.withdrawChangeOrder, async (call) => {
    await changeOrders.withdraw(actOf(call));
    return reply(call.params.id);
  });
}

/** The change order that a call of the studio is about. */
function actOf(call: Parameters<typeof projectActor>[0] & { params: { id: string; changeOrderId: string } }) {
  const { id: projectId, changeOrderId } = call.params;
  return { projectId, changeOrderId, by: projectActor(call) };
}

export function presentChangeOrder(row: ChangeOrderRow, storage: DownloadLinks): ChangeOrder {
  return {
    _id: row.id,
    id: row.id,
    number: row.number,
    status: row.status,
    title: row.title,
    reason: row.reason,
    terms: termsOf(row),
    total: row.total,
    url: row.document_key ? storage.signedDownload(row.document_key) : null,
    hash: row.sha256,
    sentAt: row.sent_at,
    endedAt: row.ended_at,
    answer: row.answer,
    acceptedName: row.typed_name,
    recordUrl: row.record_key ? storage.signedDownload(row.record_key) : null,
  };
}

function missingInDraft(row: ChangeOrderRow): string {
  const { number, title, reason, project_title: projectTitle, created_at: date } = row;
  // What it says of the contract are numbers.
  const contract = { version: 1, total: null };
  return missingIn(
    changeOrderDocument({ number, title, reason, projectTitle, date, terms: termsOf(row), contract }),
  );
}

function presentStudioChangeOrder(row: ChangeOrderRow, storage: DownloadLinks): StudioChangeOrder {
  return {
    ...presentChangeOrder(row, storage),
    messageId: row.message_id,
    missingLetters: row.status === 'draft' ? missingInDraft(row) : '',
    revision: row.revision,
    createdAt: row.created_at,
  };
}
