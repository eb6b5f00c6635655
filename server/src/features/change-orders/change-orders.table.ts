import type { ChangeOrderStatus } from '@atelier/domain/change-orders/rules.ts';
import type { Selectable } from 'kysely';

/** A change to an accepted contract. An accepted one is kept when its project is deleted. */
interface ChangeOrderTable {
  id: string;
  project_id: string;
  project_title: string;
  /** From 1 in each project. */
  number: number;
  status: ChangeOrderStatus;
  title: string;
  reason: string;
  /** JSON, `ChangeOrderTerms`. */
  terms: string;
  /** What it adds, in whole US dollars. */
  total: number;
  /** The client's message that it answers. */
  message_id: string | null;
  /** What it was made for, once each. */
  source_key: string;
  /** Store key of the document as it was sent, and its hash in hex. */
  document_key: string | null;
  sha256: string | null;
  sent_by: string | null;
  sent_at: string | null;
  /** When it was accepted, declined or withdrawn. */
  ended_at: string | null;
  /** Why it was declined. */
  answer: string;
  /** Who accepted it, and from where: as of the contract. */
  record_key: string | null;
  account_id: string | null;
  account_email: string | null;
  typed_name: string | null;
  address: string | null;
  user_agent: string | null;
  revision: number;
  created_at: string;
}

export type ChangeOrderRow = Selectable<ChangeOrderTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    change_orders: ChangeOrderTable;
  }
}
