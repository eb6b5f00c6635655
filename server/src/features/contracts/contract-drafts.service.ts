import { contractRefusal } from '@atelier/domain/contracts/rules.ts';
import type { ContractPreview, SaveContract } from '@atelier/domain/contracts/schema.ts';
import type { ContractTerms } from '@atelier/domain/contracts/terms.ts';
import { AppError } from '@atelier/domain/errors.ts';
import { contractPlan, type MilestoneStatus } from '@atelier/domain/milestones/rules.ts';
import { projectName, projectTitle } from '@atelier/domain/projects/rules.ts';
import { assertPrintable, type MakeDocument } from '../../core/documents/documents.ts';
import { pdfFileName, putPdf, sha256Of } from '../../core/documents/stored-pdf.ts';
import { missingIn } from '../../core/documents/typefaces.ts';
import type { ProjectActor, RecordEvent } from '../../core/projects/project-event.ts';
import {
  assertOpen,
  getProject,
  lockOpenProject,
  requireProject,
} from '../../core/projects/project-lookup.ts';
import type { ProjectRow } from '../../core/projects/projects.table.ts';
import { completeBrief, parseBrief, parseFinal } from '../../core/projects/stored-brief.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { StoredFileRow } from '../../platform/storage/stored-files.repository.ts';
import { draftTerms, termsWithTotal } from './contract-terms.ts';
import {
  type DraftColumns,
  findAcceptance,
  findContract,
  insertContract,
  insertVersion,
  listChangeRequests,
  listSentKeys,
  listVersions,
  lockContract,
  moveContract,
  updateDraft,
} from './contracts.repository.ts';
import { MAX_REQUESTS_SHOWN, refused, versionSubject } from './contracts.service.ts';
import type { AcceptanceRow, ChangeRequestRow, ContractRow, ContractVersionRow } from './contracts.table.ts';
import {
  type ContractContent,
  contractDocument,
  type PlannedMilestone,
} from './document/contract-document.ts';

/** A milestone that a payment can wait for. */
export interface ProjectMilestone extends PlannedMilestone {
  status: MilestoneStatus;
  published: number;
}

export interface ContractDraftsDeps extends Pick<Platform, 'db' | 'clock' | 'storage'> {
  recordEvent: RecordEvent;
  makeContract: MakeDocument<ContractContent>;
  /** All of a project but the cancelled ones. The document that the product makes has those of `contractPlan`. */
  listMilestones(projectId: string): Promise<ProjectMilestone[]>;
}

/** The rows of a contract as the studio sees it. */
export interface StudioContractRows {
  contract: ContractRow;
  terms: ContractTerms;
  /** The draft's upload. */
  upload: StoredFileRow | undefined;
  versions: ContractVersionRow[];
  changeRequests: ChangeRequestRow[];
  acceptance: AcceptanceRow | undefined;
  missingLetters: string;
}

/** The contents of a version, before it is sent. */
interface Prepared {
  link: string | null;
  sha256: string;
  documentKey: string | null;
  /** True if the document still has to be stored. */
  isNew: boolean;
}

const MAX_VERSIONS_SHOWN = 100;

/** A contract on the studio's side: writing, previewing and sending it. */
export class ContractDraftsService {
  readonly #deps: ContractDraftsDeps;

  constructor(deps: ContractDraftsDeps) {
    this.#deps = deps;
  }

