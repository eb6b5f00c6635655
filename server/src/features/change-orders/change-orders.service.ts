import {
  type ChangeOrderAction,
  type ChangeOrderTerms,
  changeOrderRefusal,
  changeOrderTotal,
  MAX_CHANGE_ORDERS,
  MAX_CHANGE_REASON,
} from '@atelier/domain/change-orders/rules.ts';
import type { CreateChangeOrder, SaveChangeOrder } from '@atelier/domain/change-orders/schema.ts';
import { AppError, notFound } from '@atelier/domain/errors.ts';
import { projectName } from '@atelier/domain/projects/rules.ts';
import { truncate } from '@atelier/domain/text.ts';
import { assertPrintable, type MakeDocument } from '../../core/documents/documents.ts';
import { pdfFileName, putPdf, readAttachment } from '../../core/documents/stored-pdf.ts';
import type { ProjectActor, RecordEvent } from '../../core/projects/project-event.ts';
import { assertOpen, lockOpenProject, requireProject } from '../../core/projects/project-lookup.ts';
import type { ProjectFacts } from '../../core/projects/projects.table.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { MAX_ATTACHED_BYTES } from '../../platform/mail/mailer.ts';
import type { MailAttachment } from '../../platform/mail/transport.ts';
import type { Platform } from '../../platform/platform.ts';
import { assertAwaited, assertNew, termsOf } from './change-order-terms.ts';
import {
  deleteChangeOrderDraft,
  findChangeOrder,
  findChangeOrderBySource,
  insertChangeOrder,
  listAcceptedTotals,
  listChangeOrders,
  updateChangeOrder,
} from './change-orders.repository.ts';
import type { ChangeOrderRow } from './change-orders.table.ts';
import { type ChangeOrderContent, changeOrderDocument } from './document/change-order-document.ts';

/** An accepted contract as change orders know it. */
interface ChangedContract {
  version: number;
  /** Whole US dollars; null if it was open. */
  total: number | null;
}

/** An acceptance's record as a PDF. */
interface AcceptanceOfChange {
  projectTitle: string;
  projectId: string;
  number: number;
  title: string;
  sha256: string;
  total: number;
  typedName: string;
  email: string;
  address: string;
  userAgent: string | null;
  acceptedAt: string;
}

export interface ChangeOrdersDeps extends Pick<Platform, 'db' | 'clock' | 'storage'> {
  recordEvent: RecordEvent;
  /** The project's accepted contract; undefined before that. */
  findContract(db: Db, projectId: string): Promise<ChangedContract | undefined>;
  makeChangeOrder: MakeDocument<ChangeOrderContent>;
  makeRecordOfChange: MakeDocument<AcceptanceOfChange>;
  /** The words of a client's message; undefined if it isn't one of the project's. */
  findMessage(db: Db, projectId: string, messageId: string): Promise<string | undefined>;
  /** Those that a payment can wait for. */
  listMilestones(db: Db, projectId: string): Promise<readonly { id: string }[]>;
  /** Those of some ids that milestones have, of any project. */
  listTakenMilestoneIds(db: Db, ids: readonly string[]): Promise<string[]>;
  /** Extends the plan and the milestones, within the transaction that accepts. */
  changeAccepted(
    trx: Trx,
    accepted: { project: ProjectFacts; by: ProjectActor; terms: ChangeOrderTerms },
  ): Promise<void>;
}

export interface ChangeOrderAct {
  projectId: string;
  changeOrderId: string;
  by: ProjectActor;
}

const NOTHING: ChangeOrderTerms = { lines: [], payments: [], days: 0, milestones: [] };

/** Change orders: the studio writes and sends them, the client accepts or declines. */
export class ChangeOrdersService {
  readonly #deps: ChangeOrdersDeps;

  constructor(deps: ChangeOrdersDeps) {
    this.#deps = deps;
  }

