import { FORMER_CLIENT_ID } from '@atelier/domain/accounts/rules.ts';
import { daysAfter } from '@atelier/domain/days.ts';
import { projectCompany, projectName } from '@atelier/domain/projects/rules.ts';
import { type ReminderStep, type ReminderWindow, stepRange } from '@atelier/domain/reminders/rules.ts';
import { listProjectsById } from '../../core/projects/projects.repository.ts';
import { parseBrief } from '../../core/projects/stored-brief.ts';
import type { Db } from '../../platform/db/database.ts';
import { readInPages } from '../../platform/db/read-in-pages.ts';
import { dayIn, knownZone } from './client-time.ts';
import type { RemindedThing, ReminderSubject, WaitingThing } from './reminded-thing.ts';
import { listDoneSteps } from './reminders.repository.ts';

/** How many days after its last step something is still looked at: what a server that was off has missed. */
const CATCH_UP_DAYS = 7;
const BATCH = 200;

type Steps = Readonly<Record<RemindedThing['kind'], readonly ReminderStep[]>>;
type Project = Awaited<ReturnType<typeof listProjectsById>>[number];

/** Everything with a step in the days around a moment and `ahead` days after it, by main contact. */
export async function findSubjects(
  db: Db,
  things: readonly RemindedThing[],
  {
    steps,
    window,
    now,
    ahead,
    clientId,
  }: { steps: Steps; window: ReminderWindow; now: string; ahead: number; clientId?: string },
): Promise<Map<string, ReminderSubject[]>> {
  const found: { thing: RemindedThing; waiting: WaitingThing; project: Project }[] = [];
  for (const thing of things) {
    const { first, last } = stepRange(steps[thing.kind]);
    // A day more on each side: the client's day may be another.
    const range = {
      from: daysAfter(now.slice(0, 10), -last - CATCH_UP_DAYS - 1),
      until: daysAfter(now.slice(0, 10), ahead - first + 2),
    };
    const waiting: WaitingThing[] = [];
    for await (const row of readInPages<WaitingThing>((after, limit) =>
      thing.list(db, { ...range, after: after && { at: after.at, id: after.ref ?? after.id } }, limit),
    ))
      waiting.push(row);
    for (let start = 0; start < waiting.length; start += BATCH) {
      const batch = waiting.slice(start, start + BATCH);
      const rows = await listProjectsById(db, [...new Set(batch.map(({ projectId }) => projectId))]);
      const projects = new Map(rows.map((row) => [row.id, row]));
      for (const one of batch) {
        const project = projects.get(one.projectId);
        if (!project || !isRemindedOf(thing, project)) continue;
        if (clientId === undefined || project.user_id === clientId) {
          found.push({ thing, waiting: one, project });
        }
      }
    }
  }
  const byClient = new Map<string, ReminderSubject[]>();
  for (const [id, ofClient] of Map.groupBy(found, ({ project }) => project.user_id)) {
    const newest = ofClient.reduce((one, other) => (one.project.id > other.project.id ? one : other));
    const zone = knownZone(parseBrief(newest.project).timezone, window.zoneIfUnknown);
    byClient.set(
      id,
      ofClient.map(({ thing, waiting, project }) => toSubject(thing, { waiting, project, zone, done: [] })),
    );
  }
  await addDoneSteps(db, [...byClient.values()].flat());
  return byClient;
}

/** True if clients are reminded of such a thing of this project. */
export function isRemindedOf(
  { statuses }: RemindedThing,
  { status, user_id }: Pick<Project, 'status' | 'user_id'>,
): boolean {
  return statuses.includes(status) && user_id !== FORMER_CLIENT_ID;
}

/** A thing with its project, and its dates in a zone. */
export function toSubject(
  thing: RemindedThing,
  {
    waiting,
    project,
    zone,
    done,
  }: { waiting: WaitingThing; project: Project; zone: string; done: readonly string[] },
): ReminderSubject {
  const { company, contact } = parseBrief(project);
  const on = dayIn(zone, waiting.at);
  return {
    thing,
    waiting,
    project: projectName({ ...project, company, contact }),
    clientId: project.user_id,
    client: projectCompany({ company, contact, email: project.email }),
    zone,
    dates: { on, since: dayIn(zone, waiting.since ?? waiting.at), done },
  };
}

async function addDoneSteps(db: Db, subjects: ReminderSubject[]): Promise<void> {
  for (const [kind, ofKind] of Map.groupBy(subjects, ({ thing }) => thing.kind)) {
    for (let start = 0; start < ofKind.length; start += BATCH) {
      const batch = ofKind.slice(start, start + BATCH);
      const ids = batch.map(({ waiting }) => waiting.id);
      const steps = Map.groupBy(await listDoneSteps(db, kind, ids), ({ subject_id }) => subject_id);
      for (const subject of batch) {
        const done = (steps.get(subject.waiting.id) ?? []).map(({ step }) => step);
        subject.dates = { ...subject.dates, done };
      }
    }
  }
}
