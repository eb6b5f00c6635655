import { reminderSteps, reminderWindow } from '@atelier/content/reminders.ts';
import { notFound } from '@atelier/domain/errors.ts';
import type { DecisionKind } from '@atelier/domain/mail-decisions/rules.ts';
import { dueStep, isInWindow } from '@atelier/domain/reminders/rules.ts';
import { findAccount } from '../../core/accounts/accounts.repository.ts';
import type { MailPorts } from '../../core/feature.ts';
import { lockProject } from '../../core/projects/projects.repository.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { type MailLink, renderMail } from '../../platform/mail/layout.ts';
import type { Platform } from '../../platform/platform.ts';
import { localMoment } from './client-time.ts';
import { findSubjects, isRemindedOf, toSubject } from './find-subjects.ts';
import type { RemindedThing, ReminderSubject } from './reminded-thing.ts';
import { findReaders, type LettersDeps, type ReminderLetter, writeLetters } from './reminder-letters.ts';
import type { DueReminder } from './reminders.mails.ts';
import {
  deletePause,
  deleteProjectPause,
  insertPause,
  insertProjectPause,
  insertReminder,
  listDoneSteps,
  listPaused,
  listPausedProjects,
} from './reminders.repository.ts';
import type { ReminderRow } from './reminders.table.ts';

export interface RemindersDeps
  extends Pick<Platform, 'db' | 'clock'>,
    LettersDeps,
    Pick<MailPorts, 'look' | 'mailer'> {
  things: readonly RemindedThing[];
  /** Links that answer a thing without a sign-in. */
  decisions: {
    issue(
      trx: Trx,
      asked: {
        kind: DecisionKind;
        projectId: string;
        subjectId: string;
        accountId: string;
        email: string;
      },
    ): Promise<MailLink | undefined>;
  };
}

/** The most things that one mail is written about; what is left has its turn in the next run. */
const MOST_AT_ONCE = 200;

/**
 * Sends reminders: what is due for a client on a day goes out in one mail to each person. A step is written down in the transaction
 * that queues its mail, with its project locked: it goes out once, and not after what it reminds of was done.
 */
export class RemindersService {
  readonly #deps: RemindersDeps;

  constructor(deps: RemindersDeps) {
    this.#deps = deps;
  }

  /** Sends what is due now. A recurring job calls it. @throws the first failure, after all other clients had their turn */
  async sendDue(): Promise<void> {
    const { db, clock, things } = this.#deps;
    const now = isoNow(clock);
    const found = await findSubjects(db, things, {
      steps: reminderSteps,
      window: reminderWindow,
      now,
      ahead: 0,
    });
    const failures: unknown[] = [];
    for (const [clientId, subjects] of found) {
      const local = localMoment(subjects[0]?.zone ?? reminderWindow.zoneIfUnknown, now);
      if (!isInWindow(reminderWindow, local)) continue;
      const due = subjects.filter(({ thing, dates }) => {
        const { send, skip } = dueStep(reminderSteps[thing.kind], dates, local.day);
        return send !== undefined || skip.length > 0;
      });
      if (due.length === 0) continue;
      try {
        await this.#remind(clientId, due.slice(0, MOST_AT_ONCE), local.day);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
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

  /** The same for a project, with any main contact. @throws not_found */
  async setProjectPaused(projectId: string, paused: boolean): Promise<void> {
    const { db, clock } = this.#deps;
    await transaction(db, async (trx) => {
      if (!(await lockProject(trx, projectId))) throw notFound();
      if (paused) await insertProjectPause(trx, projectId, isoNow(clock));
      else await deleteProjectPause(trx, projectId);
    });
  }

  async #remind(clientId: string, listed: readonly ReminderSubject[], day: string): Promise<void> {
    const { db } = this.#deps;
    const projectIds = [...new Set(listed.map(({ waiting }) => waiting.projectId))].sort();
    // The provider may be another server: it isn't asked while rows are locked.
    const readers = await findReaders(db, this.#deps, projectIds);
    await transaction(db, async (trx) => {
      const due: DueReminder[] = [];
      // One after the other in the order of their ids, as all do that lock several.
      for (const projectId of projectIds) {
        const project = await lockProject(trx, projectId);
        // Another main contact has mails of their own.
        if (!project || project.user_id !== clientId) continue;
        const isPaused = await this.#isPaused(trx, clientId, projectId);
        for (const { thing, waiting: before, zone } of listed) {
          if (before.projectId !== projectId || !isRemindedOf(thing, project)) continue;
          const waiting = await thing.find(trx, before);
          if (!waiting) continue;
          const done = (await listDoneSteps(trx, thing.kind, [waiting.id])).map(({ step }) => step);
          const subject = toSubject(thing, { waiting, project, zone, done });
          const { send, skip } = dueStep(reminderSteps[thing.kind], subject.dates, day);
          for (const { key } of skip) await this.#write(trx, subject, { step: key, outcome: 'skipped' });
          if (!send) continue;
          if (isPaused) await this.#write(trx, subject, { step: send.key, outcome: 'paused' });
          else due.push({ subject, step: send, day });
        }
      }
      const letters = await writeLetters(trx, this.#deps, due, readers, (to, { subject }) =>
        this.#makeLink(trx, to, subject),
      );
      for (const reminder of due) await this.#note(trx, reminder, letters);
      for (const letter of letters) await this.#send(trx, letter);
    });
  }

  async #makeLink(
    trx: Trx,
    to: { accountId: string; email: string },
    { thing, waiting }: ReminderSubject,
  ): Promise<MailLink | undefined> {
    if (thing.decides === undefined) return undefined;
    const { projectId, id, ref = id } = waiting;
    return this.#deps.decisions.issue(trx, { ...to, kind: thing.decides, projectId, subjectId: ref });
  }

  async #isPaused(trx: Trx, clientId: string, projectId: string): Promise<boolean> {
    return (
      (await listPaused(trx, [clientId])).length > 0 ||
      (await listPausedProjects(trx, [projectId])).length > 0
    );
  }

  async #note(trx: Trx, reminder: DueReminder, letters: readonly ReminderLetter[]): Promise<void> {
    const { subject, step } = reminder;
    const isSent = letters.some(({ reminders }) => reminders.includes(reminder));
    await this.#write(trx, subject, { step: step.key, outcome: isSent ? 'sent' : 'muted' });
    if (isSent) await subject.thing.reminded?.(trx, subject.waiting, step.key);
  }

  async #send(trx: Trx, { to, content }: ReminderLetter): Promise<void> {
    const { look, mailer } = this.#deps;
    const unsubscribeUrl = content.unsubscribe?.url;
    await mailer.enqueue(trx, { kind: 'project.reminder', to, ...renderMail(look, content), unsubscribeUrl });
  }

  async #write(
    trx: Trx,
    { thing, waiting }: ReminderSubject,
    { step, outcome }: Pick<ReminderRow, 'step' | 'outcome'>,
  ): Promise<void> {
    await insertReminder(trx, {
      id: newId(),
      kind: thing.kind,
      subject_id: waiting.id,
      step,
      outcome,
      created_at: isoNow(this.#deps.clock),
    });
  }
}
