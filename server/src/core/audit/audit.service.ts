import type { AuditedItem } from '@atelier/domain/audit.ts';
import { projectTitle } from '@atelier/domain/projects.ts';
import { isoIn, isoNow } from '../../platform/clock.ts';
import type { AdminAct, AuditedNames, AuditPort } from '../../platform/http/audit.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { findProjectName } from '../projects/projects.repository.ts';
import type { AdminActionRow } from './admin-actions.table.ts';

const DAY = 24 * 3_600;

export interface AuditPage {
  before?: string | undefined;
  limit: number;
  subject?: string | undefined;
  by?: string | undefined;
}

export interface AuditDeps extends Pick<Platform, 'db' | 'clock'> {
  /** How many days an entry is kept. */
  keepDays: number;
  /** The title of a milestone or file, read before the action may delete it. */
  findItemTitle(projectId: string, item: Omit<AuditedItem, 'title'>): Promise<string | undefined>;
}

/** Who did what in the back office, when and from where. Entries are never changed once they have ended. */
export class AuditService implements AuditPort {
  readonly #deps: AuditDeps;

  constructor(deps: AuditDeps) {
    this.#deps = deps;
  }

  addJobs(jobs: Platform['jobs']): void {
    jobs.add({ name: 'audit.delete-old', everySeconds: DAY, run: () => this.#deleteOld() });
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
        subject_title: await this.#projectTitle(act.subjectId),
        item_kind: act.item?.kind ?? null,
        item_id: act.item?.id ?? null,
        item_title: await this.#itemTitle(act),
        detail: JSON.stringify(act.detail),
        outcome: null,
        address: act.client.address,
        user_agent: act.client.userAgent ?? null,
        created_at: isoNow(clock),
      })
      .execute();
    return id;
  }

  async end(id: string, outcome: string, { subjectTitle, item }: AuditedNames): Promise<void> {
    await this.#deps.db
      .updateTable('admin_actions')
      .set({
        outcome,
        ...(subjectTitle !== undefined && { subject_title: subjectTitle }),
        ...(item && { item_kind: item.kind, item_id: item.id, item_title: item.title }),
      })
      .where('id', '=', id)
      .where('outcome', 'is', null)
      .execute();
  }

  /** Deletes what is too old: names of people are in it, and nobody asks about it any more. */
  async #deleteOld(): Promise<void> {
    const { db, clock, keepDays } = this.#deps;
    await db
      .deleteFrom('admin_actions')
      .where('created_at', '<=', isoIn(clock, -keepDays * DAY))
      .execute();
  }

  /** What a project is called, before what is done to it may delete it; null where it is none. */
  async #projectTitle(id: string | undefined): Promise<string | null> {
    const project = id === undefined ? undefined : await findProjectName(this.#deps.db, id);
    return project ? projectTitle(project) : null;
  }

  async #itemTitle({ subjectId, item }: AdminAct): Promise<string | null> {
    if (!item || subjectId === undefined) return null;
    return (await this.#deps.findItemTitle(subjectId, item)) ?? null;
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
