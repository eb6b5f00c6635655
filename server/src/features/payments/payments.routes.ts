import { api } from '@atelier/domain/api.ts';
import type { Payment, StudioPayment } from '@atelier/domain/payments/schema.ts';
import type { FastifyInstance } from 'fastify';
import { bindAdminEndpoint } from '../../core/access/guard.ts';
import { projectActor } from '../../core/projects/project-event.ts';
import type { Db } from '../../platform/db/database.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';
import { listPayments } from './payments.repository.ts';
import type { PaymentsService } from './payments.service.ts';
import type { PaymentRow } from './payments.table.ts';

/** Payments shown of a project; older ones are in the books. */
const SHOWN = 500;

/** Payments on both sides. */
export function addPaymentRoutes(
  app: FastifyInstance,
  { db, payments }: { db: Db; payments: PaymentsService },
): void {
  bindEndpoint(app, api.listPayments, async ({ project: { projectId } }) => {
    const rows = await listPayments(db, projectId, SHOWN);
    return { items: rows.filter(({ removed_at }) => removed_at === null).map(presentPayment) };
  });

  const reply = async (projectId: string) => ({
    items: (await listPayments(db, projectId, SHOWN)).map(presentStudioPayment),
  });

  bindAdminEndpoint(app, api.listPaymentsAsStudio, ({ params }) => reply(params.id));

  bindAdminEndpoint(app, api.recordPayment, async (call) => {
    const { id: projectId, invoiceId } = call.params;
    await payments.record({ projectId, invoiceId, by: projectActor(call) }, call.body);
    return reply(projectId);
  });

  bindAdminEndpoint(app, api.payWithCredit, async (call) => {
    const { id: projectId, invoiceId } = call.params;
    await payments.payWithCredit({ projectId, invoiceId, by: projectActor(call) }, call.body);
    return reply(projectId);
  });

  bindAdminEndpoint(app, api.refundPayment, async (call) => {
    const { id: projectId, paymentId } = call.params;
    await payments.refund({ projectId, paymentId, by: projectActor(call) }, call.body);
    return reply(projectId);
  });

  bindAdminEndpoint(app, api.removePayment, async (call) => {
    const { id: projectId, paymentId } = call.params;
    await payments.remove({ projectId, paymentId, by: projectActor(call) }, call.body.note);
    return reply(projectId);
  });
}

function presentPayment(row: PaymentRow): Payment {
  return {
    _id: row.id,
    id: row.id,
    invoiceId: row.invoice_id,
    kind: row.kind,
    amount: row.amount,
    method: row.method,
    reference: row.reference,
    on: row.moved_on,
  };
}

function presentStudioPayment(row: PaymentRow): StudioPayment {
  return {
    ...presentPayment(row),
    fee: row.fee,
    note: row.note,
    isProvided: row.is_provided === 1,
    isRemoved: row.removed_at !== null,
    createdAt: row.created_at,
  };
}
