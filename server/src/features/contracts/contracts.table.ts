import type { ContractSource, ContractStatus } from '@atelier/domain/contracts/rules.ts';
import type { Selectable } from 'kysely';

/** A project's current contract and the studio's draft. */
export interface ContractTable {
  project_id: string;
  status: ContractStatus;
  /** The last sent version; 0 before the first. */
  version: number;
  /** Whole US dollars. */
  draft_total: number | null;
  draft_source: ContractSource;
  /** Empty without a link. */
  draft_link: string;
  /** JSON, `ContractTerms`; null until they are written. */
  draft_terms: string | null;
  /** Store key of the PDF uploaded last. */
  draft_document_key: string | null;
  /** Rises by one with each change of the draft. */
  draft_revision: number;
  /** The draft's revision in the last sent version. */
  sent_revision: number | null;
  created_at: string;
  changed_at: string;
}

/** What was sent, as its version and its acceptance have it. */
interface SentColumns {
  id: string;
  project_id: string;
  version: number;
  total: number | null;
  source: ContractSource;
  link: string | null;
  document_key: string | null;
  /** Hex: of the document's bytes, or of the link. */
  sha256: string;
}

/** A sent version. Rows are added and never changed. */
interface ContractVersionTable extends SentColumns {
  /** JSON, `ContractTerms`; null in versions of a time before contracts had them. */
  terms: string | null;
  /** The admin's address. */
  sent_by: string;
  sent_at: string;
}

/** A client's change request. */
interface ContractChangeRequestTable {
  id: string;
  project_id: string;
  version: number;
  message: string;
  /** Empty once the account is deleted. */
  account_email: string;
  client_key: string | null;
  created_at: string;
}

/** Who accepted what, when and from where. One per project, kept when the project is deleted. */
interface ContractAcceptanceTable extends SentColumns {
  project_title: string;
  /** Store key of the record of acceptance, a PDF. */
  record_key: string;
  account_id: string;
  account_email: string;
  typed_name: string | null;
  address: string;
  user_agent: string | null;
  accepted_at: string;
}

export type ContractRow = Selectable<ContractTable>;
export type ContractVersionRow = Selectable<ContractVersionTable>;
export type ChangeRequestRow = Selectable<ContractChangeRequestTable>;
export type AcceptanceRow = Selectable<ContractAcceptanceTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    contracts: ContractTable;
    contract_versions: ContractVersionTable;
    contract_change_requests: ContractChangeRequestTable;
    contract_acceptances: ContractAcceptanceTable;
  }
}
