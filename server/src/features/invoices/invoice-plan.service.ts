import { billing as settings } from '@atelier/content/billing.ts';
import { reducePayments } from '@atelier/domain/change-orders/rules.ts';
import { type ContractTerms, type PlannedPart, planAmounts } from '@atelier/domain/contracts/terms.ts';
import { AppError, notFound } from '@atelier/domain/errors.ts';
import type { BillingDetails } from '@atelier/domain/invoices/schema.ts';
import { type ProjectActor, STUDIO_ITSELF } from '../../core/projects/project-event.ts';
import { lockSomeProject, requireProject } from '../../core/projects/project-lookup.ts';
import type { ProjectFacts } from '../../core/projects/projects.table.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { readInPages } from '../../platform/db/read-in-pages.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { billingFor, newDraft, writtenColumns } from './invoice-rows.ts';
import { findInvoiceById, insertInvoice, updateSendsItself } from './invoices.repository.ts';
import type { InvoicesDeps } from './invoices.service.ts';
import type { InvoiceRow, PlannedPaymentRow } from './invoices.table.ts';
import {
  claimPlannedPayment,
  findBillingDetails,
  findLastBillingDetails,
  insertPlannedPayments,
  listPaymentsDueBy,
  listPlannedPayments,
  listProjectsAwaitingApproval,
  saveBillingDetails,
  setHeldMilestone,
  setPlannedAmount,
} from './payment-plan.repository.ts';

const DUE_BATCH = 100;

/** What the client has approved in a project. */
export interface ApprovedMilestones {
  projectId: string;
  milestoneIds: readonly string[];
  /** Whether the project is at its end then; of an unsure one the studio has to say so, by sending its invoices. */
  end: 'ahead' | 'unsure' | 'reached';
  /** Those that were deleted while a payment waited for them, which is due at the end. */
  deletedIds: readonly string[];
}

export interface InvoicePlanDeps extends InvoicesDeps {
  /** What waits for the end of a project that came to it without an approval; undefined for any other. */
  findEnd(db: Db, projectId: string): Promise<ApprovedMilestones | undefined>;
}

/** An accepted contract's payments, and the drafts of invoices that follow from them. */
export class InvoicePlanService {
  readonly #deps: InvoicePlanDeps;

  constructor(deps: InvoicePlanDeps) {
    this.#deps = deps;
  }

  /**
   * Plans the payments of a contract in the transaction that accepts it, and makes those due that are due then. A contract
   * whose total is open plans nothing.
   */
  async planAccepted(
    trx: Trx,
    accepted: {
      project: ProjectFacts;
      by: ProjectActor;
      /** Whole US dollars. */
      total: number | null;
      plan: ContractTerms['plan'];
      billing: BillingDetails | undefined;
    },
  ): Promise<void> {
    const { project, by, total, plan, billing } = accepted;
    if (billing) await this.#keepBilling(trx, { projectId: project.id, by, billing });
    if (total === null || total === 0) return;
    await this.#plan(trx, project, { total, parts: plan.parts, first: 0 });
  }