  /** Newest first. @throws not_found for a missing project */
  async list(projectId: string, withDrafts: boolean): Promise<ChangeOrderRow[]> {
    const { db } = this.#deps;
    const rows = await listChangeOrders(db, projectId, { withDrafts });
    if (rows.length === 0) await requireProject(db, projectId);
    return rows;
  }

  /**
   * Begins a draft, perhaps from a client's message, whose words become the reason. A second call with the same key is the same.
   * @throws conflict before the contract is accepted, limit_reached, not_found for a message of another project
   */
  async create(
    projectId: string,
    { title, reason, messageId, key = newId() }: CreateChangeOrder,
  ): Promise<string> {
    const { db, clock, findContract, findMessage } = this.#deps;
    const source_key = `hand ${projectId} ${key}`;
    return transaction(db, async (trx) => {
      const project = await lockOpenProject(trx, projectId, { side: 'studio' });
      const same = await findChangeOrderBySource(trx, source_key);
      if (same) return same.id;
      if (!(await findContract(trx, projectId))) {
        throw new AppError('conflict', 'The contract isn’t accepted yet: change its draft instead.');
      }
      const others = await listChangeOrders(trx, projectId, { withDrafts: true });
      if (others.length >= MAX_CHANGE_ORDERS) {
        throw new AppError('limit_reached', `A project has at most ${MAX_CHANGE_ORDERS} change orders.`);
      }
      const words = messageId === undefined ? '' : await findMessage(trx, projectId, messageId);
      if (words === undefined) throw notFound();
      const id = newId();
      await insertChangeOrder(trx, {
        id,
        project_id: projectId,
        project_title: projectName(project),
        number: (others[0]?.number ?? 0) + 1,
        status: 'draft',
        title,
        // A message may be longer than a reason.
        reason: reason || truncate(words, MAX_CHANGE_REASON - 1),
        terms: JSON.stringify(NOTHING),
        total: 0,
        message_id: messageId ?? null,
        source_key,
        document_key: null,
        sha256: null,
        sent_by: null,
        sent_at: null,
        ended_at: null,
        answer: '',
        record_key: null,
        account_id: null,
        account_email: null,
        typed_name: null,
        address: null,
        user_agent: null,
        revision: 1,
        created_at: isoNow(clock),
      });
      return id;
    });
  }

