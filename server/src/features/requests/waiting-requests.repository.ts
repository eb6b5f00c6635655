import { WAITING_STATUS } from '@atelier/domain/projects/waiting.ts';
import type { Db } from '../../platform/db/database.ts';

interface Range {
  from: string;
  until: string;
  after?: { at: string; id: string } | undefined;
}

/** Open requests with a date, by it. */
export async function listWaitingRequests(db: Db, { from, until, after }: Range, limit: number) {
  return waitingRequests(db)
    .where('due', '>=', after?.at ?? from)
    .where('due', '<', until)
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb.or([eb('due', '>', after?.at ?? ''), eb('id', '>', after?.id ?? '')])),
    )
    .orderBy('due')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Open requests without a date, by when they were asked. A day's text sorts before its moments. */
export async function listUndatedRequests(db: Db, { from, until, after }: Range, limit: number) {
  return waitingRequests(db)
    .where('due', 'is', null)
    .where('status_at', '>=', after?.at ?? from)
    .where('status_at', '<', until)
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb.or([eb('status_at', '>', after?.at ?? ''), eb('id', '>', after?.id ?? '')])),
    )
    .orderBy('status_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** One of either; undefined once it is no longer open. */
export async function findWaitingRequest(db: Db, projectId: string, id: string) {
  return waitingRequests(db).where('id', '=', id).where('project_id', '=', projectId).executeTakeFirst();
}

/** All of either in some projects, in no order. */
export async function listOpenRequestsOf(db: Db, projectIds: readonly string[]) {
  if (projectIds.length === 0) return [];
  return waitingRequests(db).where('project_id', 'in', projectIds).execute();
}

function waitingRequests(db: Db) {
  return db
    .selectFrom('requests')
    .select(({ selectFrom }) => [
      'id',
      'project_id',
      'title',
      'due',
      'status',
      'status_at',
      // The studio asked again after it.
      selectFrom('request_answers')
        .select('request_answers.id')
        .whereRef('request_answers.request_id', '=', 'requests.id')
        .orderBy('request_answers.created_at', 'desc')
        .orderBy('request_answers.id', 'desc')
        .limit(1)
        .as('last_answer_id'),
    ])
    .where('status', '=', WAITING_STATUS.request);
}

export type WaitingRequest = NonNullable<Awaited<ReturnType<typeof findWaitingRequest>>>;
