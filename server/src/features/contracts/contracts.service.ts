import type { ContractEvents } from '@atelier/domain/contracts/events.ts';
import { type ContractAction, contractRefusal } from '@atelier/domain/contracts/rules.ts';
import { AppError } from '@atelier/domain/errors.ts';
import type { BillingDetails } from '@atelier/domain/invoices/schema.ts';
import { projectName } from '@atelier/domain/projects/rules.ts';
import { shortId } from '@atelier/domain/text.ts';
import type { MakeDocument } from '../../core/documents/documents.ts';
import { putPdf, readAttachment } from '../../core/documents/stored-pdf.ts';
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
import {
  findAcceptance,
  findChangeRequestByKey,
  findContract,
  findVersion,
  insertAcceptance,
  insertChangeRequest,
  listAcceptances,
  listChangeRequests,
  listSentKeys,
  listVersions,
  lockContract,
  moveContract,
} from './contracts.repository.ts';
import type { AcceptanceRow, ChangeRequestRow, ContractRow, ContractVersionRow } from './contracts.table.ts';
import type { AcceptanceFacts } from './document/acceptance-record.ts';

export interface ContractsDeps extends Pick<Platform, 'db' | 'clock' | 'storage'> {
  recordEvent: RecordEvent;
  makeRecord: MakeDocument<AcceptanceFacts>;
  /** What accepted change orders add to a contract's total, in whole US dollars. */
  sumChanges(db: Db, projectId: string): Promise<number>;
  /**
   * Moves the dates of a plan whose contract waited for its acceptance, in that transaction, before its event.
   * @returns what moved and what didn't, for the event
   */
  moveDates(
    trx: Trx,
    accepted: Pick<AcceptedContract, 'project' | 'version'> & { at: string },
  ): Promise<MovedPlan>;
  /** Called within the transaction that accepts a contract, after its event. */
  contractAccepted(trx: Trx, accepted: AcceptedContract): Promise<void>;
}

/** What the wait for an acceptance moved; nothing where it moved nothing. */
type MovedPlan = Pick<ContractEvents['contract_accepted'], 'daysMoved' | 'moved' | 'kept'>;

/** A contract that its client has just accepted. */
interface AcceptedContract {
  project: ProjectFacts;
  by: ProjectActor;
  version: ContractVersionRow;
  /** Whom the invoices are for, if the client said so. */
  billing: BillingDetails | undefined;
}

/** The rows of a contract sent to a client. */
export interface SentContract {
  contract: ContractRow;
  version: ContractVersionRow;
  /** What accepted change orders add to its total, in whole US dollars. */
  changesTotal: number;
  /** The version before it. */
  previous: ContractVersionRow | undefined;
  acceptance: AcceptanceRow | undefined;
  changeRequests: ChangeRequestRow[];
}

/** The versions sent to a client over time, and their change requests. */
export interface SentContractRecord {
  projectId: string;
  /** Newest first. */
  versions: ContractVersionRow[];
  /** Oldest first. */
  changeRequests: ChangeRequestRow[];
}

/** An accepted contract as mails carry it. */
export interface AcceptedDocuments {
  acceptance: AcceptanceRow;
  /** The accepted contract (if it is a file small enough for a mail) and the record of acceptance. */
  attachments: MailAttachment[];
}

/** What a client says when they accept. */
export interface AcceptanceDraft {
  /** The version that was shown. */
  version?: number | undefined;
  /** As typed. */
  name?: string | undefined;
  billing?: BillingDetails | undefined;
}

/** A client's change request. */
export interface ChangeRequestDraft {
  message: string;
  version?: number | undefined;
  key?: string | undefined;
}

/** Change requests shown on a page; older ones are in the activity. */
export const MAX_REQUESTS_SHOWN = 200;

/** A contract on the client's side: reading, accepting and requesting changes. */
export class ContractsService {
  readonly #deps: ContractsDeps;

  constructor(deps: ContractsDeps) {
    this.#deps = deps;
  }

  /** The last sent version; undefined before the first. */
  async findSent(projectId: string): Promise<SentContract | undefined> {
    const { db } = this.#deps;
    const contract = await findContract(db, projectId);
    const [version, previous] = contract ? await listVersions(db, projectId, 2) : [];
    if (!contract || !version) return undefined;
    const [acceptance, changeRequests, changesTotal] = await Promise.all([
      findAcceptance(db, projectId),
      listChangeRequests(db, projectId, MAX_REQUESTS_SHOWN),
      this.#deps.sumChanges(db, projectId),
    ]);
    return { contract, version, previous, acceptance, changeRequests, changesTotal };
  }