  /** Adds planned payments from a position on, and makes those due that are due now. */
  async #plan(
    trx: Trx,
    project: ProjectFacts,
    { total, parts, first }: { total: number; parts: readonly PlannedPart[]; first: number },
  ): Promise<void> {
    const now = isoNow(this.#deps.clock);
    const amounts = planAmounts(total, parts);
    const rows = parts.map((part, index) => ({
      id: newId(),
      project_id: project.id,
      label: part.label,
      percent: part.percent,
      amount: (amounts[index] ?? 0) * 100,
      due: part.due,
      milestone_id: part.milestoneId,
      due_date: part.date,
      position: first + index,
      invoice_id: null,
      dismissed_at: null,
      holds_milestone_id: null,
      created_at: now,
    }));
    await insertPlannedPayments(trx, rows);
    const today = now.slice(0, 10);
    for (const row of rows) {
      const isDue = row.due === 'acceptance' || (row.due_date !== null && row.due_date <= today);
      if (isDue) await this.#makeDue(trx, project, row);
    }
  }

  /**
   * Extends a project's plan by an accepted change order, in its transaction: more to pay by its own parts, less from the
   * planned payments that are due last. What is invoiced already stays: the studio credits it.
   */
  async extend(
    trx: Trx,
    { project, total, parts }: { project: ProjectFacts; total: number; parts: readonly PlannedPart[] },
  ): Promise<void> {
    if (total === 0) return;
    const before = await listPlannedPayments(trx, project.id);
    if (total < 0) {
      const open = before.filter(({ invoice_id }) => invoice_id === null);
      const { amounts } = reducePayments(
        open.map(({ amount }) => amount),
        -total * 100,
      );
      for (const [index, { id, amount }] of open.entries()) {
        const reduced = amounts[index] ?? 0;
        if (reduced !== amount) await setPlannedAmount(trx, id, reduced);
      }
      return;
    }
    await this.#plan(trx, project, { total, parts, first: (before.at(-1)?.position ?? -1) + 1 });
  }

  /**
   * Makes due what waits for milestones that the client has approved, or for the last of them. Of some payments nothing is left,
   * after a change order.
   */
  async milestonesApproved(trx: Trx, approved: ApprovedMilestones): Promise<void> {
    const due = await this.listDueWith(trx, approved);
    if (due.length === 0) return;
    const project = await requireProject(trx, approved.projectId);
    for (const row of due) {
      const sendsItself = approved.end !== 'unsure' || waitsForOneOf(approved.milestoneIds, row);
      await this.#makeDue(trx, project, row, { sendsItself });
    }
  }

  /** The planned payments that approvals make due. */
  async listDueWith(
    db: Db,
    { projectId, milestoneIds, end, deletedIds }: ApprovedMilestones,
  ): Promise<PlannedPaymentRow[]> {
    return (await listPlannedPayments(db, projectId)).filter(
      (row) =>
        row.invoice_id === null &&
        row.dismissed_at === null &&
        row.amount > 0 &&
        (waitsForOneOf(milestoneIds, row) ||
          (end !== 'ahead' && (row.due === 'finish' || waitsForOneOf(deletedIds, row)))),
    );
  }

  /** Makes due what a day brings. A recurring job calls it. */
  async makeDueByDate(): Promise<void> {
    const { db, clock } = this.#deps;
    for (const row of await listPaymentsDueBy(db, isoNow(clock).slice(0, 10), DUE_BATCH)) {
      await transaction(db, async (trx) => {
        const project = await lockSomeProject(trx, row.project_id, { side: 'studio' });
        // A change order may have taken from it since, or the project been archived.
        const planned = (await listPlannedPayments(trx, project.id)).find(({ id }) => id === row.id);
        const isDue = planned?.invoice_id === null && planned.dismissed_at === null && planned.amount > 0;
        if (isDue && project.status === 'submitted') await this.#makeDue(trx, project, planned);
      });
    }
  }

  /**
   * Makes due what waits for the end of projects whose last open milestone was cancelled or deleted: no approval brings it.
   * A recurring job calls it.
   */
  async makeDueAtEnd(): Promise<void> {
    const { db, findEnd } = this.#deps;
    const projects = readInPages<{ project_id: string }>((after, limit) =>
      listProjectsAwaitingApproval(db, after?.project_id, limit),
    );
    for await (const { project_id: projectId } of projects) {
      if (!(await findEnd(db, projectId))) continue;
      await transaction(db, async (trx) => {
        const project = await lockSomeProject(trx, projectId, { side: 'studio' });
        // A milestone may have been added since, or the project been archived.
        const end = project.status === 'submitted' ? await findEnd(trx, projectId) : undefined;
        if (end) await this.milestonesApproved(trx, end);
      });
    }
  }

  /** Makes the draft of a planned payment's invoice by hand. @throws not_found, conflict if there is one already */
  async makeByHand(projectId: string, plannedId: string): Promise<string> {
    const { db } = this.#deps;
    return transaction(db, async (trx) => {
      const project = await lockSomeProject(trx, projectId, { side: 'studio' });
      const row = (await listPlannedPayments(trx, projectId)).find(({ id }) => id === plannedId);
      if (!row) throw notFound();
      if (row.amount === 0) throw new AppError('conflict', 'Nothing is left to pay of this payment.');
      const draft = await this.#makeDue(trx, project, row);
      if (!draft) throw new AppError('conflict', 'There is an invoice for this payment already.');
      return draft.id;
    });
  }

  /**
   * Makes a milestone wait for a planned payment, or no longer.
   * @param milestoneId one of the project's, checked by the caller; null for none
   * @throws not_found
   */
  async hold(projectId: string, plannedId: string, milestoneId: string | null): Promise<void> {
    await transaction(this.#deps.db, async (trx) => {
      await lockSomeProject(trx, projectId, { side: 'studio' });
      if (!(await setHeldMilestone(trx, { projectId, plannedId, milestoneId }))) throw notFound();
    });
  }

  /** The name of the unpaid payment that a milestone waits for; undefined if it doesn't wait. */
  async findHold(trx: Trx, projectId: string, milestoneId: string): Promise<string | undefined> {
    const holding = (await listPlannedPayments(trx, projectId)).filter(
      (row) => row.holds_milestone_id === milestoneId,
    );
    for (const { label, percent, amount, invoice_id } of holding) {
      // After a change order nothing is left to pay of it.
      if (amount === 0 && invoice_id === null) continue;
      const invoice = invoice_id === null ? undefined : await findInvoiceById(trx, invoice_id);
      if (invoice?.status !== 'sent' || invoice.open > 0) return `${percent}% ${label}`;
    }
    return undefined;
  }

  /** Says how a project's invoices leave. @throws not_found */
  async changeSettings(projectId: string, { sendsItself }: { sendsItself: boolean }): Promise<void> {
    const { db, clock } = this.#deps;
    await transaction(db, async (trx) => {
      await lockSomeProject(trx, projectId, { side: 'studio' });
      const before = await findBillingDetails(trx, projectId);
      await saveBillingDetails(trx, {
        project_id: projectId,
        account_id: null,
        name: '',
        address: '',
        tax_id: '',
        ...before,
        sends_itself: sendsItself ? 1 : 0,
        changed_at: isoNow(clock),
      });
      await updateSendsItself(trx, projectId, sendsItself ? 1 : 0);
    });
  }

  /** Keeps whom a project's invoices are for, in the transaction that locked it. */
  async saveBilling(
    trx: Trx,
    saved: { projectId: string; by: ProjectActor; billing: BillingDetails },
  ): Promise<void> {
    await this.#keepBilling(trx, saved);
    const { projectId, by } = saved;
    await this.#deps.recordEvent(trx, { projectId, kind: 'billing_saved', by, detail: {} });
  }

  async #keepBilling(
    trx: Trx,
    { projectId, by, billing }: { projectId: string; by: ProjectActor; billing: BillingDetails },
  ): Promise<void> {
    const before = await findBillingDetails(trx, projectId);
    await saveBillingDetails(trx, {
      project_id: projectId,
      account_id: by.accountId,
      name: billing.name,
      address: billing.address,
      tax_id: billing.taxId,
      sends_itself: before?.sends_itself ?? 0,
      changed_at: isoNow(this.#deps.clock),
    });
  }

  /** Whom a project's invoices are for: as its client said there, or last for another project. */
  async billing(db: Db, project: ProjectFacts): Promise<BillingDetails> {
    const own = await findBillingDetails(db, project.id);
    // The studio's settings are kept in the same row, which then names no client.
    const isGiven = own !== undefined && own.account_id !== null;
    return billingFor(project, isGiven ? own : await findLastBillingDetails(db, project.user_id));
  }

  /** The draft of a planned payment's invoice; undefined if it has one. It leaves as the project's invoices do unless said. */
  async #makeDue(
    trx: Trx,
    project: ProjectFacts,
    planned: PlannedPaymentRow,
    { sendsItself = true } = {},
  ): Promise<InvoiceRow | undefined> {
    const [tax] = settings.taxes;
    const given = await findBillingDetails(trx, project.id);
    const draft = newDraft(project, isoNow(this.#deps.clock), {
      // A void invoice of the same payment may have another.
      source_key: `plan ${planned.id} ${newId()}`,
      sends_itself: sendsItself ? (given?.sends_itself ?? 0) : 0,
      ...writtenColumns({
        title: `${planned.percent}% ${planned.label}`,
        note: '',
        dueOn: null,
        billing: await this.billing(trx, project),
        lines: [
          {
            id: newId(),
            title: `${planned.percent}% ${planned.label}`,
            detail: '',
            quantity: 100,
            unitPrice: planned.amount,
            taxName: tax?.name ?? '',
            taxRate: tax?.rate ?? 0,
          },
        ],
      }),
    });
    if (!(await claimPlannedPayment(trx, planned.id, draft.id))) return undefined;
    if (!(await insertInvoice(trx, draft))) return undefined;
    await this.#deps.recordEvent(trx, {
      projectId: project.id,
      kind: 'invoice_due',
      by: STUDIO_ITSELF,
      subject: { id: draft.id, title: draft.title },
      detail: { total: draft.total, sendsItself: draft.sends_itself },
      studioOnly: true,
    });
    return draft;
  }
}

const waitsForOneOf = (milestoneIds: readonly string[], { milestone_id }: PlannedPaymentRow) =>
  milestoneIds.some((id) => id === milestone_id);
