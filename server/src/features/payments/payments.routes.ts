import { api } from '@atelier/domain/api.ts';
import type { Payment, StudioPayment } from '@atelier/domain/payments/schema.ts';
import type { FastifyInstance } from 'fastify';
import { bindAdminEndpoint } from '../../core/access/guard.ts';
import { projectActor } from '../../core/projects/project-event.ts';
import { requireProject } from '../../core/projects/project-lookup.ts';
import type { Db } from '../../platform/db/database.ts';
import { bindEndpoint, bindRequest } from '../../platform/http/bind.ts';
import { acceptSignedJson } from '../../platform/http/body.ts';
import { newId } from '../../platform/ids.ts';
import type { CardPaymentsService } from './card-payments.service.ts';
import { findPayment, listPayments } from './payments.repository.ts';
import type { PaymentsService } from './payments.service.ts';
import type { PaymentRow } from './payments.table.ts';

/** Payments shown of a project; older ones are in the books. */
const SHOWN = 500;
/** Largest event of the card provider: one has about 10 kB. */
const MAX_EVENT_BYTES = 256 * 1024;

/** Payments on both sides. */
export function addPaymentRoutes(
  app: FastifyInstance,
  { db, payments, cards }: { db: Db; payments: PaymentsService; cards: CardPaymentsService },
): void {
  bindEndpoint(app, api.listPayments, async ({ project: { projectId } }) => {
    const rows = await listPayments(db, projectId, SHOWN);
    return {
      items: rows.filter(({ removed_at }) => removed_at === null).map(presentPayment),
      card: (await cards.limits()) ?? null,
    };
  });

  bindEndpoint(app, api.startCardPayment, async (call) => {
    const { projectId } = call.project;
    const { invoiceId } = call.params;
    return { url: await cards.start({ projectId, invoiceId, by: projectActor(call) }) };
  });

  bindEndpoint(app, api.checkCardPayment, async (call) => {
    const { projectId } = call.project;
    const { invoiceId } = call.params;
    return { state: await cards.check({ projectId, invoiceId, by: projectActor(call) }) };
  });

  // A scope of its own: only here is a body of JSON kept as the bytes that were signed.
  app.register(async (scope) => {
    acceptSignedJson(scope, MAX_EVENT_BYTES);
    bindRequest(scope, api.receiveCardEvent, async ({ body }, request) => {
      const signature = request.headers['stripe-signature'];
      await cards.receive(body, typeof signature === 'string' ? signature : '');
      return { received: true as const };
    });
  });

  const reply = async (projectId: string) => {
    const rows = await listPayments(db, projectId, SHOWN);
    // Those of a deleted project stay.
    if (rows.length === 0) await requireProject(db, projectId);
    return { items: rows.map(presentStudioPayment) };
  };

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
    const payment = await findPayment(db, projectId, paymentId);
    // A card's money goes back the way it came.
    if (payment?.is_provided === 1) {
      const { amount, key = newId() } = call.body;
      await cards.refund({ projectId, paymentId }, { amount, key });
    } else {
      await payments.refund({ projectId, paymentId, by: projectActor(call) }, call.body);
    }
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