  /** For each of these projects with a sent contract: every version, every request and the acceptance. */
  async *readSent(projectIds: readonly string[]): AsyncGenerator<SentContractRecord> {
    const { db } = this.#deps;
    for (const projectId of projectIds) {
      const versions = await listVersions(db, projectId);
      if (versions.length === 0) continue;
      yield { projectId, versions, changeRequests: await listChangeRequests(db, projectId) };
    }
  }

  /** Every acceptance, newest first; `hasOlder` is true if there are more. */
  async listAcceptances({ before, limit }: { before?: string | undefined; limit: number }) {
    const rows = await listAcceptances(this.#deps.db, { before, limit: limit + 1 });
    return { rows: rows.slice(0, limit), hasOlder: rows.length > limit };
  }

  /**
   * Accepts the contract for good and stores its record. Without `version` the current one is meant.
   * @throws contract_not_sent, contract_accepted, contract_changed when another version is current
   */
  async accept(
    projectId: string,
    by: ProjectActor & { userAgent: string | undefined },
    { version: shown, name, billing }: AcceptanceDraft,
  ): Promise<void> {
    const { db, clock, storage, recordEvent } = this.#deps;
    const seen = await this.#requireSent(db, projectId, 'accept', shown);
    const project = await requireProject(db, projectId);
    // A refused acceptance stores nothing.
    assertOpen(project);
    const facts = {
      project_title: projectName(project),
      version: seen.version,
      total: seen.total,
      source: seen.source,
      link: seen.link,
      sha256: seen.sha256,
      account_email: by.email,
      typed_name: name || null,
      address: by.address,
      user_agent: by.userAgent ?? null,
      accepted_at: isoNow(clock),
    };
    // Rendered before the transaction, which must wait for nothing but the database.
    const record = await putPdf(storage, {
      mayUseReserve: true,
      name: `Record of acceptance ${facts.project_title} v${seen.version}`,
      bytes: await this.#deps.makeRecord({ ...recordFacts(facts), projectId }),
    });
    await transaction(db, async (trx) => {
      const locked = await lockOpenProject(trx, projectId, by);
      const contract = await lockContract(trx, projectId);
      // A version sent in between is not the one the client saw, or that the record names.
      assertMay('accept', contract, seen.version);
      if (!(await moveContract(trx, contract, 'accept'))) throw changed();
      await storage.keep(trx, record.key);
      await insertAcceptance(trx, {
        id: newId(),
        project_id: projectId,
        document_key: seen.document_key,
        record_key: record.key,
        account_id: by.accountId,
        ...facts,
      });
      const dates = await this.#deps.moveDates(trx, {
        project: locked,
        version: seen,
        at: facts.accepted_at,
      });
      await recordEvent(trx, {
        projectId,
        kind: 'contract_accepted',
        by,
        subject: versionSubject(seen),
        detail: {
          ...{ version: seen.version, hash: seen.sha256, total: seen.total, name: facts.typed_name },
          ...dates,
        },
      });
      await this.#deps.contractAccepted(trx, { project: locked, by, version: seen, billing });
    });
  }

  /**
   * Requests a change to the shown version (the current one if none is named). A second request with the
   * same key counts as the first, whatever the contract's state by then.
   * @throws conflict for a key with another message; contract_not_sent, contract_accepted, contract_changed
   * when another version is current
   */
  async requestChange(
    projectId: string,
    by: ProjectActor,
    { message, version: shown, key }: ChangeRequestDraft,
  ): Promise<void> {
    const { db, clock, recordEvent } = this.#deps;
    await transaction(db, async (trx) => {
      if (await isRequested(trx, projectId, key, message)) return;
      await lockOpenProject(trx, projectId, by);
      const contract = await lockContract(trx, projectId);
      // The same call may run twice at once: the one that waited for the lock checks again.
      if (await isRequested(trx, projectId, key, message)) return;
      assertMay('request_change', contract, shown);
      if (!(await moveContract(trx, contract, 'request_change'))) throw changed();
      const { version } = contract;
      const id = newId();
      await insertChangeRequest(trx, {
        id,
        project_id: projectId,
        version,
        message,
        account_email: by.email,
        client_key: key ?? null,
        created_at: isoNow(clock),
      });
      await recordEvent(trx, {
        projectId,
        kind: 'contract_change_requested',
        by,
        subject: versionSubject({ id, version }),
        detail: { version, reason: message },
      });
    });
  }

  /** True if a project's contract was accepted: then the record and the accepted document have to be kept. */
  async isAccepted(trx: Trx, projectId: string): Promise<boolean> {
    return (await findAcceptance(trx, projectId)) !== undefined;
  }

  /**
   * What both sides keep of an accepted contract; undefined before the acceptance. Not within a
   * transaction.
   */
  async acceptedDocument(projectId: string): Promise<AcceptedDocuments | undefined> {
    const acceptance = await findAcceptance(this.#deps.db, projectId);
    if (!acceptance) return undefined;
    return { acceptance, attachments: await this.#attachments(acceptance) };
  }

  /**
   * Prepares the deletion of a locked project: the record of an acceptance and the accepted document stay.
   * @param confirmation the project's short id, if its contract was accepted
   * @throws contract_accepted without it
   */
  async releaseProject(trx: Trx, projectId: string, confirmation: string | undefined): Promise<void> {
    const acceptance = await findAcceptance(trx, projectId);
    if (acceptance && confirmation?.toLowerCase() !== shortId(projectId)) {
      throw new AppError(
        'contract_accepted',
        'This project has an accepted contract. Confirm with its short id to delete it; the record of its acceptance is kept.',
      );
    }
    const contract = await findContract(trx, projectId);
    const keys = new Set(await listSentKeys(trx, projectId));
    if (contract?.draft_document_key) keys.add(contract.draft_document_key);
    if (acceptance?.document_key) keys.delete(acceptance.document_key);
    await this.#deps.storage.drop(trx, [...keys]);
  }

  async #attachments({ document_key, record_key }: AcceptanceRow): Promise<MailAttachment[]> {
    const { storage } = this.#deps;
    const record = await readAttachment(storage, record_key, MAX_ATTACHED_BYTES);
    const room = MAX_ATTACHED_BYTES - (record?.content.length ?? 0);
    const contract = document_key ? await readAttachment(storage, document_key, room) : undefined;
    return [contract, record].filter((attachment) => attachment !== undefined);
  }

  async #requireSent(
    db: Db,
    projectId: string,
    action: ContractAction,
    shown: number | undefined,
  ): Promise<ContractVersionRow> {
    const contract = await findContract(db, projectId);
    assertMay(action, contract, shown);
    const version = await findVersion(db, projectId, contract.version);
    if (!version) throw new Error(`Version ${contract.version} of the contract of ${projectId} is missing`);
    return version;
  }
}

