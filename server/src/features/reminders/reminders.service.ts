import { daysAfter } from '@atelier/domain/days.ts';
import { notFound } from '@atelier/domain/errors.ts';
import {
  dueStep,
  firstDays,
  nextStep,
  REMINDER_HOUR,
  REMINDERS_AHEAD_DAYS,
  type ReminderKind,
  type ReminderStep,
} from '@atelier/domain/reminders/rules.ts';
import type { UpcomingReminder } from '@atelier/domain/reminders/schema.ts';
import { findAccount } from '../../core/accounts/accounts.repository.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  deletePause,
  insertPause,
  insertReminder,
  listDoneSteps,
  listPaused,
} from './reminders.repository.ts';

/** Something that a client is reminded of for as long as it is open. Days are such as 2030-01-31. */
export interface ReminderSubject {
  id: string;
  title: string;
  /** Integer cents. */
  amount: number;
  projectId: string;
  projectTitle: string;
  clientId: string;
  client: string;
  /** The date that the steps count from, and the day since when there is something to remind of. */
  on: string;
  since: string;
}

/** A kind of reminder: what it needs of the feature that has its subjects. A workflow implements it. */
export interface RemindedThing {
  kind: ReminderKind;
  /** The open ones whose date is a day or before it, the earliest first. */
  listOpen(db: Db, by: { day: string; limit: number }): Promise<ReminderSubject[]>;
  /** One of them, locked; undefined if it is no longer open. */
  lockOpen(trx: Trx, id: string): Promise<ReminderSubject | undefined>;
  /** Reminds its client, in the transaction. */
  remind(trx: Trx, subject: ReminderSubject, step: ReminderStep): Promise<void>;
}

export interface RemindersDeps extends Pick<Platform, 'db' | 'clock'> {
  things: readonly RemindedThing[];
}

const BATCH = 500;

/**
 * Sends reminders. A step is written down in the transaction that queues its mail, with its subject locked: it goes out once, and
 * not after what it reminds of was done.
 */
export class RemindersService {
  readonly #deps: RemindersDeps;

  constructor(deps: RemindersDeps) {
    this.#deps = deps;
  }

  /** Sends what is due today. A recurring job calls it. */
  async sendDue(): Promise<void> {
    const { db, clock, things } = this.#deps;
    const now = isoNow(clock);
    if (Number(now.slice(11, 13)) < REMINDER_HOUR) return;
    const today = now.slice(0, 10);
    for (const thing of things) {
      const subjects = await thing.listOpen(db, {
        day: daysAfter(today, -firstDays(thing.kind)),
        limit: BATCH,
      });
      const done = await this.#doneSteps(thing.kind, subjects);
      for (const subject of subjects) {
        const { send, skip } = dueStep(thing.kind, { ...subject, done: done(subject.id) }, today);
        if (send || skip.length > 0) await this.#send(thing, subject.id, today);
      }
    }
  }

  /** What goes out in the next days, soonest first. */
  async listUpcoming(): Promise<UpcomingReminder[]> {
    const { db, clock, things } = this.#deps;
    const now = isoNow(clock);
    // Before the hour, today's are still to come.
    const hasLeft = Number(now.slice(11, 13)) >= REMINDER_HOUR;
    const today = now.slice(0, 10);
    const from = hasLeft ? today : daysAfter(today, -1);
    const until = daysAfter(today, REMINDERS_AHEAD_DAYS);
    const found: UpcomingReminder[] = [];
    for (const thing of things) {
      const subjects = await thing.listOpen(db, {
        day: daysAfter(until, -firstDays(thing.kind)),
        limit: BATCH,
      });
      const [done, paused] = await Promise.all([
        this.#doneSteps(thing.kind, subjects),
        listPaused(db, [...new Set(subjects.map(({ clientId }) => clientId))]),
      ]);
      for (const { id, on, since, ...facts } of subjects) {
        const next = nextStep(thing.kind, { on, since, done: done(id) }, from);
        if (!next || next.goesOutOn > until) continue;
        const isPaused = paused.includes(facts.clientId);
        const { goesOutOn, step } = next;
        found.push({ kind: thing.kind, subjectId: id, ...facts, days: step.days, goesOutOn, isPaused });
      }
    }
    return found.sort((one, other) =>
      one.goesOutOn < other.goesOutOn ? -1 : Number(one.goesOutOn > other.goesOutOn),
    );
  }

  /** Pauses a client's reminders, or lets them go out again. @throws not_found */
  async setPaused(accountId: string, paused: boolean): Promise<void> {
    const { db, clock } = this.#deps;
    await transaction(db, async (trx) => {
      if (!(await findAccount(trx, accountId))) throw notFound();
      if (paused) await insertPause(trx, accountId, isoNow(clock));
      else await deletePause(trx, accountId);
    });
  }

  async #send(thing: RemindedThing, subjectId: string, today: string): Promise<void> {
    await transaction(this.#deps.db, async (trx) => {
      const subject = await thing.lockOpen(trx, subjectId);
      if (!subject) return;
      const done = (await listDoneSteps(trx, thing.kind, [subject.id])).map(({ step }) => step);
      const { send, skip } = dueStep(thing.kind, { ...subject, done }, today);
      for (const step of skip) await this.#write(trx, thing, { subject, step, outcome: 'skipped' });
      if (!send) return;
      const isPaused = (await listPaused(trx, [subject.clientId])).length > 0;
      const outcome = isPaused ? 'paused' : 'sent';
      const isNew = await this.#write(trx, thing, { subject, step: send, outcome });
      if (isNew && !isPaused) await thing.remind(trx, subject, send);
    });
  }

  async #write(
    trx: Trx,
    { kind }: RemindedThing,
    {
      subject,
      step,
      outcome,
    }: { subject: ReminderSubject; step: ReminderStep; outcome: 'sent' | 'skipped' | 'paused' },
  ): Promise<boolean> {
    const created_at = isoNow(this.#deps.clock);
    return insertReminder(trx, {
      id: newId(),
      kind,
      subject_id: subject.id,
      step: step.key,
      outcome,
      created_at,
    });
  }

  async #doneSteps(kind: ReminderKind, subjects: readonly ReminderSubject[]) {
    const ids = subjects.map(({ id }) => id);
    const steps = Map.groupBy(await listDoneSteps(this.#deps.db, kind, ids), ({ subject_id }) => subject_id);
    return (id: string) => steps.get(id)?.map(({ step }) => step) ?? [];
  }
}
