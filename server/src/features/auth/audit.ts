import { type Clock, isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { ClientFacts } from '../../platform/http/client.ts';
import { newId } from '../../platform/ids.ts';
import { insertAuditRow } from './audit.repository.ts';

/** What is written down about accounts. */
export type AuditAction =
  | 'sign_up_requested'
  | 'sign_up_confirmed'
  | 'signed_in'
  | 'signed_out'
  | 'session_revoked_for_token_reuse'
  | 'recovery_requested'
  | 'recovery_used'
  | 'password_changed'
  | 'email_change_requested'
  | 'email_change_half_confirmed'
  | 'email_changed'
  | 'metadata_changed'
  | 'roles_changed'
  | 'user_shut'
  | 'user_opened'
  | 'factor_enrolled'
  | 'factor_verified'
  | 'factor_removed'
  | 'factor_locked'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'user_created_by_service'
  | 'user_changed_by_service'
  | 'user_deleted'
  | 'user_deleted_by_service'
  | 'link_made_by_service';

export interface AuditEntry {
  action: AuditAction;
  userId: string;
  /** Undefined for what was done on the server itself. */
  client: ClientFacts | undefined;
  /** Facts for people; never a secret. */
  detail?: Record<string, string | number | readonly string[]>;
}

/** Writes down who did what, as part of the transaction in which it was done. */
export async function recordAudit(trx: Trx, clock: Clock, entry: AuditEntry): Promise<void> {
  await insertAuditRow(trx, {
    id: newId(),
    at: isoNow(clock),
    action: entry.action,
    user_id: entry.userId,
    address: entry.client?.address ?? null,
    user_agent: entry.client?.userAgent ?? null,
    detail: entry.detail ? JSON.stringify(entry.detail) : null,
  });
}
