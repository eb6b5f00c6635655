import { WAITING_STATUS } from '@atelier/domain/projects/waiting.ts';
import type { Db } from '../../platform/db/database.ts';

/** Milestones that wait for the client's review, and since when, by that. A day's text sorts before its moments. */
export async function listWaitingReviews(
  db: Db,
  { from, until, after }: { from: string; until: string; after?: { at: string; id: string } | undefined },
  limit: number,
) {
  return waitingReviews(db)
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

/** One of them; undefined once the client has answered. */
export async function findWaitingReview(db: Db, projectId: string, id: string) {
  return waitingReviews(db).where('id', '=', id).where('project_id', '=', projectId).executeTakeFirst();
}

/** All of them in some projects, the longest waiting first. */
export async function listReviewsOf(db: Db, projectIds: readonly string[]) {
  if (projectIds.length === 0) return [];
  return waitingReviews(db)
    .where('project_id', 'in', projectIds)
    .orderBy('status_at')
    .orderBy('id')
    .execute();
}

function waitingReviews(db: Db) {
  return db
    .selectFrom('milestones')
    .select(['id', 'project_id', 'title', 'move_id', 'status_at as at'])
    .where('status', '=', WAITING_STATUS.milestone)
    .where('published', '=', 1);
}
