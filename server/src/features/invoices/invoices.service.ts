import { billing as settings } from '@atelier/content/billing.ts';
import { daysAfter, daysBetween } from '@atelier/domain/days.ts';
import { AppError, type ErrorCode, notFound } from '@atelier/domain/errors.ts';
import { creditAmounts } from '@atelier/domain/invoices/amounts.ts';
import { type InvoiceAction, invoiceRefusal, PROJECT_INVOICES_MAX } from '@atelier/domain/invoices/rules.ts';
import type { ChangeInvoice, CreateInvoice, CreditInvoice } from '@atelier/domain/invoices/schema.ts';
import { assertPrintable, lettersNotSupported, type MakeDocument } from '../../core/documents/documents.ts';
import { pdfFileName, putPdf, readAttachment } from '../../core/documents/stored-pdf.ts';
import { missingLetters } from '../../core/documents/typefaces.ts';
import { type ProjectActor, type RecordEvent, STUDIO_ITSELF } from '../../core/projects/project-event.ts';
import { assertOpen, lockSomeProject } from '../../core/projects/project-lookup.ts';
import { lockProjectFacts } from '../../core/projects/projects.repository.ts';
import type { ProjectFacts } from '../../core/projects/projects.table.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { MAX_ATTACHED_BYTES } from '../../platform/mail/mailer.ts';
import type { MailAttachment } from '../../platform/mail/transport.ts';
import type { Platform } from '../../platform/platform.ts';
import { type InvoiceContent, invoiceDocument } from './document/invoice-document.ts';
import { InvoiceNumbers } from './invoice-numbers.ts';
import {
  creditNote,
  type DocumentFacts,
  invoiceContent,
  invoiceTaxes,
  newDraft,
  openOf,
  payable,
  writtenColumns,
} from './invoice-rows.ts';
import {
  countInvoices,
  deleteInvoiceDraft,
  findInvoice,
  findInvoiceById,
  findInvoiceBySource,
  holdBack,
  insertInvoice,
  listCreditNotes,
  listToSend,
  lockInvoice,
  updateInvoiceDraft,
  updateSentInvoice,
} from './invoices.repository.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { releasePlannedPayment } from './payment-plan.repository.ts';
import { assertOwnBilling } from './sample-billing.ts';

export interface InvoicesDeps extends Pick<Platform, 'db' | 'clock' | 'storage' | 'publicUrl'> {
  recordEvent: RecordEvent;
  makeInvoice: MakeDocument<InvoiceContent>;
  /** Whether a project has a milestone. */
  isMilestone(projectId: string, milestoneId: string): Promise<boolean>;
}

const SEND_BATCH = 50;
/** What keeps a draft from being sent by itself until it is changed: the owner is told of it. */
const HELD_BACK: ReadonlySet<ErrorCode> = new Set([
  'letters_not_supported',
  'document_over_limits',
  'sample_billing',
]);

/** An action of the studio on an invoice. */
export interface InvoiceAct {
  projectId: string;
  invoiceId: string;
  by: ProjectActor;
}

/** Writing, sending, voiding and crediting invoices. */
export class InvoicesService {
  readonly #deps: InvoicesDeps;
  readonly #numbers: InvoiceNumbers;

  constructor(deps: InvoicesDeps) {
    this.#deps = deps;
    this.#numbers = new InvoiceNumbers(deps);
  }

  /**
   * Makes a draft by hand. A second call with the same key is the same invoice.
   * @throws limit_reached, project_closed for a draft of a brief
   */
  async create(projectId: string, { key = newId(), ...written }: CreateInvoice): Promise<string> {
    const { db, clock } = this.#deps;
    const source_key = `hand ${projectId} ${key}`;
    return transaction(db, async (trx) => {
      const project = await lockProject(trx, projectId);
      const same = await findInvoiceBySource(trx, source_key);
      if (same) return same.id;
      await assertRoom(trx, projectId);
      const draft = newDraft(project, isoNow(clock), { source_key, ...writtenColumns(written) });
      await insertInvoice(trx, draft);
      return draft.id;
    });
  }

