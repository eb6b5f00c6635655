import {
  type ContractAction,
  type ContractStatus,
  contractRefusal,
} from '@atelier/domain/contracts/rules.ts';
import { AppError } from '@atelier/domain/errors.ts';
import { shortId } from '@atelier/domain/ids.ts';
import { projectTitle } from '@atelier/domain/projects/rules.ts';
import { lockOpenProject } from '../../core/projects/open-project.ts';
import type { ProjectActor, RecordEvent } from '../../core/projects/project-event.ts';
import { findProjectFacts } from '../../core/projects/projects.repository.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { MAX_ATTACHED_BYTES } from '../../platform/mail/mailer.ts';
import type { MailAttachment } from '../../platform/mail/transport.ts';
import type { Platform } from '../../platform/platform.ts';
import { putPdf, readAttachment } from './contract-files.ts';
import {
  findAcceptance,
  findChangeRequestByKey,
  findContract,
  findVersion,
  forgetRequester,
  insertAcceptance,
  insertChangeRequest,
  listAcceptances,
  listAcceptancesBy,
  listChangeRequests,
  listContractStatuses,
  listContractsByStatus,
  listSentKeys,
  listSentProjects,
  listVersions,
  lockContract,
  moveContract,
} from './contracts.repository.ts';
import type { AcceptanceRow, ChangeRequestRow, ContractRow, ContractVersionRow } from './contracts.table.ts';
import { renderAcceptanceRecord } from './document/acceptance-record.ts';

export interface ContractsDeps extends Pick<Platform, 'db' | 'clock' | 'storage'> {
  recordEvent: RecordEvent;
}

/** The contract that a client has been sent, as rows. */
export interface SentContract {
  contract: ContractRow;
  version: ContractVersionRow;
  acceptance: AcceptanceRow | undefined;
  changeRequests: ChangeRequestRow[];
}

/** What a client was sent over time, and what they asked to have changed. */
export interface SentContractRecord {
  projectId: string;
  /** Newest first. */
  versions: ContractVersionRow[];
  /** Oldest first. */
  changeRequests: ChangeRequestRow[];
}

/** An accepted contract, as it goes with mails. */
export interface AcceptedDocuments {
  acceptance: AcceptanceRow;
  /** The contract as it was accepted (where it is a file that a mail can carry) and the record of acceptance. */
  attachments: MailAttachment[];
}

/** A change that a client requests. */
export interface ChangeRequestDraft {
  message: string;
  version?: number | undefined;
  key?: string | undefined;
}

/** Requests for change that a page is shown; older ones are in the activity. */
export const MAX_REQUESTS_SHOWN = 200;

/** A contract from the client's side: reading, accepting and asking for a change. */
export class ContractsService {
  readonly #deps: ContractsDeps;

  constructor(deps: ContractsDeps) {
    this.#deps = deps;
  }

  /** The version that was sent last; undefined before the first. */
  async findSent(projectId: string): Promise<SentContract | undefined> {
    const { db } = this.#deps;
    const contract = await findContract(db, projectId);
    const version = contract && (await findVersion(db, projectId, contract.version));
    if (!contract || !version) return undefined;
    const [acceptance, changeRequests] = await Promise.all([
      findAcceptance(db, projectId),
      listChangeRequests(db, projectId, MAX_REQUESTS_SHOWN),
    ]);
    return { contract, version, acceptance, changeRequests };
  }

  /** Of each of these projects whose contract was sent: every version, every request and the acceptance. */
  async *readSent(projectIds: readonly string[]): AsyncGenerator<SentContractRecord> {
    const { db } = this.#deps;
    for (const projectId of projectIds) {
      const versions = await listVersions(db, projectId);
      if (versions.length === 0) continue;
      yield { projectId, versions, changeRequests: await listChangeRequests(db, projectId) };
    }
  }

