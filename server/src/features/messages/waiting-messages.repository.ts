import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/**
 * The studio's messages that are the last of their thread and that nobody on the client's side has read, oldest first; not the
 * words of a milestone's record. A day's text sorts before its moments.
 */
export async function listWaitingMessages(
  db: Db,
  { from, until, after }: { from: string; until: string; after?: { at: string; id: string } | undefined },
  limit: number,
) {
  return waitingMessages(db)
    .where('messages.created_at', '>=', after?.at ?? from)
    .where('messages.created_at', '<', until)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('messages.created_at', '>', after?.at ?? ''), eb('messages.id', '>', after?.id ?? '')]),
      ),
    )
    .orderBy('messages.created_at')
    .orderBy('messages.id')
    .limit(limit)
    .execute();
}

/** One of them; undefined once it is read, answered, followed or deleted. */
export async function findWaitingMessage(db: Db, projectId: string, id: string) {
  return waitingMessages(db)
    .where('messages.id', '=', id)
    .where('messages.project_id', '=', projectId)
    .executeTakeFirst();
}

function waitingMessages(db: Db) {
  return (
    db
      .selectFrom('messages')
      .select(['messages.id', 'messages.project_id', 'messages.created_at as at'])
      // As in the index.
      .where('messages.author_role', '=', sql.lit('owner'))
      .where('messages.is_record', '=', sql.lit(0))
      .where('messages.deleted_at', 'is', null)
      .where(
        ({ selectFrom }) =>
          selectFrom('messages as newer')
            .select('newer.id')
            .whereRef('newer.project_id', '=', 'messages.project_id')
            .where('newer.deleted_at', 'is', null)
            .orderBy('newer.id', 'desc')
            .limit(1),
        '=',
        ({ ref }) => ref('messages.id'),
      )
      .where(
        ({ selectFrom }) =>
          selectFrom('message_reads')
            .select('message_reads.up_to')
            .whereRef('message_reads.project_id', '=', 'messages.project_id')
            .where('message_reads.reader_role', '=', 'client')
            .whereRef('message_reads.up_to', '>=', 'messages.id')
            .limit(1),
        'is',
        null,
      )
  );
}
