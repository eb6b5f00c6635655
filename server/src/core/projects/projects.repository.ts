import type { ColleagueRole } from '@atelier/domain/people/rules.ts';
import type { ProjectSort, ProjectStatus } from '@atelier/domain/projects/rules.ts';
import { type Expression, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { keepQuery, keepWrite, type Slots } from '../../platform/db/kept-query.ts';
import type { Search } from '../lists/search.repository.ts';
import { projectsOf } from './project-members.repository.ts';
import {
  LISTED,
  type ListedProject,
  type NewProject,
  PROJECT_FACTS,
  type ProjectChange,
  type ProjectFacts,
  type ProjectRow,
} from './projects.table.ts';

export async function findProject(db: Db, id: string): Promise<ProjectRow | undefined> {
  return db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findProjectFacts(db: Db, id: string): Promise<ProjectFacts | undefined> {
  return db.selectFrom('projects').select(PROJECT_FACTS).where('id', '=', id).executeTakeFirst();
}

/** Some projects with their briefs, of which reminders need the time zone. */
export async function listProjectsById(
  db: Db,
  ids: readonly string[],
): Promise<(ProjectFacts & Pick<ProjectRow, 'data'>)[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('projects')
    .select([...PROJECT_FACTS, 'data'])
    .where('id', 'in', ids)
    .execute();
}

/** The columns of a project's name. */
export async function findProjectName(db: Db, id: string) {
  return db
    .selectFrom('projects')
    .select(['company', 'email', 'kind', 'title'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Any project with its row locked. */
export async function lockProject(trx: Trx, id: string): Promise<ProjectRow | undefined> {
  return trx.selectFrom('projects').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

const lockedFacts = keepQuery((db, value: Slots<{ id: string }>) =>
  db.selectFrom('projects').select(PROJECT_FACTS).where('id', '=', value('id')).forUpdate(),
);

/** The same without its brief. */
export async function lockProjectFacts(trx: Trx, id: string): Promise<ProjectFacts | undefined> {
  return lockedFacts.executeTakeFirst(trx, { id });
}

/** A project of this client with its row locked; undefined when it is missing or another client's. */
export async function lockOwnProject(trx: Trx, id: string, userId: string): Promise<ProjectRow | undefined> {
  return trx
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

export async function lockDraft(trx: Trx, userId: string): Promise<ProjectRow | undefined> {
  return trx
    .selectFrom('projects')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'draft')
    .forUpdate()
    .executeTakeFirst();
}

export async function findDraft(db: Db, userId: string): Promise<ProjectRow | undefined> {
  return db
    .selectFrom('projects')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'draft')
    .executeTakeFirst();
}

/** The project created last, whatever its status. */
export async function findNewestProject(db: Db, userId: string): Promise<ProjectRow | undefined> {
  return db
    .selectFrom('projects')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The project submitted last, unless it is archived. */
export async function findNewestSubmission(db: Db, userId: string): Promise<ProjectRow | undefined> {
  return db
    .selectFrom('projects')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'submitted')
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertProject(trx: Trx, project: NewProject): Promise<ProjectRow> {
  return trx.insertInto('projects').values(project).returningAll().executeTakeFirstOrThrow();
}

/** Changes a row that the caller has locked. */
export async function updateProject(trx: Trx, id: string, change: ProjectChange): Promise<ProjectRow> {
  return trx
    .updateTable('projects')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const projectUpdate = keepWrite((db, value: Slots<{ id: string; at: string }>) =>
  db
    .updateTable('projects')
    .set({ updated_at: value('at') })
    .where('id', '=', value('id'))
    .where('status', '!=', 'draft')
    .where('updated_at', '<', value('at')),
);

/**
 * Records when a project was last updated, which the lists sort by. A draft keeps the time of its brief: its
 * writer's browser and the reminders count from it.
 */
export async function markUpdated(trx: Trx, id: string, at: string): Promise<void> {
  await projectUpdate.execute(trx, { id, at });
}

/** Deletes the project and returns its former status; undefined if there was none. */
export async function deleteProject(trx: Trx, id: string): Promise<ProjectStatus | undefined> {
  const row = await trx.deleteFrom('projects').where('id', '=', id).returning('status').executeTakeFirst();
  return row?.status;
}

export interface ProjectPage {
  status: ProjectStatus | undefined;
  limit: number;
  offset: number;
}

/** A project with the role of the colleague who lists it; null for its main contact. */
export type SharedProject = ProjectRow & { member_role: ColleagueRole | null };

const projectsOfAnyStatus = keepQuery(
  (db, value: Slots<{ accountId: string; limit: number; offset: number }>) =>
    sharedProjects(db, value('accountId'), undefined)
      .orderBy('id', 'desc')
      .limit(value('limit'))
      .offset(value('offset')),
);

/** The projects on whose client's side an account is, newest first. */
export async function listProjectsOf(db: Db, accountId: string, page: ProjectPage): Promise<SharedProject[]> {
  const { status, limit, offset } = page;
  if (!status) return projectsOfAnyStatus.execute(db, { accountId, limit, offset });
  return sharedProjects(db, accountId, status).orderBy('id', 'desc').limit(limit).offset(offset).execute();
}

export async function countProjectsOf(
  db: Db,
  accountId: string,
  status: ProjectStatus | undefined,
): Promise<number> {
  const { count } = await db
    .selectFrom('projects')
    .where('id', 'in', projectsOf(db, accountId, 'follows'))
    .$if(status !== undefined, (query) => query.where('status', '=', status as ProjectStatus))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function sharedProjects(db: Db, accountId: string | Expression<string>, status: ProjectStatus | undefined) {
  const query = db
    .selectFrom('projects')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('project_members')
        .select('role')
        .whereRef('project_members.project_id', '=', 'projects.id')
        .where('project_members.account_id', '=', accountId)
        .as('member_role'),
    )
    .where('id', 'in', projectsOf(db, accountId, 'follows'));
  return status ? query.where('status', '=', status) : query;
}

/** A client's projects with their rows locked, in the order of their ids. */
export async function lockOwnProjects(trx: Trx, userId: string): Promise<ProjectRow[]> {
  return ownProjects(trx, userId, undefined).selectAll().orderBy('id').forUpdate().execute();
}

/** The ids of a client's projects, oldest first. */
export async function listOwnProjectIds(db: Db, userId: string): Promise<string[]> {
  const rows = await ownProjects(db, userId, undefined).select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** A client's projects, oldest first, after an id. */
export async function listOwnProjectsAfter(
  db: Db,
  userId: string,
  afterId: string | undefined,
  limit: number,
): Promise<ProjectRow[]> {
  return ownProjects(db, userId, undefined)
    .selectAll()
    .where('id', '>', afterId ?? '')
    .orderBy('id')
    .limit(limit)
    .execute();
}

function ownProjects(db: Db, userId: string | Expression<string>, status: ProjectStatus | undefined) {
  const query = db.selectFrom('projects').where('user_id', '=', userId);
  return status ? query.where('status', '=', status) : query;
}

/** The length that the name order's index covers (migration 0084). */
const NAME_LENGTH = 40;

/** Each order's expression, written exactly as in its index. */
function orderOf(sort: ProjectSort): { by: Expression<string>; direction: 'asc' | 'desc' } {
  switch (sort) {
    case 'updated':
      return { by: sql.ref<string>('updated_at'), direction: 'desc' };
    case 'submitted':
      return { by: sql<string>`coalesce(submitted_at, '')`, direction: 'desc' };
    case 'company':
      return { by: sql<string>`substr(search_text, 1, ${sql.lit(NAME_LENGTH)})`, direction: 'asc' };
  }
}

const lastChangedProjects = keepQuery((db, value: Slots<{ limit: number; offset: number }>) =>
  inOrder(db, 'updated').limit(value('limit')).offset(value('offset')),
);

/** Every client's projects, in an indexed order. */
export async function listProjects(
  db: Db,
  page: ProjectPage & { search: Search | undefined; sort: ProjectSort },
): Promise<ListedProject[]> {
  const { status, search, sort, limit, offset } = page;
  if (search?.total === 0) return [];
  if (!status && !search && sort === 'updated') return lastChangedProjects.execute(db, { limit, offset });
  let query = inOrder(db, sort);
  if (status) query = query.where('status', '=', status);
  if (search) query = query.where(search.finds);
  return query.limit(limit).offset(offset).execute();
}

function inOrder(db: Db, sort: ProjectSort) {
  const { by, direction } = orderOf(sort);
  return db.selectFrom('projects').select(LISTED).orderBy(by, direction).orderBy('id', direction);
}

/** The briefs of some projects. */
export async function listBriefs(db: Db, ids: readonly string[]): Promise<Pick<ProjectRow, 'id' | 'data'>[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('projects').select(['id', 'data']).where('id', 'in', ids).execute();
}

/** Drafts last changed before a moment, latest first. */
export async function listDraftsChangedBefore(
  db: Db,
  before: string,
  limit: number,
): Promise<ProjectFacts[]> {
  return db
    .selectFrom('projects')
    .select(PROJECT_FACTS)
    .where('status', '=', 'draft')
    .where('updated_at', '<', before)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The projects of a status, last changed first, without their briefs but with their estimates. */
export async function listNewestFacts(
  db: Db,
  status: ProjectStatus,
  limit: number,
): Promise<(ProjectFacts & Pick<ProjectRow, 'estimate'>)[]> {
  return db
    .selectFrom('projects')
    .select([...PROJECT_FACTS, 'estimate'])
    .where('status', '=', status)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Drafts by when they were last changed, from a time until before another, the longest ago first. */
export async function listDraftsChanged(
  db: Db,
  { from, until, after }: { from: string; until: string; after?: { at: string; id: string } | undefined },
  limit: number,
) {
  return db
    .selectFrom('projects')
    .select(['id', 'updated_at as at'])
    .where('status', '=', 'draft')
    .where('updated_at', '>=', after?.at ?? from)
    .where('updated_at', '<', until)
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb.or([eb('updated_at', '>', after?.at ?? ''), eb('id', '>', after?.id ?? '')])),
    )
    .orderBy('updated_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}