  /** Changes a draft. @throws not_found, conflict when it has changed since or was sent */
  async change(act: InvoiceAct, { revision, ...written }: ChangeInvoice): Promise<void> {
    await this.#act(act, 'edit', async (trx, row) => {
      // What was touched waits for a click.
      const change = { ...writtenColumns(written), sends_itself: 0, held_back: null };
      if (!(await updateInvoiceDraft(trx, { ...row, revision }, change))) throw changedMeanwhile();
    });
  }

  /** Deletes a draft; the payment that it was for waits for the studio again. @throws as `change` */
  async delete(act: InvoiceAct, revision: number): Promise<void> {
    await this.#act(act, 'delete', async (trx, row) => {
      if (!(await deleteInvoiceDraft(trx, { ...row, revision }))) throw changedMeanwhile();
      await releasePlannedPayment(trx, row.id, isoNow(this.#deps.clock));
    });
  }

  /**
   * Sends a draft: it gets the year's next number, its PDF is stored, and the client gets it by mail.
   * @throws as `change`, letters_not_supported, document_over_limits, sample_billing
   */
  async send(act: InvoiceAct, revision: number): Promise<void> {
    await this.#numbers.withNext(async (next) => {
      const { number, today } = next;
      const { db, clock, storage, publicUrl, recordEvent } = this.#deps;
      const seen = await this.#get(db, act);
      assertMay('send', seen);
      if (seen.revision !== revision) throw changedMeanwhile();
      assertOwnBilling(settings, publicUrl);
      const dueOn = seen.due_on ?? daysAfter(today, settings.paymentDays);
      const facts = { number, today, dueOn, credits: null };
      assertPrintable(invoiceDocument(invoiceContent(seen, facts)));
      const pdf = await this.#store(seen, facts);
      await transaction(db, async (trx) => {
        const project = await lockProject(trx, act.projectId);
        await this.#numbers.take(trx, next);
        const isSent = await updateInvoiceDraft(trx, seen, {
          status: 'sent',
          number,
          held_back: null,
          account_id: project.user_id,
          open: seen.total,
          issued_on: today,
          due_on: dueOn,
          document_key: pdf.key,
          sha256: pdf.sha256,
          sent_at: isoNow(clock),
        });
        if (!isSent) throw changedMeanwhile();
        await storage.keep(trx, pdf.key);
        await recordEvent(trx, {
          projectId: act.projectId,
          kind: 'invoice_sent',
          by: act.by,
          subject: { id: seen.id, title: seen.title },
          detail: { number, total: seen.total, dueOn },
        });
      });
    });
  }

  /** The PDF that a draft would be sent as today. @throws not_found, conflict, document_over_limits */
  async preview(act: InvoiceAct): Promise<{ name: string; bytes: Buffer }> {
    const { db, clock } = this.#deps;
    const row = await this.#get(db, act);
    assertMay('send', row);
    const today = isoNow(clock).slice(0, 10);
    const dueOn = row.due_on ?? daysAfter(today, settings.paymentDays);
    return this.#makePdf(row, { number: 'draft', today, dueOn, credits: null });
  }

  /** The PDF of a sent invoice as its mail carries it. Not within a transaction. */
  async sentDocument(projectId: string, invoiceId: string): Promise<MailAttachment[]> {
    const { db, storage } = this.#deps;
    const row = await findInvoice(db, projectId, invoiceId);
    const attachment =
      row?.document_key && (await readAttachment(storage, row.document_key, MAX_ATTACHED_BYTES));
    return attachment ? [attachment] : [];
  }

  /**
   * Sends what a plan made due in projects whose invoices send themselves. One whose document can't be made stays a draft, with
   * the reason, and keeps no other. A recurring job calls it.
   */
  async sendThemselves(): Promise<void> {
    const { db } = this.#deps;
    for (const { id, project_id, revision } of await listToSend(db, SEND_BATCH)) {
      try {
        await this.send({ projectId: project_id, invoiceId: id, by: STUDIO_ITSELF }, revision);
      } catch (error) {
        if (!(error instanceof AppError) || !HELD_BACK.has(error.code)) throw error;
        await transaction(db, (trx) => holdBack(trx, { id, revision }, error.message));
      }
    }
  }

  /** Voids an invoice that nothing was paid for. It keeps its number. @throws not_found, conflict */
  async void(act: InvoiceAct, reason: string): Promise<void> {
    await this.#act(act, 'void', async (trx, row) => {
      await updateSentInvoice(trx, row.id, { status: 'void', open: 0, reason });
      await releasePlannedPayment(trx, row.id, isoNow(this.#deps.clock));
      await this.#deps.recordEvent(trx, {
        projectId: act.projectId,
        kind: 'invoice_voided',
        by: act.by,
        subject: { id: row.id, title: row.title },
        detail: { number: row.number ?? '', reason },
      });
    });
  }

  /**
   * Sends a credit note that takes an amount without tax off an invoice. A second call with the same key is the same note.
   * @throws not_found, conflict when it isn't possible, or is more than what is left, letters_not_supported
   */
  async credit(act: InvoiceAct, { amount, reason, key = newId() }: CreditInvoice): Promise<void> {
    const { db, clock, storage, recordEvent } = this.#deps;
    const source_key = `credit ${act.invoiceId} ${key}`;
    await this.#numbers.withNext(async (next) => {
      const { number, today } = next;
      const invoice = await this.#get(db, act);
      if (await findInvoiceBySource(db, source_key)) return;
      const project = await transaction(db, (trx) => lockProject(trx, act.projectId));
      const credited = await this.#creditable(db, invoice, amount);
      const note = creditNote(project, invoice, { credited, reason, source_key, now: isoNow(clock) });
      // The rest is as it was sent with the invoice.
      const letters = missingLetters(reason);
      if (letters !== '') throw lettersNotSupported(letters);
      const pdf = await this.#store(note, { number, today, dueOn: null, credits: invoice.number });
      await transaction(db, async (trx) => {
        await lockProject(trx, act.projectId);
        const locked = await lockInvoice(trx, invoice.id);
        if (!locked || locked.credited !== invoice.credited || locked.status !== invoice.status)
          throw changedMeanwhile();
        await this.#numbers.take(trx, next);
        const sent = {
          status: 'sent',
          number,
          issued_on: today,
          document_key: pdf.key,
          sha256: pdf.sha256,
          sent_at: isoNow(clock),
        } as const;
        if (!(await insertInvoice(trx, { ...note, ...sent }))) throw changedMeanwhile();
        const after = { ...locked, credited: locked.credited + note.total };
        const open = openOf(after);
        // The rest of what was paid in part is taken off.
        const settles = locked.open > 0 && open === 0 && locked.paid > 0;
        await updateSentInvoice(trx, locked.id, {
          ...{ credited: after.credited, open },
          ...(settles && { paid_on: today, days_to_pay: daysToPay(locked, today) }),
        });
        await storage.keep(trx, pdf.key);
        await recordEvent(trx, {
          projectId: act.projectId,
          kind: 'invoice_credited',
          by: act.by,
          subject: { id: note.id, title: note.title },
          detail: { number, credited: invoice.number ?? '', total: note.total, reason },
        });
      });
    });
  }

  /** What a credit note of this amount comes to. @throws conflict */
  async #creditable(db: Db, invoice: InvoiceRow, net: number) {
    assertMay('credit', invoice);
    const before = (await listCreditNotes(db, invoice.id)).map(invoiceTaxes);
    const left = invoice.net - before.flat().reduce((sum, tax) => sum + tax.net, 0);
    const credited = creditAmounts(invoiceTaxes(invoice), before, net);
    // With lines below zero of another tax, a part can come to more than the whole.
    if (net > left || invoice.credited + credited.total > invoice.total)
      throw new AppError('conflict', 'That is more than what is left of this invoice.');
    return credited;
  }

  /** Makes and stores the PDF, before the transaction, which must wait for nothing but the database. */
  async #store(row: InvoiceRow, facts: DocumentFacts) {
    return putPdf(this.#deps.storage, { ...(await this.#makePdf(row, facts)), mayUseReserve: true });
  }

  async #makePdf(row: InvoiceRow, facts: DocumentFacts) {
    const bytes = await this.#deps.makeInvoice(invoiceContent(row, facts));
    const name = `${row.kind === 'invoice' ? 'Invoice' : 'Credit note'} ${facts.number}`;
    return { name: pdfFileName(name), bytes };
  }

  /** Locks an invoice after its project, if that is still there; undefined for a missing one. */
  async lockPayable(trx: Trx, id: string) {
    const found = await findInvoiceById(trx, id);
    const project = found && (await lockProjectFacts(trx, found.project_id));
    const row = found && (await lockInvoice(trx, id));
    return row && payable(row, project === undefined);
  }

  /** Says what was received for an invoice that `lockPayable` locked, and on which day all of it was there. */
  async settle(trx: Trx, id: string, { paid, settledOn }: { paid: number; settledOn: string | null }) {
    const row = await lockInvoice(trx, id);
    if (!row) throw notFound();
    const open = openOf({ ...row, paid });
    const paidOn = open === 0 && row.status === 'sent' ? settledOn : null;
    await updateSentInvoice(trx, id, {
      ...{ paid, open, paid_on: paidOn },
      days_to_pay: paidOn === null ? null : daysToPay(row, paidOn),
    });
    return payable({ ...row, paid }, false);
  }

  async #act(
    act: InvoiceAct,
    action: InvoiceAction,
    work: (trx: Trx, row: InvoiceRow) => Promise<void>,
  ): Promise<void> {
    await transaction(this.#deps.db, async (trx) => {
      await lockProject(trx, act.projectId);
      const row = await this.#get(trx, act);
      assertMay(action, row);
      await work(trx, row);
    });
  }

  async #get(db: Db, { projectId, invoiceId }: InvoiceAct): Promise<InvoiceRow> {
    const row = await findInvoice(db, projectId, invoiceId);
    if (!row) throw notFound();
    return row;
  }
}

const daysToPay = ({ issued_on }: InvoiceRow, paidOn: string) =>
  issued_on === null ? null : Math.max(0, daysBetween(issued_on, paidOn));

/** Locks a project that isn't a brief any more: an archived one can still be invoiced. */
async function lockProject(trx: Trx, projectId: string): Promise<ProjectFacts> {
  const project = await lockSomeProject(trx, projectId, { side: 'studio' });
  if (project.status === 'draft') assertOpen(project);
  return project;
}

async function assertRoom(trx: Trx, projectId: string): Promise<void> {
  if ((await countInvoices(trx, projectId)) < PROJECT_INVOICES_MAX) return;
  throw new AppError('limit_reached', `A project has at most ${PROJECT_INVOICES_MAX} invoices.`);
}

function assertMay(action: InvoiceAction, row: InvoiceRow): void {
  const refusal = invoiceRefusal(action, row);
  if (refusal) throw new AppError('conflict', refusal);
}

function changedMeanwhile(): AppError {
  return new AppError(
    'conflict',
    'The invoice was changed in another window. Check how it looks now, then try again.',
  );
}
