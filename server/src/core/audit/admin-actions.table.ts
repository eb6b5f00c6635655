import type { AuditedItemKind } from '@atelier/domain/audit/schema.ts';
import type { Selectable } from 'kysely';

/** Something that an admin set out to do. It outlives its subject and its actor. */
interface AdminActionTable {
  id: string;
  /** Method and path of the endpoint. */
  action: string;
  account_id: string;
  email: string;
  subject_id: string | null;
  subject_title: string | null;
  /** The part of the subject that it was about; null for the whole. */
  item_kind: AuditedItemKind | null;
  item_id: string | null;
  item_title: string | null;
  /** JSON: short facts by name. */
  detail: string;
  /** `done` or the code of the refusal; null while it runs, and where the server stopped in the middle. */
  outcome: string | null;
  address: string;
  user_agent: string | null;
  created_at: string;
}

export type AdminActionRow = Selectable<AdminActionTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    admin_actions: AdminActionTable;
  }
}
