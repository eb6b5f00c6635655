import { UNDO_SECONDS } from '@atelier/domain/milestones/rules.ts';
import type { EventMailDefinition } from '../../core/projects/event-mail.ts';
import type { EventMail, EventMailKind, ProjectEvent } from '../../core/projects/project-event.ts';
import { findProject, lockProject } from '../../core/projects/projects.repository.ts';
import { isoIn, isoNow, latestMeant } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { onCommit, transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { WokenWork } from '../../platform/jobs/woken-work.ts';
import { hasMailsSince } from '../../platform/mail/outbox.repository.ts';
import type { Platform } from '../../platform/platform.ts';
import { kindOf, Repeats } from '../../platform/repeats.ts';
import { continueRequest, currentRequest } from '../../platform/request-trace.ts';
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
import {
  composeLetters,
  findReplyTo,
  keyOf,
  type Letter,
  type LetterDeps,
  type LetterPorts,
  makeLinks,
} from './portal-letters.ts';
import { findRecipients, type Recipient } from './recipients.ts';

/** What mails need from the portal's features; `product.ts` wires them. */
export interface PortalPorts extends LetterPorts {
  /** Whether a person on the client's side, or anyone of the studio, has read a message. */
  isMessageRead(projectId: string, reader: Recipient['reader'], messageId: string): Promise<boolean>;
  /** True if the person with this account, or anyone of the studio, has the application open. */
  isLooking(viewer: Recipient['reader']): boolean;
  /** The current state of a milestone's move, read with the project locked. */
  standingOfMove(
    trx: Trx,
    move: { projectId: string; milestoneId: string; moveId: string },
  ): Promise<MoveStanding>;
}

/**
 * The current state of a milestone's move: it is the last one; a later one replaced it and can
 * still be undone; or the milestone has changed since.
 */
export type MoveStanding = 'current' | 'open' | 'superseded';

export interface PortalNotificationsDeps extends LetterDeps, Pick<Platform, 'clock' | 'log'> {
  portal: PortalPorts;
  /** An account's confirmed address; undefined without one. */
  findConfirmedEmail(accountId: string): Promise<string | undefined>;
}

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
  readonly #delivery = new WokenWork(
    () => this.deliverDue(),
    (error) => {
      // The recurring job retries it.
      const repeated = this.#repeats.note(`read ${kindOf(error)}`);
      if (repeated) {
        this.#deps.log.warn({ err: error, ...repeated }, 'the notifications that are due cannot be read');
      }
    },
  );
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
   * Renames the subject of the pending notifications about a record, perhaps with other details. A mail that was written with the
   * old words meanwhile isn't sent: its notifications are no longer the same.
   */
  async renameSubject(
    trx: Trx,
    activityId: string,
    title: string,
    detail?: ProjectEvent['detail'],
  ): Promise<void> {
    const words = { title, detail: detail && JSON.stringify(detail) };
    for (const id of await listPendingAbout(trx, activityId)) {
      await renewPending(trx, id, { id: newId(), ...words });
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
    await this.#delivery.whenIdle();
  }

  #wakeAfter(seconds: number): void {
    if (seconds === 0) this.#delivery.wake();
    const timers = this.#timers;
    if (seconds === 0 || !timers) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      this.#delivery.wake();
    }, seconds * 1000).unref();
    timers.add(timer);
  }

  async #deliver(rows: readonly PendingNotification[]): Promise<void> {
    const { db } = this.#deps;
    const [first] = rows;
    const project = first && (await findProject(db, first.project_id));
    if (!first || !project) return;
    const letters: Letter[] = [];
    for (const recipient of await findRecipients(this.#deps, first, project)) {
      const [oldest, ...later] = await this.#leaveOutRead(rows, recipient);
      if (oldest) letters.push({ recipient, rows: [oldest, ...later] });
    }
    if (letters.some(({ recipient }) => this.#isSeenSoon(first, recipient))) {
      return this.#postpone(rows, GATHER_SECONDS);
    }
    const mails = await composeLetters(this.#deps, letters, project);
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
      for (const { isOptional, reader, subjectIds, write, ...mail } of mails) {
        if (isOptional && (await isMuted(trx, mail.to, first.kind))) continue;
        const to = { reader, email: mail.to };
        const replyTo = await findReplyTo(this.#deps, trx, first, to);
        const decisionLinks = await makeLinks(this.#deps, trx, first, { ...to, subjectIds });
        await this.#deps.mailer.enqueue(trx, { ...mail, ...write({ decisionLinks, replyTo }), replyTo });
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

  /** The events that a recipient doesn't know yet: those of messages that they haven't read. */
  async #leaveOutRead(
    rows: readonly PendingNotification[],
    { reader }: Recipient,
  ): Promise<readonly PendingNotification[]> {
    const { portal } = this.#deps;
    const unread: PendingNotification[] = [];
    for (const row of rows) {
      const isRead =
        row.kind === 'message' && (await portal.isMessageRead(row.project_id, reader, row.subject_id ?? ''));
      if (!isRead) unread.push(row);
    }
    return unread;
  }

  /** True if a recipient has the application open and hasn't had long enough to read there. */
  #isSeenSoon(first: PendingNotification, { reader }: Recipient): boolean {
    const { portal, clock } = this.#deps;
    if (first.kind !== 'message' || first.created_at <= isoIn(clock, -LOOKING_SECONDS)) return false;
    return portal.isLooking(reader);
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
