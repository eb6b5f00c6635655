import type {
  AcceptanceRecord,
  ChangeRequest,
  Contract,
  ContractAcceptance,
  ContractVersion,
  StudioContract,
} from '@atelier/domain/contracts/schema.ts';
import { compareVersions } from '@atelier/domain/contracts/terms.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { StudioContractRows } from './contract-drafts.service.ts';
import { changesSince, comparedVersion, versionTerms } from './contract-terms.ts';
import type { RecordedAcceptance } from './contracts.repository.ts';
import type { SentContract, SentContractRecord } from './contracts.service.ts';
import type { AcceptanceRow, ChangeRequestRow, ContractVersionRow } from './contracts.table.ts';

/** Gives stored files temporary signed addresses. */
type DownloadLinks = Pick<Storage, 'signedDownload'>;

/** The contract for its client, without anything of the studio's draft. */
export function presentContract(
  { contract, version, previous, acceptance, changeRequests, changesTotal }: SentContract,
  storage: DownloadLinks,
): Contract {
  return {
    ...presentVersion(version, storage),
    status: contract.status,
    acceptedAt: acceptance?.accepted_at ?? null,
    acceptedName: acceptance?.typed_name ?? null,
    recordUrl: acceptance ? storage.signedDownload(acceptance.record_key) : null,
    totalWithChanges: version.total === null ? null : version.total + changesTotal,
    terms: versionTerms(version),
    changes: previous ? compareVersions(comparedVersion(previous), comparedVersion(version)) : [],
    changeRequests: changeRequests.map(presentChangeRequest),
  };
}

/** The versions sent to a client over time, for their data export. */
export function presentSentContract(
  { projectId, versions, changeRequests }: SentContractRecord,
  storage: DownloadLinks,
) {
  return {
    projectId,
    versions: versions.map((version) => presentVersion(version, storage)),
    changeRequests: changeRequests.map(presentChangeRequest),
  };
}

/** The contracts a client has accepted, for their data export; a project may be gone. */
export function presentOwnAcceptance(row: AcceptanceRow, storage: DownloadLinks) {
  return {
    projectId: row.project_id,
    projectTitle: row.project_title,
    ...presentAcceptance(row, storage),
  };
}

/** An acceptance for the studio; the project may be gone. */
export function presentAcceptanceRecord(row: RecordedAcceptance, storage: DownloadLinks): AcceptanceRecord {
  return {
    _id: row.id,
    id: row.id,
    projectId: row.project_id,
    projectTitle: row.project_title,
    isProjectDeleted: row.has_project === null,
    source: row.source,
    url: row.document_key ? storage.signedDownload(row.document_key) : row.link,
    ...presentAcceptance(row, storage),
  };
}

/** The contract for the studio. */
export function presentStudioContract(rows: StudioContractRows, storage: DownloadLinks): StudioContract {
  const { contract, terms, upload, acceptance } = rows;
  return {
    status: contract.status,
    draft: {
      total: contract.draft_total,
      source: contract.draft_source,
      link: contract.draft_link,
      terms,
      file: upload ? { name: upload.name, size: upload.size, url: storage.signedDownload(upload.key) } : null,
      revision: contract.draft_revision,
      changedAt: contract.draft_revision > 0 ? contract.changed_at : null,
    },
    isChanged: contract.sent_revision !== contract.draft_revision,
    changes: changesSince(rows.versions[0], contract, { terms, upload }),
    missingLetters: rows.missingLetters,
    versions: rows.versions.map((version) => presentVersion(version, storage)),
    changeRequests: rows.changeRequests.map(presentChangeRequest),
    acceptance: acceptance ? presentAcceptance(acceptance, storage) : null,
  };
}

function presentVersion(row: ContractVersionRow, storage: DownloadLinks): ContractVersion {
  return {
    version: row.version,
    total: row.total,
    source: row.source,
    hash: row.sha256,
    url: row.document_key ? storage.signedDownload(row.document_key) : row.link,
    sentAt: row.sent_at,
  };
}

function presentAcceptance(row: AcceptanceRow, storage: DownloadLinks): ContractAcceptance {
  return {
    version: row.version,
    hash: row.sha256,
    total: row.total,
    name: row.typed_name,
    email: row.account_email,
    address: row.address,
    userAgent: row.user_agent,
    acceptedAt: row.accepted_at,
    recordUrl: storage.signedDownload(row.record_key),
  };
}

function presentChangeRequest(row: ChangeRequestRow): ChangeRequest {
  return {
    id: row.id,
    version: row.version,
    message: row.message,
    key: row.client_key,
    createdAt: row.created_at,
  };
}
