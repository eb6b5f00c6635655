import type { Db, Trx } from '../../platform/db/database.ts';
import type { RequestAnswerRow, RequestRow } from './requests.table.ts';

/** Of a project, in no order. */
export async function listRequests(db: Db, projectId: string): Promise<RequestRow[]> {
  return db.selectFrom('requests').selectAll().where('project_id', '=', projectId).execute();
}

export async function findRequest(db: Db, projectId: string, id: string): Promise<RequestRow | undefined> {
  return db
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}

export async function insertRequest(trx: Trx, row: RequestRow): Promise<void> {
  await trx.insertInto('requests').values(row).execute();
}

/** Changes one if it still has the state and the revision that the caller read; returns whether it did. */
export async function updateRequest(
  trx: Trx,
  { id, status, revision }: Pick<RequestRow, 'id' | 'status' | 'revision'>,
  change: Partial<RequestRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('requests')
    .set({ ...change, revision: revision + 1 })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The answers to some requests, oldest first. */
export async function listAnswers(db: Db, requestIds: readonly string[]): Promise<RequestAnswerRow[]> {
  if (requestIds.length === 0) return [];
  return db
    .selectFrom('request_answers')
    .selectAll()
    .where('request_id', 'in', requestIds)
    .orderBy('id')
    .execute();
}

export async function insertAnswer(trx: Trx, row: RequestAnswerRow): Promise<void> {
  await trx.insertInto('request_answers').values(row).execute();
}

/** Writes down why the studio asked again after an answer. */
export async function setAnswerReason(trx: Trx, answerId: string, reason: string): Promise<void> {
  await trx.updateTable('request_answers').set({ reason }).where('id', '=', answerId).execute();
}

/** The projects where an account answered. */
export async function listProjectsOfAnswerer(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('request_answers')
    .innerJoin('requests', 'requests.id', 'request_answers.request_id')
    .select('requests.project_id')
    .distinct()
    .where('request_answers.account_id', '=', accountId)
    .execute();
  return rows.map(({ project_id }) => project_id);
}

/** Replaces a person's name on their answers. */
export async function forgetAnswerer(trx: Trx, accountId: string, name: string): Promise<void> {
  await trx
    .updateTable('request_answers')
    .set({ author_name: name })
    .where('account_id', '=', accountId)
    .execute();
}

/** Requests of open projects, for lists across projects. Each looks its project up: joined, PostgreSQL reads all of them. */
function acrossProjects(db: Db) {
  return db
    .selectFrom('requests')
    .select((eb) => {
      const project = eb.selectFrom('projects').whereRef('projects.id', '=', 'requests.project_id');
      return [
        'requests.id',
        'requests.project_id',
        'requests.title',
        'requests.due',
        'requests.asked_at',
        'requests.status_at',
        project.select('user_id').$asScalar().$notNull().as('client_id'),
        project.select('company').$asScalar().$notNull().as('company'),
        project.select('email').$asScalar().$notNull().as('email'),
        project.select('kind').$asScalar().$notNull().as('kind'),
        project.select('title').$asScalar().as('project_title'),
      ];
    })
    .where(
      (eb) =>
        eb
          .selectFrom('projects')
          .select('projects.status')
          .whereRef('projects.id', '=', 'requests.project_id'),
      '=',
      'submitted',
    );
}

/** Answered ones that the studio hasn't looked at, the longest waiting first. */
export async function listAnsweredRequests(db: Db, limit: number) {
  return acrossProjects(db)
    .where('requests.status', '=', 'answered')
    .orderBy('requests.status_at')
    .orderBy('requests.id')
    .limit(limit)
    .execute();
}
