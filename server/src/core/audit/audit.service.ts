import type { AuditedItem } from '@atelier/domain/audit/schema.ts';
import { projectTitle } from '@atelier/domain/projects/rules.ts';
import { isoIn, isoNow } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { findProjectName } from '../projects/projects.repository.ts';
import {
  type AdminActionPage,
  type AdminActionRow,
  deleteAdminActionsUntil,
  endAdminAction,
  insertAdminAction,
  listAdminActions,
} from './admin-actions.repository.ts';
import type { AdminAct, AuditedNames, AuditPort } from './audited.ts';

const DAY = 24 * 3_600;

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
    await insertAdminAction(db, {
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
    });
    return id;
  }

  async end(id: string, outcome: string, { subjectTitle, item }: AuditedNames): Promise<void> {
    await endAdminAction(this.#deps.db, id, {
      outcome,
      ...(subjectTitle !== undefined && { subject_title: subjectTitle }),
      ...(item && { item_kind: item.kind, item_id: item.id, item_title: item.title }),
    });
  }

  /** Deletes old entries: they name people, and their use ends. */
  async #deleteOld(): Promise<void> {
    const { db, clock, keepDays } = this.#deps;
    await deleteAdminActionsUntil(db, isoIn(clock, -keepDays * DAY));
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
  async list(page: AdminActionPage): Promise<{ rows: AdminActionRow[]; hasOlder: boolean }> {
    const rows = await listAdminActions(this.#deps.db, { ...page, limit: page.limit + 1 });
    return { rows: rows.slice(0, page.limit), hasOlder: rows.length > page.limit };
  }
}
