import { AppError, notFound } from '@atelier/domain/errors.ts';
import {
  creditAmount,
  type InvoiceBalance,
  invoiceRefusal,
  openAmount,
} from '@atelier/domain/invoices/rules.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import { balanceOf, INVOICE_PAYMENTS_MAX } from '@atelier/domain/payments/rules.ts';
import type { PayWithCredit, RecordPayment, RefundPayment } from '@atelier/domain/payments/schema.ts';
import {
  type ProjectActor,
  type ProjectEvent,
  type RecordEvent,
  STUDIO_ITSELF,
} from '../../core/projects/project-event.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  findPayment,
  findPaymentBySource,
  insertPayment,
  listPaymentsFor,
  markPaymentRemoved,
} from './payments.repository.ts';
import type { PaymentRow } from './payments.table.ts';

/** An invoice as payments know it. */
export interface PayableInvoice extends InvoiceBalance {
  id: string;
  projectId: string;
  kind: 'invoice' | 'credit_note';
  status: 'draft' | 'sent' | 'void';
  number: string;
  title: string;
  /** Its project was deleted: nothing is recorded there any more. */
  isProjectDeleted: boolean;
}

/** What payments need of invoices; a workflow implements it. */
export interface PayableInvoices {
  /** Locks an invoice and its project, if that is still there; undefined for a missing invoice. */
  lock(trx: Trx, invoiceId: string): Promise<PayableInvoice | undefined>;
  /** Says what was received for a locked invoice, and on which day all of it was there; null while it isn't. */
  settle(
    trx: Trx,
    invoiceId: string,
    balance: { paid: number; settledOn: string | null },
  ): Promise<PayableInvoice>;
}

export interface PaymentsDeps extends Pick<Platform, 'db' | 'clock'> {
  invoices: PayableInvoices;
  recordEvent: RecordEvent;
}

/** Recording what was paid and paid back. Each change counts the invoice's payments anew, with the invoice locked. */
export class PaymentsService {
  readonly #deps: PaymentsDeps;

  constructor(deps: PaymentsDeps) {
    this.#deps = deps;
  }

