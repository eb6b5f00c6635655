import { api } from '@atelier/domain/api.ts';
import { notFound } from '@atelier/domain/errors.ts';
import { PROJECT_INVOICES_MAX } from '@atelier/domain/invoices/rules.ts';
import type { FastifyInstance } from 'fastify';
import { bindAdminEndpoint } from '../../core/access/guard.ts';
import { DOCUMENT_CALL } from '../../core/documents/documents.ts';
import { projectActor } from '../../core/projects/project-event.ts';
import { lockOpenProject, requireProject } from '../../core/projects/project-lookup.ts';
import { isoNow } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';
import type { InvoicePlanService } from './invoice-plan.service.ts';
import {
  presentInvoice,
  presentListedInvoice,
  presentPlannedPayment,
  presentStudioInvoice,
} from './invoices.presenter.ts';
import { listAllInvoices, listInvoices } from './invoices.repository.ts';
import type { InvoicesDeps, InvoicesService } from './invoices.service.ts';
import { findBillingDetails, listPlannedPayments } from './payment-plan.repository.ts';

export interface InvoiceServices extends InvoicesDeps {
  invoices: InvoicesService;
  plan: InvoicePlanService;
}

/** Invoices on both sides. */
export function addInvoiceRoutes(app: FastifyInstance, services: InvoiceServices): void {
  const { db, clock, storage, invoices, plan } = services;
  const view = () => ({ storage, today: isoNow(clock).slice(0, 10) });
  const limit = PROJECT_INVOICES_MAX;

  bindEndpoint(app, api.listInvoices, async ({ project: { projectId } }) => {
    const project = await requireProject(db, projectId);
    const [rows, planned, billing] = await Promise.all([
      listInvoices(db, projectId, { withDrafts: false, limit }),
      listPlannedPayments(db, projectId),
      plan.billing(db, project),
    ]);
    const sent = new Set(rows.map(({ id }) => id));
    return {
      items: rows.map((row) => presentInvoice(row, view())),
      // A draft is the studio's own.
      plan: planned.map(presentPlannedPayment).map((part) => ({
        ...part,
        invoiceId: part.invoiceId !== null && sent.has(part.invoiceId) ? part.invoiceId : null,
      })),
      billing,
    };
  });

  bindEndpoint(app, api.saveBilling, async (call) => {
    const { projectId } = call.project;
    const by = projectActor(call);
    const project = await transaction(db, async (trx) => {
      const locked = await lockOpenProject(trx, projectId, by);
      await plan.saveBilling(trx, { projectId, by, billing: call.body });
      return locked;
    });
    return { billing: await plan.billing(db, project) };
  });

  const reply = async (projectId: string) => {
    const project = await requireProject(db, projectId);
    const [rows, planned, billing, settings] = await Promise.all([
      listInvoices(db, projectId, { withDrafts: true, limit }),
      listPlannedPayments(db, projectId),
      plan.billing(db, project),
      findBillingDetails(db, projectId),
    ]);
    return {
      items: rows.map((row) => presentStudioInvoice(row, view())),
      plan: planned.map(presentPlannedPayment),
      billing,
      settings: { sendsItself: settings?.sends_itself === 1 },
    };
  };

  bindAdminEndpoint(app, api.listInvoicesAsStudio, ({ params }) => reply(params.id));

  bindAdminEndpoint(app, api.createInvoice, async ({ params, body }) => {
    await invoices.create(params.id, body);
    return reply(params.id);
  });

  bindAdminEndpoint(app, api.invoicePlannedPayment, async ({ params }) => {
    await plan.makeByHand(params.id, params.plannedId);
    return reply(params.id);
  });

  bindAdminEndpoint(app, api.holdMilestone, async ({ params, body: { holdsMilestoneId } }) => {
    if (holdsMilestoneId && !(await services.isMilestone(params.id, holdsMilestoneId))) throw notFound();
    await plan.hold(params.id, params.plannedId, holdsMilestoneId);
    return reply(params.id);
  });

  bindAdminEndpoint(app, api.changeInvoice, async (call) => {
    await invoices.change(actOf(call), call.body);
    return reply(call.params.id);
  });

  bindAdminEndpoint(app, api.deleteInvoice, async (call) => {
    await invoices.delete(actOf(call), call.query.revision);
    return reply(call.params.id);
  });

  bindAdminEndpoint(
    app,
    api.previewInvoice,
    async (call) => {
      const { name, bytes } = await invoices.preview(actOf(call));
      return { name, pdf: bytes.toString('base64') };
    },
    DOCUMENT_CALL,
  );

  bindAdminEndpoint(
    app,
    api.sendInvoice,
    async (call) => {
      await invoices.send(actOf(call), call.body.revision);
      return reply(call.params.id);
    },
    DOCUMENT_CALL,
  );

  bindAdminEndpoint(app, api.voidInvoice, async (call) => {
    await invoices.void(actOf(call), call.body.reason);
    return reply(call.params.id);
  });

  bindAdminEndpoint(
    app,
    api.creditInvoice,
    async (call) => {
      await invoices.credit(actOf(call), call.body);
      return reply(call.params.id);
    },
    DOCUMENT_CALL,
  );

  bindAdminEndpoint(app, api.changeInvoiceSettings, async ({ params, body }) => {
    await plan.changeSettings(params.id, body);
    return reply(params.id);
  });

  bindAdminEndpoint(app, api.listAllInvoices, async ({ query }) => {
    const { today } = view();
    const rows = await listAllInvoices(db, { ...query, limit: query.limit + 1, today });
    return {
      items: rows.slice(0, query.limit).map((row) => presentListedInvoice(row, today)),
      hasOlder: rows.length > query.limit,
    };
  });
}

/** The invoice that a call of the studio is about. */
function actOf(call: Parameters<typeof projectActor>[0] & { params: { id: string; invoiceId: string } }) {
  const { id: projectId, invoiceId } = call.params;
  return { projectId, invoiceId, by: projectActor(call) };
}
