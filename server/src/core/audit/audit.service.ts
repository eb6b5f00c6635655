import { isoNow } from '../../platform/clock.ts';
import type { AdminAct, AuditPort } from '../../platform/http/audit.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AdminActionRow } from './admin-actions.table.ts';

export interface AuditPage {
  before?: string | undefined;
  limit: number;
  subject?: string | undefined;
  by?: string | undefined;
}

/** Who did what in the back office, when and from where. Entries are never changed once they have ended. */
export class AuditService implements AuditPort {
  readonly #deps: Pick<Platform, 'db' | 'clock'>;

  constructor(deps: Pick<Platform, 'db' | 'clock'>) {
    this.#deps = deps;
  }

  async begin(act: AdminAct): Promise<string> {
    const { db, clock } = this.#deps;
    const id = newId();
    await db
      .insertInto('admin_actions')
      .values({
        id,
        action: act.action,
        account_id: act.actor.accountId,
        email: act.actor.email,
        subject_id: act.subjectId ?? null,
        subject_title: null,
        detail: JSON.stringify(act.detail),
        outcome: null,
        address: act.client.address,
        user_agent: act.client.userAgent ?? null,
        created_at: isoNow(clock),
      })
      .execute();
    return id;
  }

  async end(id: string, outcome: string, subjectTitle: string | undefined): Promise<void> {
    await this.#deps.db
      .updateTable('admin_actions')
      .set({ outcome, subject_title: subjectTitle ?? null })
      .where('id', '=', id)
      .where('outcome', 'is', null)
      .execute();
  }

  /** Newest first, with whether there are older ones. */
  async list({
    before,
    limit,
    subject,
    by,
  }: AuditPage): Promise<{ rows: AdminActionRow[]; hasOlder: boolean }> {
    let query = this.#deps.db.selectFrom('admin_actions').selectAll();
    if (subject) query = query.where('subject_id', '=', subject);
    if (by) query = query.where('account_id', '=', by);
    if (before) query = query.where('id', '<', before);
    const rows = await query
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return { rows: rows.slice(0, limit), hasOlder: rows.length > limit };
  }
}
