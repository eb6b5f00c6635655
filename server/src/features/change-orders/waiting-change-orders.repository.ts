import { WAITING_STATUS } from '@atelier/domain/projects/waiting.ts';
import type { Db } from '../../platform/db/database.ts';

/** Change orders that wait for the client, and when they were sent, by that. A day's text sorts before its moments. */
export async function listWaitingChangeOrders(
  db: Db,
  { from, until, after }: { from: string; until: string; after?: { at: string; id: string } | undefined },
  limit: number,
) {
  return waitingChangeOrders(db)
    .where('sent_at', '>=', after?.at ?? from)
    .where('sent_at', '<', until)
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb.or([eb('sent_at', '>', after?.at ?? ''), eb('id', '>', after?.id ?? '')])),
    )
    .orderBy('sent_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** One of them; undefined once the client has answered or it was withdrawn. */
export async function findWaitingChangeOrder(db: Db, projectId: string, id: string) {
  return waitingChangeOrders(db).where('id', '=', id).where('project_id', '=', projectId).executeTakeFirst();
}

/** All of them in some projects, the longest waiting first. */
export async function listWaitingChangeOrdersOf(db: Db, projectIds: readonly string[]) {
  if (projectIds.length === 0) return [];
  return waitingChangeOrders(db)
    .where('project_id', 'in', projectIds)
    .orderBy('sent_at')
    .orderBy('id')
    .execute();
}

function waitingChangeOrders(db: Db) {
  return db
    .selectFrom('change_orders')
    .select(['id', 'project_id', 'number', 'title', 'total', 'sent_at'])
    .where('status', '=', WAITING_STATUS.changeOrder);
}
