import { DELETED_ACCOUNT_NAME, greetingName } from '@atelier/domain/accounts/rules.ts';
import { activitySchema } from '@atelier/domain/activity/schema.ts';
import { UNDO_SECONDS } from '@atelier/domain/milestones/rules.ts';
import { projectPath, studioProjectPath } from '@atelier/domain/pages.ts';
import { NOTIFICATIONS } from '@atelier/domain/project-parts.ts';
import { findAccount } from '../../core/accounts/accounts.repository.ts';
import type { MailPorts } from '../../core/feature.ts';
import type { EventMailDefinition, MailedEvent, MailedMessage } from '../../core/projects/event-mail.ts';
import type { EventMail, EventMailKind, ProjectEvent } from '../../core/projects/project-event.ts';
import { findProject, lockProject } from '../../core/projects/projects.repository.ts';
import type { ProjectRow } from '../../core/projects/projects.table.ts';
import { nameProject } from '../../core/projects/stored-brief.ts';
import { isoIn, isoNow, latestMeant } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { parseStoredJson } from '../../platform/db/stored-json.ts';
import { onCommit, transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { renderMail } from '../../platform/mail/layout.ts';
import { hasMailsSince } from '../../platform/mail/outbox.repository.ts';
import { isMailAddress, type MailAttachment } from '../../platform/mail/transport.ts';
import type { Platform } from '../../platform/platform.ts';
import { kindOf, Repeats } from '../../platform/repeats.ts';
import { continueRequest, currentRequest } from '../../platform/request-trace.ts';
import type { ServerSecret } from '../../platform/server-secret.ts';
import { isMuted } from './muted-mails.repository.ts';
import type { PendingNotification } from './notifications.table.ts';
import {
  forgetActor,
  hasPending,
  insertPending,
  listDuePending,
  listPendingAbout,
  listPendingLike,
  postponePending,
  renewPending,
  takePending,
  withdrawPending,
} from './pending-notifications.repository.ts';
import { unsubscribeOffer } from './unsubscribe.ts';

/** What mails need from the portal's features; `product.ts` wires them. */
export interface PortalPorts {
  /** Messages of a thread by their ids, oldest first. */
  listMessages(projectId: string, ids: readonly string[]): Promise<readonly MailedMessage[]>;
  /** Whether anyone on a side has read a message. */
  isMessageRead(projectId: string, side: 'client' | 'studio', messageId: string): Promise<boolean>;
  /** True if the client with this account, or anyone of the studio, has the application open. */
  isLooking(viewer: { accountId: string } | 'studio'): boolean;
  /** The current state of a milestone's move, read with the project locked. */
  standingOfMove(
    trx: Trx,
    move: { projectId: string; milestoneId: string; moveId: string },
  ): Promise<MoveStanding>;
  /** The documents that an event's mail carries, if they are small enough for one. Most have none. */
  listDocuments(event: MailedDocuments): Promise<readonly MailAttachment[]>;
}

/** The event whose documents its mail carries. */
interface MailedDocuments {
  kind: EventMailKind;
  projectId: string;
  subjectId: string;
}

/**
 * The current state of a milestone's move: it is the last one; a later one replaced it and can
 * still be undone; or the milestone has changed since.
 */
export type MoveStanding = 'current' | 'open' | 'superseded';

export interface PortalNotificationsDeps extends MailPorts, Pick<Platform, 'db' | 'clock' | 'log'> {
  secret: ServerSecret;
  portal: PortalPorts;
  /** When mails of each kind leave, and their texts. */
  eventMails: Readonly<Record<EventMailKind, EventMailDefinition>>;
  /** An account's confirmed address; undefined without one. */
  findConfirmedEmail(accountId: string): Promise<string | undefined>;
}

/** What the one who did it gets too, for their records. */
const OWN_COPIES: readonly EventMailKind[] = ['contract_accepted', 'change_order_accepted'];

/** Events of gathered kinds are collected for this long, in seconds from the first of them. */
export const GATHER_SECONDS = 180;
/** Queued events read at once, and gathered into one mail. */
const BATCH = 100;
/** The wait before retrying a mail that couldn't be written, for example while the provider doesn't reply. */
const RETRY_SECONDS = 120;
/** The time, in seconds, that a reader with the application open has to see a message there. */
const LOOKING_SECONDS = 900;

/**
 * Mails each side about the other's actions. An event queues its notification in its own transaction; soon
 * after, a separate transaction deletes it and writes the mail into the outbox: exactly one mail, whichever
 * process tries and however often.
 */
export class PortalNotifications {
  readonly #deps: PortalNotificationsDeps;
  readonly #repeats = new Repeats();
  #running: Promise<void> | undefined;
  #again = false;
  /** The timer for the next due mail; none in a process that hasn't started. */
  #timers: Set<NodeJS.Timeout> | undefined;

  constructor(deps: PortalNotificationsDeps) {
    this.#deps = deps;
  }

  /** Queues the mails about an event, in the event's transaction. */
  async queue(trx: Trx, event: ProjectEvent, mails: readonly EventMail[]): Promise<void> {
    const { clock } = this.#deps;
    const { projectId, by, subject, detail } = event;
    const planned = await Promise.all(
      mails.map(async ({ kind, side }) => ({
        kind,
        side,
        delay: await this.#delayOf(trx, kind, projectId),
      })),
    );
    for (const { kind, side, delay } of planned) {
      await insertPending(trx, {
        id: newId(),
        project_id: projectId,
        side,
        kind,
        actor_id: by.accountId,
        actor_email: by.email,
        subject_id: subject?.id ?? null,
        subject_title: subject?.title ?? null,
        detail: JSON.stringify(detail ?? {}),
        created_at: isoNow(clock),
        activity_id: event.id ?? null,
        request_id: currentRequest()?.id ?? null,
        due_at: isoIn(clock, delay),
      });
    }
    const delays = planned.filter(({ kind, delay }) => delay === 0 || !this.#isGathered(kind));
    for (const delay of new Set(delays.map((one) => one.delay))) onCommit(trx, () => this.#wakeAfter(delay));
  }

  /** Seconds until another notification of a kind is due, given the project's pending and recent ones. */
  async #delayOf(trx: Trx, kind: EventMailKind, projectId: string): Promise<number> {
    const delay = delayOf(this.#deps.eventMails[kind]);
    if (this.#deps.eventMails[kind].timing !== 'gathered-after-first') return delay;
    // One transaction deletes the pending notifications and writes the mail: until the time is
    // over, exactly one of the two exists.
    if (await hasPending(trx, projectId, kind)) return delay;
    const since = isoIn(this.#deps.clock, -GATHER_SECONDS);
    return (await hasMailsSince(trx, keyOf(kind, projectId), since)) ? delay : 0;
  }

  /** Withdraws the notifications about a record and returns how many were still pending. */
  async withdraw(trx: Trx, activityId: string): Promise<number> {
    return withdrawPending(trx, activityId);
  }

  /**
   * Renames the subject of the pending notifications about a record. A mail that was written with the old words
   * meanwhile isn't sent: its notifications are no longer the same.
   */
  async renameSubject(trx: Trx, activityId: string, title: string): Promise<void> {
    for (const id of await listPendingAbout(trx, activityId)) {
      await renewPending(trx, id, { id: newId(), title });
    }
  }

  /** Removes a deleted account's address from its queued events. */
  async forgetPerson(trx: Trx, accountId: string): Promise<void> {
    await forgetActor(trx, accountId);
  }

  /** Writes every due mail. Never throws: a failure is retried by a later call. */
  async deliverDue(): Promise<void> {
    const { db, clock, log } = this.#deps;
    const done = new Set<string>();
    const due = { now: isoNow(clock), latest: latestMeant(clock, GATHER_SECONDS) };
    for (const row of await listDuePending(db, due, BATCH)) {
      if (done.has(row.id)) continue;
      const rows = this.#isGathered(row.kind) ? await listPendingLike(db, row, BATCH) : [row];
      for (const { id } of rows) done.add(id);
      try {
        await continueRequest(row.request_id, () => this.#deliver(rows));
      } catch (error) {
        const repeated = this.#repeats.note(`write ${kindOf(error)}`);
        if (repeated) {
          log.warn(
            { err: error, notification: row.id, ...repeated },
            'the mail of an event could not be written; trying again',
          );
        }
        await this.#postpone(rows, RETRY_SECONDS);
      }
    }
  }

  /** Registers a recurring job that checks the queue. */
  addJobs(jobs: Platform['jobs']): void {
    jobs.add({ name: 'notifications.deliver', everySeconds: 30, run: () => this.deliverDue() });
  }

  /** Sends mails with a short delay on time, instead of with the job's next run. */
  start(): void {
    this.#timers = new Set();
  }

  stop(): void {
    for (const timer of this.#timers ?? []) clearTimeout(timer);
    this.#timers = undefined;
  }

  /** Resolves when no mail is being written. */
  async whenIdle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  #wakeAfter(seconds: number): void {
    if (seconds === 0) this.#wake();
    const timers = this.#timers;
    if (seconds === 0 || !timers) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      this.#wake();
    }, seconds * 1000).unref();
    timers.add(timer);
  }

  #wake(): void {
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async #run(): Promise<void> {
    do {
      this.#again = false;
      try {
        await this.deliverDue();
      } catch (error) {
        // The recurring job retries it.
        const repeated = this.#repeats.note(`read ${kindOf(error)}`);
        if (repeated) {
          this.#deps.log.warn({ err: error, ...repeated }, 'the notifications that are due cannot be read');
        }
      }
    } while (this.#again);
  }

  async #deliver(rows: readonly PendingNotification[]): Promise<void> {
    const { db } = this.#deps;
    const [first] = rows;
    const project = first && (await findProject(db, first.project_id));
    if (!first || !project) return;
    const unread = first.kind === 'message' ? await this.#leaveOutRead(rows) : rows;
    const recipients = unread.length > 0 ? await this.#findRecipients(first, project) : [];
    if (recipients.length > 0 && this.#isSeenSoon(first, project)) {
      return this.#postpone(rows, GATHER_SECONDS);
    }
    const mails = await this.#compose(unread, project, recipients);
    await transaction(db, async (trx) => {
      const standing = await this.#standingOf(trx, first);
      if (standing === 'open') return postponePending(trx, [first.id], isoIn(this.#deps.clock, 1));
      // The process that deletes the queued events writes the mail.
      const taken = await takePending(
        trx,
        rows.map(({ id }) => id),
      );
      if (taken.length === 0) return;
      if (taken.length < rows.length) throw new Error('Some of it has already been mailed');
      if (standing === 'superseded') return;
      for (const { isOptional, ...mail } of mails) {
        if (isOptional && (await isMuted(trx, mail.to, first.kind))) continue;
        await this.#deps.mailer.enqueue(trx, mail);
      }
    });
  }

  /**
   * The current state of a move that is due for its mail. A move that a later change replaced isn't
   * mailed; it waits while that later move can still be undone. Locks the project, as each move and
   * its undo does.
   */
  async #standingOf(trx: Trx, row: PendingNotification): Promise<MoveStanding> {
    if (row.activity_id === null || this.#deps.eventMails[row.kind].timing !== 'after-undo') return 'current';
    await lockProject(trx, row.project_id);
    return this.#deps.portal.standingOfMove(trx, {
      projectId: row.project_id,
      milestoneId: row.subject_id ?? '',
      moveId: row.activity_id,
    });
  }

  async #leaveOutRead(rows: readonly PendingNotification[]): Promise<PendingNotification[]> {
    const { portal } = this.#deps;
    const unread: PendingNotification[] = [];
    for (const row of rows) {
      if (!(await portal.isMessageRead(row.project_id, row.side, row.subject_id ?? ''))) unread.push(row);
    }
    return unread;
  }

  /** True if a recipient has the application open and hasn't had long enough to read there. */
  #isSeenSoon(first: PendingNotification, project: ProjectRow): boolean {
    const { portal, clock } = this.#deps;
    if (first.kind !== 'message' || first.created_at <= isoIn(clock, -LOOKING_SECONDS)) return false;
    return portal.isLooking(first.side === 'studio' ? 'studio' : { accountId: project.user_id });
  }

  /** Never the actor, except for their copy of an acceptance. */
  async #findRecipients(first: PendingNotification, project: ProjectRow): Promise<string[]> {
    const { db } = this.#deps;
    if (first.side === 'client') {
      const account = await findAccount(db, project.user_id);
      const isOwnCopy = OWN_COPIES.includes(first.kind);
      if (!account || (account.id === first.actor_id && !isOwnCopy)) return [];
      if (!isMailAddress(account.email) || !(await this.#deps.findConfirmedEmail(account.id))) return [];
      return [account.email];
    }
    const addresses = await this.#deps.listStudioAddresses(db);
    return addresses.filter((address) => address !== first.actor_email);
  }

  async #compose(rows: readonly PendingNotification[], project: ProjectRow, recipients: readonly string[]) {
    const [first, ...others] = rows;
    if (!first || recipients.length === 0) return [];
    const { db, look, portal, publicUrl, secret } = this.#deps;
    const { kind, side } = first;
    const actor = await findAccount(db, first.actor_id);
    const ids = rows.map(({ subject_id }) => subject_id ?? '');
    const documents = await portal.listDocuments({
      kind,
      projectId: project.id,
      subjectId: first.subject_id ?? '',
    });
    const { tab, anchor, label, ...content } = this.#deps.eventMails[kind].compose({
      side,
      project: nameProject(project),
      studioName: look.studioName,
      actor:
        side === 'client' && !OWN_COPIES.includes(kind)
          ? look.studioName
          : first.actor_email === ''
            ? DELETED_ACCOUNT_NAME
            : greetingName({ username: actor?.username ?? null, email: first.actor_email }),
      events: [toMailedEvent(first), ...others.map(toMailedEvent)],
      messages: kind === 'message' ? await portal.listMessages(project.id, ids) : [],
      hasAttachment: documents.length > 0,
    });
    const path = side === 'client' ? projectPath(project.id, { tab }) : studioProjectPath(project.id, tab);
    // One that can't be turned off is sent always.
    const isOptional = NOTIFICATIONS[kind][side] !== undefined;
    return recipients.map((address) => {
      const unsubscribe = isOptional ? unsubscribeOffer({ publicUrl, secret }, { address, kind }) : undefined;
      return {
        kind: `portal.${kind}` as const,
        to: address,
        isOptional,
        onceKey: `${keyOf(kind, project.id)} ${rows.at(-1)?.id} ${address}`,
        ...renderMail(look, {
          ...content,
          action: { label, url: `${publicUrl}${path}${anchor === undefined ? '' : `#${anchor}`}` },
          unsubscribe,
        }),
        unsubscribeUrl: unsubscribe?.url,
        attachments: documents,
      };
    });
  }

  #isGathered(kind: EventMailKind): boolean {
    // Another version may have queued a kind that this one doesn't know: it fails by itself, later.
    return this.#deps.eventMails[kind]?.timing.startsWith('gathered') ?? false;
  }

  async #postpone(rows: readonly PendingNotification[], seconds: number): Promise<void> {
    const { db, clock } = this.#deps;
    const ids = rows.map(({ id }) => id);
    await postponePending(db, ids, isoIn(clock, seconds));
  }
}

/** Seconds until a mail is due; the first of a kind gathered after it is due at once. */
export function delayOf({ timing }: Pick<EventMailDefinition, 'timing'>): number {
  if (timing === 'after-undo') return UNDO_SECONDS;
  return timing === 'at-once' ? 0 : GATHER_SECONDS;
}

/** The common prefix of the keys of all mails of a kind about a project. */
function keyOf(kind: EventMailKind, projectId: string): string {
  return `${kind} ${projectId}`;
}

function toMailedEvent(row: PendingNotification): MailedEvent {
  return {
    subject: { id: row.subject_id ?? '', title: row.subject_title ?? '' },
    detail: parseStoredJson(activitySchema.shape.detail, row.detail, {
      column: 'pending_notifications.detail',
      id: row.id,
    }),
    createdAt: row.created_at,
  };
}
