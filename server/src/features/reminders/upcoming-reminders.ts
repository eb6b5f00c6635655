import { reminderSteps, reminderWindow } from '@atelier/content/reminders.ts';
import { daysAfter } from '@atelier/domain/days.ts';
import { notFound } from '@atelier/domain/errors.ts';
import { nextStep, REMINDERS_AHEAD_DAYS, REMINDERS_LISTED } from '@atelier/domain/reminders/rules.ts';
import type { ReminderMail, UpcomingReminder } from '@atelier/domain/reminders/schema.ts';
import { findAccount } from '../../core/accounts/accounts.repository.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { renderMail } from '../../platform/mail/layout.ts';
import { localMoment, momentAt } from './client-time.ts';
import { findSubjects } from './find-subjects.ts';
import type { ReminderSubject } from './reminded-thing.ts';
import { findReaders, writeLetters } from './reminder-letters.ts';
import type { DueReminder } from './reminders.mails.ts';
import { listPaused, listPausedProjects } from './reminders.repository.ts';
import type { RemindersDeps } from './reminders.service.ts';

type Deps = Omit<RemindersDeps, 'mailer' | 'decisions'>;
const BATCH = 200;

/** What goes out in the next days, soonest first. */
export async function listUpcoming(deps: Deps): Promise<UpcomingReminder[]> {
  const next = (await findNext(deps)).sort((one, other) => compare(one.goesOutAt, other.goesOutAt));
  const listed = next.slice(0, REMINDERS_LISTED);
  const { clients, projects } = await findPauses(deps.db, listed);
  return listed.map(({ subject, step, day, goesOutAt }) => {
    const { thing, waiting, clientId, client, project } = subject;
    const isClientPaused = clients.has(clientId);
    const isProjectPaused = projects.has(waiting.projectId);
    return {
      kind: thing.kind,
      subjectId: waiting.id,
      title: waiting.title,
      amount: waiting.amount ?? null,
      projectId: waiting.projectId,
      projectTitle: project,
      clientId,
      client,
      days: step.days,
      goesOutOn: day,
      goesOutAt,
      isPaused: isClientPaused || isProjectPaused,
      isClientPaused,
      isProjectPaused,
    };
  });
}

/** The mails that would go out about a client's projects on a day, as things are now. @throws not_found */
export async function previewReminders(deps: Deps, clientId: string, onDay: string): Promise<ReminderMail[]> {
  if (!(await findAccount(deps.db, clientId))) throw notFound();
  const ofDay = (await findNext(deps, clientId)).filter(({ day }) => day === onDay);
  const { clients, projects } = await findPauses(deps.db, ofDay);
  const due = ofDay.filter(
    ({ subject }) => !clients.has(clientId) && !projects.has(subject.waiting.projectId),
  );
  if (due.length === 0) return [];
  // In the order in which they are sent.
  due.sort((one, other) => compare(one.subject.waiting.projectId, other.subject.waiting.projectId));
  const projectIds = [...new Set(due.map(({ subject }) => subject.waiting.projectId))];
  const readers = await findReaders(deps.db, deps, projectIds);
  const letters = await writeLetters(deps.db, deps, due, readers);
  return letters.map(({ to, content }) => {
    // The link would let its reader turn off the client's mails.
    const { subject, text } = renderMail(deps.look, { ...content, unsubscribe: undefined });
    return { to, subject, text };
  });
}

type NextReminder = DueReminder & { goesOutAt: string };

async function findNext({ db, clock, things }: Deps, clientId?: string): Promise<NextReminder[]> {
  const now = isoNow(clock);
  const found = await findSubjects(db, things, {
    steps: reminderSteps,
    window: reminderWindow,
    now,
    ahead: REMINDERS_AHEAD_DAYS,
    ...(clientId === undefined ? {} : { clientId }),
  });
  return [...found.values()].flat().flatMap((subject) => nextOf(subject, now) ?? []);
}

function nextOf(subject: ReminderSubject, now: string): NextReminder | undefined {
  const { thing, dates, zone } = subject;
  const local = localMoment(zone, now);
  // After the window, today's have left.
  const from = local.hour < reminderWindow.until ? local.day : daysAfter(local.day, 1);
  const next = nextStep({ steps: reminderSteps[thing.kind], window: reminderWindow }, dates, {
    from,
    until: daysAfter(local.day, REMINDERS_AHEAD_DAYS),
  });
  return (
    next && {
      subject,
      step: next.step,
      day: next.goesOutOn,
      goesOutAt: momentAt(zone, next.goesOutOn, reminderWindow.from),
    }
  );
}

async function findPauses(db: Db, reminders: readonly DueReminder[]) {
  const clients = new Set<string>();
  const projects = new Set<string>();
  for (let start = 0; start < reminders.length; start += BATCH) {
    const subjects = reminders.slice(start, start + BATCH).map(({ subject }) => subject);
    for (const id of await listPaused(db, [...new Set(subjects.map((one) => one.clientId))])) clients.add(id);
    const ids = [...new Set(subjects.map(({ waiting }) => waiting.projectId))];
    for (const id of await listPausedProjects(db, ids)) projects.add(id);
  }
  return { clients, projects };
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));
