import { greetingName } from '@atelier/domain/accounts/rules.ts';
import type { AuditedItem } from '@atelier/domain/audit/schema.ts';
import { type AuditedFact, type AuditedSubjectKind, subjectKindOf } from '@atelier/domain/audit/sentence.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import { AppError } from '@atelier/domain/errors.ts';
import { AUDITED_ITEMS, type AuditedItemKind } from '@atelier/domain/project-parts.ts';
import { isoIn, isoNow } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SentCall } from '../../platform/http/bind.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Actor } from '../access/access.ts';
import {
  type AdminActionPage,
  type AdminActionRow,
  deleteAdminActionsUntil,
  endAdminAction,
  insertAdminAction,
  listAdminActions,
} from './admin-actions.repository.ts';

const DAY = 24 * 3_600;
const MAX_FACT_LENGTH = 200;

/** The title of a part of a project; undefined for one that is missing, or has none. */
export type FindItemTitle = (db: Db, projectId: string, id: string) => Promise<string | undefined>;

/** The title of what an action is about; undefined for one that is missing. */
export type FindSubjectTitle = (db: Db, id: string) => Promise<string | undefined>;

/** What an action is about, if its path doesn't tell. */
export interface AuditedSubject {
  kind: AuditedSubjectKind;
  id: string;
  title: string;
}

export interface AuditDeps extends Pick<Platform, 'db' | 'clock'> {
  /** How many days an entry is kept. */
  keepDays: number;
  /** Finds the title of each kind of item before the action can delete it. */
  itemTitles: Readonly<Record<AuditedItemKind, FindItemTitle>>;
  /** The same for each kind of subject. */
  subjectTitles: Readonly<Record<AuditedSubjectKind, FindSubjectTitle>>;
}

/** A call of an admin. The handler adds the names while it runs. */
export interface AdminCall {
  endpoint: Endpoint;
  actor: Actor;
  call: SentCall;
  names: { subject?: AuditedSubject; item?: AuditedItem };
}

/** The log of back office actions: actor, action, time and origin. An ended entry never changes. */
export class AuditService {
  readonly #deps: AuditDeps;

  constructor(deps: AuditDeps) {
    this.#deps = deps;
  }

  addJobs(jobs: Platform['jobs']): void {
    jobs.add({ name: 'audit.delete-old', everySeconds: DAY, run: () => this.#deleteOld() });
  }

  /**
   * Runs an endpoint's handler for an admin. If the table requires a record, the entry begins first, so that
   * no action goes unrecorded, and ends with `done` or the code of the refusal.
   */
  async record<Result>(admin: AdminCall, handle: () => Promise<Result>): Promise<Result> {
    if (!admin.endpoint.audit) return handle();
    const id = await this.#begin(admin, admin.endpoint.audit.keeps);
    let result: Result;
    try {
      result = await handle();
    } catch (error) {
      const { code, message } = error instanceof AppError ? error : { code: 'internal_error', message: null };
      await this.#end(id, { outcome: code, refusal: message }, admin.names);
      throw error;
    }
    await this.#end(id, { outcome: 'done' }, admin.names);
    return result;
  }

  async #begin({ endpoint, actor, call }: AdminCall, kept: readonly string[] = []): Promise<string> {
    const { db, clock, itemTitles, subjectTitles } = this.#deps;
    const id = newId();
    const { id: subjectId } = (call.params ?? {}) as { id?: string };
    const kind = subjectId === undefined ? undefined : subjectKindOf(endpoint.path);
    const item = itemOf(call.params);
    const subjectTitle = kind && subjectId && (await subjectTitles[kind](db, subjectId));
    const itemTitle = item && subjectId && (await itemTitles[item.kind](db, subjectId, item.id));
    await insertAdminAction(db, {
      id,
      action: `${endpoint.method} ${endpoint.path}`,
      account_id: actor.accountId,
      email: actor.email,
      actor_name: greetingName(actor),
      subject_kind: kind ?? null,
      subject_id: subjectId ?? null,
      subject_title: subjectTitle || null,
      item_kind: item?.kind ?? null,
      item_id: item?.id ?? null,
      item_title: itemTitle || null,
      detail: JSON.stringify(pickFacts(kept, call)),
      outcome: null,
      refusal: null,
      address: call.client.address,
      user_agent: call.client.userAgent ?? null,
      created_at: isoNow(clock),
    });
    return id;
  }

  async #end(
    id: string,
    end: Pick<AdminActionRow, 'outcome'> & Partial<AdminActionRow>,
    { subject, item }: AdminCall['names'],
  ): Promise<void> {
    await endAdminAction(this.#deps.db, id, {
      ...end,
      ...(subject && { subject_kind: subject.kind, subject_id: subject.id, subject_title: subject.title }),
      ...(item && { item_kind: item.kind, item_id: item.id, item_title: item.title }),
    });
  }

  /** Deletes old entries: they contain personal data. */
  async #deleteOld(): Promise<void> {
    const { db, clock, keepDays } = this.#deps;
    await deleteAdminActionsUntil(db, isoIn(clock, -keepDays * DAY));
  }

  /** Newest first, and whether there are older entries. */
  async list(page: AdminActionPage): Promise<{ rows: AdminActionRow[]; hasOlder: boolean }> {
    const rows = await listAdminActions(this.#deps.db, { ...page, limit: page.limit + 1 });
    return { rows: rows.slice(0, page.limit), hasOlder: rows.length > page.limit };
  }
}

/** The part of a project that a call's path names. */
function itemOf(params: unknown): Omit<AuditedItem, 'title'> | undefined {
  const sent = (params ?? {}) as Record<string, unknown>;
  for (const [kind, { param }] of Object.entries(AUDITED_ITEMS)) {
    const id = param && sent[param];
    if (typeof id === 'string') return { kind: kind as AuditedItemKind, id };
  }
  return undefined;
}

/** Short facts only: the text of messages doesn't belong here. */
function pickFacts(names: readonly string[], { query, body }: SentCall): Record<string, AuditedFact> {
  const sent: Record<string, unknown> = { ...(query as object | undefined), ...(body as object | undefined) };
  const facts: Record<string, AuditedFact> = {};
  for (const name of names) {
    const value = sent[name];
    if (value === undefined) continue;
    if (Array.isArray(value)) facts[name] = value.length;
    else if (typeof value === 'number' || typeof value === 'boolean' || value === null) facts[name] = value;
    else facts[name] = String(value).slice(0, MAX_FACT_LENGTH);
  }
  return facts;
}
