import type { ContractSource, ContractStatus } from '@atelier/domain/contracts/rules.ts';
import type { Selectable } from 'kysely';

/** A project's contract as it stands, and what the studio is writing. */
export interface ContractTable {
  project_id: string;
  status: ContractStatus;
  /** The version that was sent last; 0 before the first. */
  version: number;
  /** Whole US dollars. */
  draft_total: number | null;
  draft_source: ContractSource;
  /** Empty while there is none. */
  draft_link: string;
  /** Key in the store of the PDF that was uploaded last. */
  draft_document_key: string | null;
  /** Rises by one with every change of the draft. */
  draft_revision: number;
  /** The revision that the version sent last was made of. */
  sent_revision: number | null;
  created_at: string;
  changed_at: string;
}

/** A version that was sent. Rows are added and never changed. */
interface ContractVersionTable {
  id: string;
  project_id: string;
  version: number;
  total: number | null;
  source: ContractSource;
  link: string | null;
  document_key: string | null;
  /** Hex: of the document's bytes, or of the link's text. */
  sha256: string;
  /** Address of the admin. */
  sent_by: string;
  sent_at: string;
}

/** What a client asked to have changed. */
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

/** Who accepted what, when and from where. One a project, kept when the project is deleted. */
interface ContractAcceptanceTable {
  id: string;
  project_id: string;
  project_title: string;
  version: number;
  total: number | null;
  source: ContractSource;
  link: string | null;
  document_key: string | null;
  sha256: string;
  /** Key of the record of acceptance, a PDF. */
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