/** True if this request arrived before. */
async function isRequested(
  trx: Trx,
  projectId: string,
  key: string | undefined,
  message: string,
): Promise<boolean> {
  const found = key === undefined ? undefined : await findChangeRequestByKey(trx, projectId, key);
  if (found && found.message !== message) {
    throw new AppError('other_key', 'Another request was sent under this key before.');
  }
  return found !== undefined;
}

/** Throws if the state doesn't allow the client's action, or if another version was shown. */
function assertMay(
  action: ContractAction,
  contract: ContractRow | undefined,
  shown: number | undefined,
): asserts contract is ContractRow {
  const refusal = contractRefusal(action, contract?.status ?? 'draft');
  if (refusal) throw refused(refusal);
  if (shown !== undefined && shown !== contract?.version) throw changed();
}

const REFUSALS = {
  contract_accepted: 'This contract is accepted and can no longer change.',
  contract_not_sent: 'The contract has not been sent yet.',
} as const;

export function refused(refusal: keyof typeof REFUSALS): AppError {
  return new AppError(refusal, REFUSALS[refusal]);
}

function changed(): AppError {
  return new AppError(
    'contract_changed',
    'A newer version of the contract was just sent. Please read it before you continue.',
  );
}

/** A version's name in the activity and in mails. */
export function versionSubject({ id, version }: { id: string; version: number }) {
  return { id, title: `Contract, version ${version}` };
}

function recordFacts(
  facts: Omit<AcceptanceRow, 'id' | 'project_id' | 'document_key' | 'record_key' | 'account_id'>,
) {
  return {
    projectTitle: facts.project_title,
    what: `version ${facts.version} of the contract`,
    source: facts.source,
    link: facts.link,
    sha256: facts.sha256,
    total: facts.total,
    typedName: facts.typed_name,
    email: facts.account_email,
    address: facts.address,
    userAgent: facts.user_agent,
    acceptedAt: facts.accepted_at,
  };
}