  /** @throws not_found for a missing project */
  async getContract(projectId: string): Promise<StudioContractRows> {
    const { db, clock, storage } = this.#deps;
    const project = await getProject(this.#deps.db, projectId);
    const contract = (await findContract(db, projectId)) ?? untouched(projectId, isoNow(clock));
    const [milestones, upload, versions, changeRequests, acceptance] = await Promise.all([
      this.#deps.listMilestones(projectId),
      contract.draft_document_key ? storage.getFile(contract.draft_document_key) : undefined,
      listVersions(db, projectId, MAX_VERSIONS_SHOWN),
      listChangeRequests(db, projectId, MAX_REQUESTS_SHOWN),
      findAcceptance(db, projectId),
    ]);
    const terms = draftTerms(contract, milestones);
    const asksForLetters = contract.draft_source === 'made' && contract.status !== 'accepted';
    const content = contentOf(project, { total: contract.draft_total, terms }, milestones);
    const missingLetters = asksForLetters
      ? missingIn(contractDocument({ ...content, version: contract.version + 1, date: isoNow(clock) }))
      : '';
    return { contract, terms, upload, versions, changeRequests, acceptance, missingLetters };
  }

  /**
   * Saves the draft over the revision that the sender read.
   * @throws conflict when it has changed since, contract_accepted, validation_failed when a payment waits for a milestone
   * that isn't one of the project's
   */
  async save(projectId: string, { total, source, link, terms: sent, revision }: SaveContract): Promise<void> {
    const milestones = await this.#deps.listMilestones(projectId);
    await this.#changeDraft(projectId, revision, async (trx, contract) => {
      const before = draftTerms(contract, milestones);
      const terms = sent ?? termsWithTotal(before, total);
      assertMilestones(terms, milestones);
      const change = {
        draft_total: total,
        draft_source: source,
        draft_link: link,
        draft_terms: JSON.stringify(terms),
      };
      const isSame =
        contract.draft_total === total &&
        contract.draft_source === source &&
        contract.draft_link === link &&
        JSON.stringify(before) === change.draft_terms;
      if (isSame && contract.draft_revision > 0) return;
      await this.#update(trx, contract, change);
    });
  }

  /**
   * Replaces the draft's document with a PDF.
   * @throws validation_failed if it isn't a PDF, conflict, contract_accepted
   */
  async upload(
    projectId: string,
    { name, revision, bytes }: { name: string; revision: number; bytes: Uint8Array },
  ): Promise<void> {
    const { db, storage } = this.#deps;
    // A refused upload stores nothing.
    assertOpen(await requireProject(db, projectId));
    const { key } = await putPdf(storage, { name, bytes });
    await this.#changeDraft(projectId, revision, async (trx, contract) => {
      await storage.keep(trx, key);
      await this.#update(trx, contract, { draft_source: 'upload', draft_document_key: key });
      const before = contract.draft_document_key;
      // A sent document is kept, whatever is uploaded later.
      if (before && !(await listSentKeys(trx, projectId)).includes(before)) await storage.drop(trx, [before]);
    });
  }

  /**
   * Sends the draft of this revision as the next version, which replaces the current one.
   * @throws conflict when the draft or the contract has changed since, contract_accepted, validation_failed
   * when the draft has no link or no document, or when a payment waits for a milestone that was deleted, letters_not_supported,
   * document_over_limits
   */
  async send(projectId: string, by: ProjectActor, revision: number): Promise<void> {
    const { db, clock, storage, recordEvent } = this.#deps;
    const now = isoNow(clock);
    const project = await getProject(this.#deps.db, projectId);
    assertOpen(project);
    const draft = (await findContract(db, projectId)) ?? untouched(projectId, now);
    assertDraft(draft, revision);
    const milestones = await this.#deps.listMilestones(projectId);
    const terms = draftTerms(draft, milestones);
    assertMilestones(terms, milestones);
    // Rendered before the transaction, which must wait for nothing but the database.
    const prepared = await this.#prepare(project, draft, { terms, milestones, now });
    await transaction(db, async (trx) => {
      await lockOpenProject(trx, projectId, by);
      const contract = (await lockContract(trx, projectId)) ?? (await insertContract(trx, draft));
      assertDraft(contract, revision);
      const version = draft.version + 1;
      const isMoved =
        contract.version === draft.version &&
        (await moveContract(trx, contract, 'send', { version, sent_revision: revision }));
      if (!isMoved) throw changedMeanwhile();
      if (prepared.isNew && prepared.documentKey) await storage.keep(trx, prepared.documentKey);
      const row = {
        id: newId(),
        project_id: projectId,
        version,
        total: draft.draft_total,
        source: draft.draft_source,
        link: prepared.link,
        document_key: prepared.documentKey,
        sha256: prepared.sha256,
        terms: JSON.stringify(terms),
        sent_by: by.email,
        sent_at: now,
      };
      await insertVersion(trx, row);
      const detail = { version, hash: row.sha256, total: row.total };
      await recordEvent(trx, { projectId, kind: 'contract_sent', by, subject: versionSubject(row), detail });
    });
  }

  /** The first draft of a newly submitted project. */
  async storeSuggested(
    trx: Trx,
    projectId: string,
    { total, terms }: { total: number | null; terms: ContractTerms },
  ): Promise<void> {
    if (await lockContract(trx, projectId)) return;
    const draft = { draft_total: total, draft_terms: JSON.stringify(terms), draft_revision: 1 };
    await insertContract(trx, { ...untouched(projectId, isoNow(this.#deps.clock)), ...draft });
  }

  /** The document that the product would make of a draft as it is typed. Nothing is saved. @throws not_found, document_over_limits */
  async preview(projectId: string, typed: ContractPreview): Promise<{ name: string; bytes: Buffer }> {
    const { db, clock, listMilestones } = this.#deps;
    const [project, contract, milestones] = await Promise.all([
      getProject(db, projectId),
      findContract(db, projectId),
      listMilestones(projectId),
    ]);
    const version = (contract?.version ?? 0) + 1;
    return this.#makePdf(project, { ...contentOf(project, typed, milestones), version, date: isoNow(clock) });
  }

  async #changeDraft(
    projectId: string,
    revision: number,
    change: (trx: Trx, contract: ContractRow) => Promise<void>,
  ): Promise<void> {
    const { db, clock } = this.#deps;
    await transaction(db, async (trx) => {
      await lockOpenProject(trx, projectId, { side: 'studio' });
      const stored = await lockContract(trx, projectId);
      const contract = stored ?? (await insertContract(trx, untouched(projectId, isoNow(clock))));
      assertDraft(contract, revision);
      await change(trx, contract);
    });
  }

  async #update(trx: Trx, contract: ContractRow, change: Partial<DraftColumns>): Promise<void> {
    const changed_at = isoNow(this.#deps.clock);
    if (!(await updateDraft(trx, contract, { ...change, changed_at }))) throw changedMeanwhile();
  }

  async #prepare(
    project: ProjectRow,
    draft: ContractRow,
    {
      terms,
      milestones,
      now,
    }: { terms: ContractTerms; milestones: readonly ProjectMilestone[]; now: string },
  ): Promise<Prepared> {
    const { storage } = this.#deps;
    const { draft_source: source, draft_link: link, draft_document_key: uploadKey } = draft;
    if (source === 'made') {
      const content = {
        ...contentOf(project, { total: draft.draft_total, terms }, milestones),
        ...{ version: draft.version + 1, date: now },
      };
      assertPrintable(contractDocument(content));
      const pdf = await this.#makePdf(project, content);
      const { key, sha256 } = await putPdf(storage, { ...pdf, mayUseReserve: true });
      return { link: null, sha256, documentKey: key, isNew: true };
    }
    if (source === 'link') {
      if (link === '') throw new AppError('validation_failed', 'Enter the link to the contract first.');
      return { link, sha256: sha256Of(link), documentKey: null, isNew: false };
    }
    if (!uploadKey) throw new AppError('validation_failed', 'Upload the contract’s PDF first.');
    const { sha256 } = await storage.getFile(uploadKey);
    return { link: null, sha256, documentKey: uploadKey, isNew: false };
  }

  async #makePdf(project: ProjectRow, content: ContractContent) {
    return {
      name: pdfFileName(`Contract ${projectName(project)} v${content.version}`),
      bytes: await this.#deps.makeContract(content),
    };
  }
}

function contentOf(
  project: ProjectRow,
  { total, terms }: { total: number | null; terms: ContractTerms },
  milestones: readonly ProjectMilestone[],
): Omit<ContractContent, 'version' | 'date'> {
  return {
    total,
    terms,
    brief: completeBrief(parseFinal(project) ?? parseBrief(project)),
    clientEmail: project.email,
    title: projectTitle(project),
    milestones: contractPlan(milestones),
  };
}

/** Throws if a payment waits for a milestone that isn't one of these. */
function assertMilestones({ plan }: ContractTerms, milestones: readonly ProjectMilestone[]): void {
  const ids = new Set(milestones.map(({ id }) => id));
  const index = plan.parts.findIndex(({ milestoneId }) => milestoneId !== null && !ids.has(milestoneId));
  if (index < 0) return;
  throw new AppError(
    'validation_failed',
    `The payment “${plan.parts[index]?.label}” waits for a milestone that is no longer there. Choose another one.`,
    { issues: [{ path: `terms.plan.parts.${index}.milestoneId`, message: 'Choose a milestone.' }] },
  );
}

/** A project's contract before its first change. */
function untouched(projectId: string, now: string): ContractRow {
  return {
    project_id: projectId,
    status: 'draft',
    version: 0,
    draft_total: null,
    draft_source: 'made',
    draft_link: '',
    draft_terms: null,
    draft_document_key: null,
    draft_revision: 0,
    sent_revision: null,
    created_at: now,
    changed_at: now,
  };
}

/** Throws if the draft isn't the one that the sender read, or can't be changed any more. */
function assertDraft({ status, draft_revision }: ContractRow, revision: number): void {
  const refusal = contractRefusal('send', status);
  if (refusal) throw refused(refusal);
  if (draft_revision !== revision) throw changedMeanwhile();
}

function changedMeanwhile(): AppError {
  return new AppError(
    'conflict',
    'The contract was changed in another window. Check how it looks now, then try again.',
  );
}
