import type { Selectable } from 'kysely';
import { type Clock, isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { ClientFacts } from '../../platform/http/client.ts';
import { newId } from '../../platform/ids.ts';
import type { AuthAuditTable } from './auth.table.ts';

export type AuditRow = Selectable<AuthAuditTable>;

/** The audited events of an account. */
export type AuditAction =
  | 'sign_up_requested'
  | 'sign_up_confirmed'
  | 'signed_in'
  | 'signed_out'
  | 'session_expired'
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
  /** Undefined for a command on the server itself. */
  client: ClientFacts | undefined;
  /** Facts for a reader; never a secret. */
  detail?: Record<string, string | number | readonly string[]>;
}

/** Records an action in its transaction. */
export async function recordAudit(trx: Trx, clock: Clock, entry: AuditEntry): Promise<void> {
  await trx
    .insertInto('auth_audit')
    .values({
      id: newId(),
      at: isoNow(clock),
      action: entry.action,
      user_id: entry.userId,
      address: entry.client?.address ?? null,
      user_agent: entry.client?.userAgent ?? null,
      detail: entry.detail ? JSON.stringify(entry.detail) : null,
    })
    .execute();
}

/** A user's entries, oldest first, from the one that follows `after`. */
export async function listAudit(
  db: Db,
  userId: string,
  after: Pick<AuditRow, 'at' | 'id'> | undefined,
  limit: number,
): Promise<AuditRow[]> {
  let query = db.selectFrom('auth_audit').selectAll().where('user_id', '=', userId);
  if (after) {
    query = query.where((eb) =>
      eb.or([eb('at', '>', after.at), eb.and([eb('at', '=', after.at), eb('id', '>', after.id)])]),
    );
  }
  return query.orderBy('at').orderBy('id').limit(limit).execute();
}