  /**
   * Saves a draft over the revision that the sender read.
   * @throws not_found, conflict, validation_failed for a new milestone with the id of another
   */
  async save(act: ChangeOrderAct, { title, reason, terms, revision }: SaveChangeOrder): Promise<void> {
    await this.#act(act, 'edit', async (trx, row) => {
      await this.#assertNew(trx, row, terms);
      const change = { title, reason, terms: JSON.stringify(terms), total: changeOrderTotal(terms) };
      if (!(await updateChangeOrder(trx, { ...row, revision }, change))) throw changedMeanwhile();
    });
  }

  /** Deletes a draft. @throws not_found, conflict */
  async delete(act: ChangeOrderAct, revision: number): Promise<void> {
    await this.#act(act, 'delete', async (trx, row) => {
      if (!(await deleteChangeOrderDraft(trx, { ...row, revision }))) throw changedMeanwhile();
    });
  }

  /** The PDF that a draft would be sent as today. @throws not_found, conflict */
  async preview(act: ChangeOrderAct): Promise<{ name: string; bytes: Buffer }> {
    const row = await this.#get(this.#deps.db, act);
    assertMay('send', row);
    return this.#makePdf(await this.#contentOf(row, isoNow(this.#deps.clock)));
  }

  /**
   * Sends a draft.
   * @throws not_found, conflict, validation_failed for one that changes nothing, that waits for no milestone, or that adds one with
   * the id of another, letters_not_supported, document_over_limits
   */
  async send(act: ChangeOrderAct, revision: number): Promise<void> {
    const { db, clock, storage, recordEvent, listMilestones } = this.#deps;
    assertOpen(await requireProject(db, act.projectId));
    const seen = await this.#get(db, act);
    assertMay('send', seen);
    if (seen.revision !== revision) throw changedMeanwhile();
    const terms = termsOf(seen);
    const { lines, days, milestones } = terms;
    if (lines.length === 0 && days === 0 && milestones.length === 0) {
      throw new AppError('validation_failed', 'Say what changes first: a line, days or a milestone.');
    }
    assertAwaited(terms, await listMilestones(db, act.projectId));
    const now = isoNow(clock);
    // Rendered before the transaction, which must wait for nothing but the database.
    const content = await this.#contentOf(seen, now);
    assertPrintable(changeOrderDocument(content));
    const pdf = await putPdf(storage, { ...(await this.#makePdf(content)), mayUseReserve: true });
    await this.#act(act, 'send', async (trx, row) => {
      // A milestone may have been deleted or added meanwhile.
      assertAwaited(terms, await listMilestones(trx, act.projectId));
      await this.#assertNew(trx, row, terms);
      const sent = {
        status: 'sent',
        document_key: pdf.key,
        sha256: pdf.sha256,
        sent_by: act.by.email,
        sent_at: now,
      } as const;
      if (!(await updateChangeOrder(trx, { ...row, revision }, sent))) throw changedMeanwhile();
      await storage.keep(trx, pdf.key);
      await recordEvent(trx, {
        projectId: act.projectId,
        kind: 'change_order_sent',
        by: act.by,
        subject: { id: row.id, title: row.title },
        detail: { number: row.number, hash: pdf.sha256, total: row.total },
      });
    });
  }

  /** Withdraws one that isn't answered yet. @throws not_found, conflict */
  async withdraw(act: ChangeOrderAct): Promise<void> {
    await this.#act(act, 'withdraw', async (trx, row) => {
      await this.#end(trx, row, { status: 'withdrawn' });
      await this.#deps.recordEvent(trx, {
        projectId: act.projectId,
        kind: 'change_order_withdrawn',
        by: act.by,
        subject: { id: row.id, title: row.title },
        detail: { number: row.number },
      });
    });
  }

  /**
   * Accepts one for good: its record is stored, and the plan and the milestones are extended.
   * @throws not_found, conflict, also when another document is there than the one that was shown
   */
  async accept(
    act: ChangeOrderAct & { by: { userAgent: string | undefined } },
    { name, hash }: { name: string; hash?: string | undefined },
  ): Promise<void> {
    const { db, clock, storage, recordEvent, makeRecordOfChange, changeAccepted } = this.#deps;
    assertOpen(await requireProject(db, act.projectId));
    const seen = await this.#get(db, act);
    if (seen.status === 'draft') throw notFound();
    assertMay('accept', seen);
    if (hash !== undefined && hash !== seen.sha256) throw changedMeanwhile();
    const acceptedAt = isoNow(clock);
    const sha256 = seen.sha256 ?? '';
    const { email, address } = act.by;
    const userAgent = act.by.userAgent ?? null;
    const record = await putPdf(storage, {
      mayUseReserve: true,
      name: pdfFileName(`Record of acceptance ${seen.project_title} change order ${seen.number}`),
      bytes: await makeRecordOfChange({
        projectTitle: seen.project_title,
        projectId: act.projectId,
        number: seen.number,
        title: seen.title,
        sha256,
        total: seen.total,
        typedName: name,
        ...{ email, address, userAgent, acceptedAt },
      }),
    });
    await this.#act(act, 'accept', async (trx, row, project) => {
      await this.#end(trx, row, {
        status: 'accepted',
        record_key: record.key,
        account_id: act.by.accountId,
        account_email: email,
        typed_name: name,
        address,
        user_agent: userAgent,
      });
      await storage.keep(trx, record.key);
      await recordEvent(trx, {
        projectId: act.projectId,
        kind: 'change_order_accepted',
        by: act.by,
        subject: { id: row.id, title: row.title },
        detail: { number: row.number, hash: sha256, total: row.total, name },
      });
      await changeAccepted(trx, { project, by: act.by, terms: termsOf(row) });
    });
  }

  /** Declines one. @throws not_found, conflict */
  async decline(act: ChangeOrderAct, reason: string): Promise<void> {
    await this.#act(act, 'decline', async (trx, row) => {
      await this.#end(trx, row, { status: 'declined', answer: reason });
      await this.#deps.recordEvent(trx, {
        projectId: act.projectId,
        kind: 'change_order_declined',
        by: act.by,
        subject: { id: row.id, title: row.title },
        detail: { number: row.number, reason },
      });
    });
  }

  /** What both sides keep of an accepted change order. Not within a transaction. */
  async acceptedDocuments(projectId: string, id: string): Promise<MailAttachment[]> {
    const { db, storage } = this.#deps;
    const row = await findChangeOrder(db, projectId, id);
    const keys = [row?.document_key, row?.record_key].filter((key) => typeof key === 'string');
    const found = await Promise.all(keys.map((key) => readAttachment(storage, key, MAX_ATTACHED_BYTES / 2)));
    return found.filter((attachment) => attachment !== undefined);
  }

  async #assertNew(trx: Trx, row: ChangeOrderRow, { milestones }: ChangeOrderTerms): Promise<void> {
    if (milestones.length === 0) return;
    const ids = milestones.map(({ id }) => id);
    const others = await listChangeOrders(trx, row.project_id, { withDrafts: false });
    assertNew(milestones, {
      taken: await this.#deps.listTakenMilestoneIds(trx, ids),
      waiting: others.filter(({ id, status }) => id !== row.id && status === 'sent'),
    });
  }

  async #end(trx: Trx, row: ChangeOrderRow, change: Partial<ChangeOrderRow>): Promise<void> {
    const ended_at = isoNow(this.#deps.clock);
    if (!(await updateChangeOrder(trx, row, { ...change, ended_at }))) throw changedMeanwhile();
  }

  async #contentOf(row: ChangeOrderRow, date: string): Promise<ChangeOrderContent> {
    const { db, findContract } = this.#deps;
    const contract = await findContract(db, row.project_id);
    if (!contract) throw new AppError('conflict', 'The contract isn’t accepted yet.');
    const before = await listAcceptedTotals(db, [row.project_id]);
    const total =
      contract.total === null ? null : before.reduce((sum, each) => sum + each.total, contract.total);
    return {
      number: row.number,
      title: row.title,
      reason: row.reason,
      projectTitle: row.project_title,
      date,
      terms: termsOf(row),
      contract: { version: contract.version, total },
    };
  }

  async #makePdf(content: ChangeOrderContent) {
    return {
      name: pdfFileName(`Change order ${content.number} ${content.projectTitle}`),
      bytes: await this.#deps.makeChangeOrder(content),
    };
  }

  async #act(
    act: ChangeOrderAct,
    action: ChangeOrderAction,
    work: (trx: Trx, row: ChangeOrderRow, project: ProjectFacts) => Promise<void>,
  ): Promise<void> {
    await transaction(this.#deps.db, async (trx) => {
      const project = await lockOpenProject(trx, act.projectId, act.by);
      const row = await this.#get(trx, act);
      if (row.status === 'draft' && act.by.side === 'client') throw notFound();
      assertMay(action, row);
      await work(trx, row, project);
    });
  }

  async #get(db: Db, { projectId, changeOrderId }: ChangeOrderAct): Promise<ChangeOrderRow> {
    const row = await findChangeOrder(db, projectId, changeOrderId);
    if (!row) throw notFound();
    return row;
  }
}

function assertMay(action: ChangeOrderAction, { status }: ChangeOrderRow): void {
  const refusal = changeOrderRefusal(action, status);
  if (refusal) throw new AppError('conflict', refusal);
}

function changedMeanwhile(): AppError {
  return new AppError(
    'conflict',
    'The change order was changed in another window. Check how it looks now, then try again.',
  );
}