  /**
   * Records a payment. What is beyond the invoice becomes a credit. A second call with the same key is the same payment.
   * @throws not_found, conflict for an invoice that isn't sent, limit_reached
   */
  async record(
    { projectId, invoiceId, by }: { projectId: string; invoiceId: string; by: ProjectActor },
    { key = newId(), ...paid }: RecordPayment,
  ): Promise<void> {
    await transaction(this.#deps.db, async (trx) => {
      const invoice = await this.#lock(trx, projectId, invoiceId);
      const sourceKey = `hand ${invoiceId} ${key}`;
      if (await findPaymentBySource(trx, sourceKey)) return;
      assertPayable(invoice);
      await assertRoom(trx, invoice);
      await this.receive(trx, invoice, by, { ...paid, sourceKey, isProvided: false });
    });
  }

  /** Adds a payment of a locked invoice, unless its source was counted before; returns whether it did. */
  async receive(
    trx: Trx,
    invoice: PayableInvoice,
    by: ProjectActor,
    paid: Omit<RecordPayment, 'key' | 'method'> & {
      method: PaymentRow['method'];
      sourceKey: string;
      isProvided: boolean;
    },
  ): Promise<boolean> {
    const row = this.#row(invoice, { ...paid, kind: 'payment', refunds_id: null });
    if (!(await insertPayment(trx, row))) return false;
    const after = await this.#settle(trx, invoice);
    await this.#record(trx, invoice, {
      projectId: invoice.projectId,
      kind: 'payment_received',
      by,
      subject: { id: row.id, title: invoice.title },
      detail: {
        number: invoice.number,
        amount: row.amount,
        open: openAmount(after),
        credit: creditAmount(after),
        method: row.method,
      },
    });
    return true;
  }

  /** Pays an invoice with another one's credit. @throws not_found, conflict when it isn't there, or is more than is open */
  async payWithCredit(
    { projectId, invoiceId, by }: { projectId: string; invoiceId: string; by: ProjectActor },
    { from, amount, key = newId() }: PayWithCredit,
  ): Promise<void> {
    await transaction(this.#deps.db, async (trx) => {
      const source = await this.#lock(trx, projectId, from);
      const invoice = await this.#lock(trx, projectId, invoiceId);
      const sourceKey = `credit ${invoiceId} ${key}`;
      if (await findPaymentBySource(trx, sourceKey)) return;
      assertPayable(invoice);
      await assertRoom(trx, invoice);
      await assertRoom(trx, source);
      if (amount > creditAmount(source)) throw new AppError('conflict', 'There isn’t that much credit.');
      if (amount > openAmount(invoice))
        throw new AppError('conflict', 'That is more than what is left to pay.');
      const on = isoNow(this.#deps.clock).slice(0, 10);
      const moved = { amount, fee: 0, method: 'credit', on, isProvided: false } as const;
      const taken = {
        ...moved,
        reference: invoice.number,
        note: '',
        kind: 'refund',
        refunds_id: null,
      } as const;
      await insertPayment(trx, this.#row(source, { ...taken, sourceKey: `${sourceKey} from` }));
      await this.#settle(trx, source);
      await this.receive(trx, invoice, by, { ...moved, reference: source.number, note: '', sourceKey });
    });
  }

  /**
   * Records what was paid back of a payment. A second call with the same key is the same refund.
   * @throws not_found, conflict for more than what was paid, or for one that only its provider can pay back
   */
  async refund(
    { projectId, paymentId, by }: { projectId: string; paymentId: string; by: ProjectActor },
    { key = newId(), ...paid }: RefundPayment,
  ): Promise<void> {
    await transaction(this.#deps.db, async (trx) => {
      const sourceKey = `refund ${paymentId} ${key}`;
      if (await findPaymentBySource(trx, sourceKey)) return;
      const { payment, invoice } = await this.lockRefundable(trx, { projectId, paymentId }, paid.amount);
      await assertRoom(trx, invoice);
      await this.payBack(trx, invoice, by, { ...paid, payment, sourceKey, isProvided: false });
    });
  }

  /** Locks the invoice of a payment of which an amount is to be paid back. @throws not_found, conflict for more than is there */
  async lockRefundable(
    trx: Trx,
    { projectId, paymentId }: { projectId: string; paymentId: string },
    amount: number,
  ) {
    const { payment, invoice } = await this.#lockPayment(trx, projectId, paymentId);
    if (payment.kind !== 'payment' || payment.removed_at)
      throw new AppError('conflict', 'There is nothing to pay back.');
    const left = await this.#refundable(trx, payment, invoice);
    if (amount > left) throw new AppError('conflict', `At most ${formatCents(left)} of it can be paid back.`);
    return { payment, invoice };
  }

  /** Adds a refund of a locked invoice's payment, unless its source was counted before; returns whether it did. */
  async payBack(
    trx: Trx,
    invoice: PayableInvoice,
    by: ProjectActor,
    paid: Omit<RefundPayment, 'key'> & {
      payment: PaymentRow;
      sourceKey: string;
      isProvided: boolean;
      /** A bank took it back for the card's owner. */
      isDisputed?: boolean;
    },
  ): Promise<boolean> {
    const { payment, isDisputed = false, ...facts } = paid;
    // What was paid with a credit goes back as money.
    const { method, reference } =
      payment.method === 'credit' ? { method: 'transfer' as const, reference: '' } : payment;
    const row = this.#row(invoice, {
      ...facts,
      fee: 0,
      method,
      reference,
      kind: 'refund',
      refunds_id: payment.id,
    });
    if (!(await insertPayment(trx, row))) return false;
    await this.#settle(trx, invoice);
    await this.#record(trx, invoice, {
      projectId: invoice.projectId,
      kind: isDisputed ? 'payment_disputed' : 'payment_refunded',
      by,
      subject: { id: row.id, title: invoice.title },
      detail: { number: invoice.number, amount: row.amount, method },
    });
    return true;
  }

  /** Counts what a provider says went back of a locked invoice's payment, and no longer what didn't go after all. */
  async countReturn(
    trx: Trx,
    invoice: PayableInvoice,
    returned: {
      payment: PaymentRow;
      amount: number;
      on: string;
      /** False for a refund that failed, or a dispute that was won. */
      isGone: boolean;
      isDisputed: boolean;
      sourceKey: string;
    },
  ): Promise<void> {
    const { isGone, sourceKey, ...facts } = returned;
    // A dispute that was won can be lost in the end.
    const secondKey = `${sourceKey} again`;
    const first = await findPaymentBySource(trx, sourceKey);
    const second = await findPaymentBySource(trx, secondKey);
    const standing = [first, second].find((row) => row && !row.removed_at);
    if (!isGone && standing) await this.#takeBack(trx, invoice, standing);
    if (!isGone || standing || second) return;
    await this.payBack(trx, invoice, STUDIO_ITSELF, {
      ...{ ...facts, sourceKey: first ? secondKey : sourceKey, isProvided: true },
      note: facts.isDisputed ? 'Disputed by the card’s owner' : '',
    });
  }

  async #takeBack(trx: Trx, invoice: PayableInvoice, refund: PaymentRow): Promise<void> {
    const now = isoNow(this.#deps.clock);
    if (!(await markPaymentRemoved(trx, refund.id, { now, note: refund.note }))) return;
    await this.#settle(trx, invoice);
    await this.#record(trx, invoice, {
      projectId: invoice.projectId,
      kind: 'payment_returned',
      by: STUDIO_ITSELF,
      subject: { id: refund.id, title: invoice.title },
      detail: { number: invoice.number, amount: refund.amount },
    });
  }

  /** Removes what was recorded by mistake. @throws not_found, conflict for what a provider reported, or was paid back */
  async remove(
    { projectId, paymentId, by }: { projectId: string; paymentId: string; by: ProjectActor },
    note: string,
  ): Promise<void> {
    await transaction(this.#deps.db, async (trx) => {
      const { payment, invoice } = await this.#lockPayment(trx, projectId, paymentId);
      // The same call again, after a lost reply.
      if (payment.removed_at) return;
      if (payment.is_provided === 1 || payment.method === 'credit') {
        throw new AppError('conflict', 'Only what was recorded by hand can be removed.');
      }
      if (payment.kind === 'payment' && (await this.#refundable(trx, payment, invoice)) < payment.amount) {
        throw new AppError('conflict', 'Some of it was paid back: remove the refund first.');
      }
      const now = isoNow(this.#deps.clock);
      if (!(await markPaymentRemoved(trx, paymentId, { now, note: note || payment.note }))) return;
      const after = await this.#settle(trx, invoice);
      // What was moved to another invoice as a credit is no longer there to move.
      if (after.paid < 0) throw new AppError('conflict', 'Some of it pays another invoice as a credit.');
      await this.#record(trx, invoice, {
        projectId,
        kind: 'payment_removed',
        by,
        subject: { id: paymentId, title: invoice.title },
        detail: { number: invoice.number, amount: payment.amount },
      });
    });
  }

  /** Records an event in the project, while there is one. */
  async #record(trx: Trx, invoice: PayableInvoice, event: ProjectEvent): Promise<void> {
    if (!invoice.isProjectDeleted) await this.#deps.recordEvent(trx, event);
  }

  async #refundable(db: Db, payment: PaymentRow, { total, credited }: PayableInvoice): Promise<number> {
    const all = await listPaymentsFor(db, payment.invoice_id);
    const refunds = all.filter((each) => each.refunds_id === payment.id && !each.removed_at);
    const { paid } = balanceOf(all.map(counted), total - credited);
    // Of what was moved to another invoice, nothing is left here to pay back.
    const left = payment.amount - refunds.reduce((sum, { amount }) => sum + amount, 0);
    return Math.max(0, Math.min(left, paid));
  }

  async #settle(trx: Trx, { id, total, credited }: PayableInvoice): Promise<PayableInvoice> {
    const rows = await listPaymentsFor(trx, id);
    return this.#deps.invoices.settle(trx, id, balanceOf(rows.map(counted), total - credited));
  }

  async #lock(trx: Trx, projectId: string, invoiceId: string): Promise<PayableInvoice> {
    const invoice = await this.#deps.invoices.lock(trx, invoiceId);
    if (invoice?.projectId !== projectId) throw notFound();
    return invoice;
  }

  async #lockPayment(trx: Trx, projectId: string, paymentId: string) {
    const found = await findPayment(trx, projectId, paymentId);
    if (!found) throw notFound();
    const invoice = await this.#lock(trx, projectId, found.invoice_id);
    const payment = await findPayment(trx, projectId, paymentId);
    if (!payment) throw notFound();
    return { payment, invoice };
  }

  #row(
    { id: invoice_id, projectId: project_id }: PayableInvoice,
    made: Pick<PaymentRow, 'kind' | 'amount' | 'fee' | 'method' | 'reference' | 'note' | 'refunds_id'> & {
      on: string;
      sourceKey: string;
      isProvided: boolean;
    },
  ): PaymentRow {
    const { on, sourceKey, isProvided, ...facts } = made;
    return {
      id: newId(),
      project_id,
      invoice_id,
      ...facts,
      moved_on: on,
      source_key: sourceKey,
      is_provided: isProvided ? 1 : 0,
      removed_at: null,
      created_at: isoNow(this.#deps.clock),
    };
  }
}

const counted = ({ kind, amount, moved_on, removed_at }: PaymentRow) => ({
  kind,
  amount,
  on: moved_on,
  isRemoved: removed_at !== null,
});

async function assertRoom(trx: Trx, { id }: PayableInvoice): Promise<void> {
  if ((await listPaymentsFor(trx, id)).length < INVOICE_PAYMENTS_MAX) return;
  throw new AppError('limit_reached', `An invoice has at most ${INVOICE_PAYMENTS_MAX} payments and refunds.`);
}

function assertPayable(invoice: PayableInvoice): void {
  const refusal = invoiceRefusal('pay', invoice);
  if (refusal) throw new AppError('conflict', refusal);
}
