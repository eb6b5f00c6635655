import {
  hasStarted,
  isMilestoneOpen,
  MILESTONE_STATUSES,
  type MilestoneStatus,
} from '@atelier/domain/milestones/rules.ts';
import { type Expression, sql } from 'kysely';
import { projectsOf } from '../../core/projects/project-members.repository.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { keepQuery, type Slots } from '../../platform/db/kept-query.ts';
import type { MilestoneChange, MilestoneRow, NewMilestone } from './milestones.table.ts';

/** A project's milestones by order, then by creation. Their number is bounded. */
export async function listMilestones(db: Db, projectId: string): Promise<MilestoneRow[]> {
  return inOrder(db, projectId).execute();
}

const published = keepQuery((db, value: Slots<{ projectId: string }>) =>
  inOrder(db, value('projectId')).where('published', '=', 1),
);

/** Those visible to the client. */
export async function listPublishedMilestones(db: Db, projectId: string): Promise<MilestoneRow[]> {
  return published.execute(db, { projectId });
}

function inOrder(db: Db, projectId: string | Expression<string>) {
  return db
    .selectFrom('milestones')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id');
}

/** A milestone of this project; undefined for another project's. */
export async function findMilestone(
  db: Db,
  projectId: string,
  id: string,
): Promise<MilestoneRow | undefined> {
  return db
    .selectFrom('milestones')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}

/** Those of some ids that milestones have, of any project. */
export async function listTakenMilestoneIds(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('milestones').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

export async function insertMilestones(trx: Trx, milestones: readonly NewMilestone[]): Promise<void> {
  if (milestones.length > 0) await trx.insertInto('milestones').values(milestones).execute();
}

/**
 * Changes a milestone that hasn't changed since `seen`, and ends the earlier move's undo. Returns
 * undefined, and changes nothing, if it has.
 */
export async function updateMilestone(
  trx: Trx,
  seen: Pick<MilestoneRow, 'id' | 'status' | 'revision'>,
  change: MilestoneChange,
): Promise<MilestoneRow | undefined> {
  return trx
    .updateTable('milestones')
    .set({ undo: null, ...change, revision: seen.revision + 1 })
    .where('id', '=', seen.id)
    .where('status', '=', seen.status)
    .where('revision', '=', seen.revision)
    .returningAll()
    .executeTakeFirst();
}

/** Changes milestones' positions, which doesn't change the milestones themselves. */
export async function placeMilestones(
  trx: Trx,
  places: readonly Pick<MilestoneRow, 'id' | 'position'>[],
): Promise<void> {
  if (places.length === 0) return;
  const rows = places.map(({ id, position }) => sql`(${id}, cast(${position} as integer))`);
  await sql`with places (id, position) as (values ${sql.join(rows)})
    update milestones set position = places.position from places where milestones.id = places.id`.execute(
    trx,
  );
}

/** Publishes a project's drafts to its client, except the cancelled ones. */
export async function publishMilestones(trx: Trx, projectId: string, now: string): Promise<void> {
  await trx
    .updateTable('milestones')
    .set({ published: 1, undo: null, updated_at: now })
    .where('project_id', '=', projectId)
    .where('published', '=', 0)
    .where('status', '!=', 'cancelled')
    .execute();
}

/** Deletes a milestone if it still has this revision; returns whether it did. */
export async function deleteMilestone(
  trx: Trx,
  { id, revision }: Pick<MilestoneRow, 'id' | 'revision'>,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('milestones')
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Milestones of open projects, for lists across projects. */
function acrossProjects(db: Db) {
  return db
    .selectFrom('milestones')
    .innerJoin('projects', 'projects.id', 'milestones.project_id')
    .select(['projects.id as project_id', 'projects.company', 'projects.email'])
    .select(['projects.kind', 'projects.title as project_title'])
    .select([
      'milestones.id',
      'milestones.title',
      'milestones.status',
      'milestones.status_at',
      'milestones.due',
    ])
    .where('projects.status', '=', 'submitted')
    .where('milestones.published', '=', 1);
}

export type MilestoneAcross = Awaited<ReturnType<typeof listMilestonesByStatus>>[number];

/** Those with a status, longest first. */
export async function listMilestonesByStatus(db: Db, status: MilestoneStatus, limit: number) {
  return acrossProjects(db)
    .where('milestones.status', '=', status)
    .orderBy('milestones.status_at')
    .limit(limit)
    .execute();
}

/**
 * Milestones of a status that were due before a day, the longest overdue first, where the client has agreed
 * to the dates: in projects whose contract is accepted.
 */
export async function listMilestonesDueBefore(db: Db, status: MilestoneStatus, day: string, limit: number) {
  return acrossProjects(db)
    .innerJoin('contracts', 'contracts.project_id', 'projects.id')
    .where('contracts.status', '=', 'accepted')
    .where('milestones.status', '=', status)
    .where('milestones.due', '<', day)
    .orderBy('milestones.due')
    .limit(limit)
    .execute();
}

/** Milestones of a status that are due on a day or after it, the earliest first. */
export async function listMilestonesDueFrom(db: Db, status: MilestoneStatus, day: string, limit: number) {
  return acrossProjects(db)
    .where('milestones.status', '=', status)
    .where('milestones.due', '>=', day)
    .orderBy('milestones.due')
    .limit(limit)
    .execute();
}

const SETTLED = MILESTONE_STATUSES.filter((status) => !isMilestoneOpen(status));

/** The open milestones of projects on whose client's side an account is that are due on a day or after it, the earliest first. */
export async function listOwnMilestonesDueFrom(db: Db, userId: string, day: string, limit: number) {
  return acrossProjects(db)
    .where('projects.id', 'in', projectsOf(db, userId, 'follows'))
    .where('milestones.status', 'not in', SETTLED)
    .where('milestones.due', '>=', day)
    .orderBy('milestones.due')
    .limit(limit)
    .execute();
}

/**
 * The number of milestones of each kind visible to the clients of some projects, and the earliest due date
 * of those still open; a project without any is omitted.
 */
export async function countPublishedMilestones(db: Db, projectIds: readonly string[]) {
  if (projectIds.length === 0) return [];
  return db
    .selectFrom('milestones')
    .select(({ fn }) => {
      const count = () => fn.countAll<number>();
      return [
        'project_id',
        count().as('total'),
        count().filterWhere('status', '=', 'approved').as('approved'),
        count().filterWhere('status', '=', 'in_review').as('inReview'),
        count().filterWhere('status', 'in', MILESTONE_STATUSES.filter(hasStarted)).as('started'),
        count().filterWhere('status', 'in', SETTLED).as('settled'),
        fn.min<string | null>('due').filterWhere('status', 'not in', SETTLED).as('nextDue'),
      ];
    })
    .where('project_id', 'in', projectIds)
    .where('published', '=', 1)
    .groupBy('project_id')
    .execute();
}