  /** Everything that an account has accepted, oldest first, projects that are deleted included. */
  async listAcceptancesBy(accountId: string): Promise<AcceptanceRow[]> {
    return listAcceptancesBy(this.#deps.db, accountId);
  }

  /** Everything that was ever accepted, newest first, with whether there is more. */
  async listAcceptances({ before, limit }: { before?: string | undefined; limit: number }) {
    const rows = await listAcceptances(this.#deps.db, { before, limit: limit + 1 });
    return { rows: rows.slice(0, limit), hasOlder: rows.length > limit };
  }

  /**
   * Takes a client's address off what they asked for in a project that stays. What they accepted is a record for
   * both sides, and stays as it is.
   */
  async forgetClient(trx: Trx, projectId: string): Promise<void> {
    await forgetRequester(trx, projectId);
  }

  /** Those of some projects whose contract waits for this client; others' projects are left out. */
  async listOwnSent(accountId: string, projectIds: readonly string[]): Promise<string[]> {
    return listSentProjects(this.#deps.db, projectIds, accountId);
  }

  /** Of all open projects, those whose contract is in a status; the longest in it first. */
  async listByStatus(status: ContractStatus, limit: number) {
    return listContractsByStatus(this.#deps.db, status, limit);
  }

  /** Where the contracts of some projects stand; a project without one is not in it. */
  async findStatuses(projectIds: readonly string[]): Promise<Map<string, ContractStatus>> {
    const rows = await listContractStatuses(this.#deps.db, projectIds);
    return new Map(rows.map((row) => [row.project_id, row.status]));
  }

  /**
   * Accepts the contract for good, and keeps the record of it. Without `version` the current one is meant.
   * @throws contract_not_sent, contract_accepted, contract_changed when another version is there
   */
  async accept(
    projectId: string,
    by: ProjectActor & { userAgent: string | undefined },
    { version: shown, name }: { version?: number | undefined; name?: string | undefined },
  ): Promise<void> {
    const { db, clock, storage, recordEvent } = this.#deps;
    const seen = await this.#requireSent(db, projectId, 'accept', shown);
    const project = await findProjectFacts(db, projectId);
    if (!project) throw new AppError('not_found', 'Not found.');
    const facts = {
      project_title: projectTitle(project),
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
    // Written before the transaction, which must wait for nothing but the database.
    const record = await putPdf(storage, {
      mayUseReserve: true,
      name: `Record of acceptance ${facts.project_title} v${seen.version}`,
      bytes: await renderAcceptanceRecord({ ...recordFacts(facts), projectId }),
    });
    await transaction(db, async (trx) => {
      await lockOpenProject(trx, projectId);
      const contract = await lockContract(trx, projectId);
      // What was sent meanwhile is not what its reader saw, or what the record says.
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
      await recordEvent(trx, {
        projectId,
        kind: 'contract_accepted',
        by,
        subject: versionSubject(seen),
        detail: { version: seen.version, hash: seen.sha256, total: seen.total, name: facts.typed_name },
      });
    });
  }

  /**
   * Requests a change to the version that was shown (the current one if none is named). A second
   * request under the same key counts as the first, whatever the contract's state is by then.
   * @throws conflict for a key with another message; contract_not_sent, contract_accepted,
   * contract_changed when another version is there
   */
  async requestChange(
    projectId: string,
    by: ProjectActor,
    { message, version: shown, key }: ChangeRequestDraft,
  ): Promise<void> {
    const { db, clock, recordEvent } = this.#deps;
    await transaction(db, async (trx) => {
      if (await isRequested(trx, projectId, key, message)) return;
      await lockOpenProject(trx, projectId);
      const contract = await lockContract(trx, projectId);
      // The same call may run twice at once: the one that waited for the lock looks again.
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

  /** Whether a project's contract was accepted: then its record and what was accepted have to be kept. */
  async isAccepted(trx: Trx, projectId: string): Promise<boolean> {
    return (await findAcceptance(trx, projectId)) !== undefined;
  }

  /** What both sides keep of an accepted contract; undefined before it is accepted. Not within a transaction. */
  async acceptedDocument(projectId: string): Promise<AcceptedDocuments | undefined> {
    const acceptance = await findAcceptance(this.#deps.db, projectId);
    if (!acceptance) return undefined;
    return { acceptance, attachments: await this.#attachments(acceptance) };
  }

  /**
   * Prepares the deletion of a locked project: the record of an acceptance and what was accepted stay.
   * @param confirmation the project's short id, where its contract was accepted
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

/** Whether this request arrived before. */
async function isRequested(
  trx: Trx,
  projectId: string,
  key: string | undefined,
  message: string,
): Promise<boolean> {
  const found = key === undefined ? undefined : await findChangeRequestByKey(trx, projectId, key);
  if (found && found.message !== message) {
    throw new AppError('conflict', 'Another request was sent under this key before.');
  }
  return found !== undefined;
}

/** Throws where the state does not allow the client's action, or where another version was shown. */
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

/** A version as activity and mails name it. */
export function versionSubject({ id, version }: { id: string; version: number }) {
  return { id, title: `Contract, version ${version}` };
}

function recordFacts(
  facts: Omit<AcceptanceRow, 'id' | 'project_id' | 'document_key' | 'record_key' | 'account_id'>,
) {
  return {
    projectTitle: facts.project_title,
    version: facts.version,
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
