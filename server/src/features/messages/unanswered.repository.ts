import type { AnswerState } from '@atelier/domain/messages/rules.ts';
import type { Insertable, NotNull } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { keepWrite, type Slots } from '../../platform/db/kept-query.ts';
import type { MessageRole, UnansweredThreadTable } from './messages.table.ts';

const unanswered = keepWrite((db, value: Slots<{ projectId: string; since: string }>) =>
  db
    .insertInto('unanswered_threads')
    .values({ project_id: value('projectId'), since: value('since'), is_settled: 0 })
    .onConflict((conflict) =>
      conflict
        .column('project_id')
        .doUpdateSet({ since: value('since'), is_settled: 0 })
        .where('unanswered_threads.is_settled', '=', 1),
    ),
);

/**
 * Notes that a client waits for an answer: since their first unanswered message, or since this one if the
 * studio had noted that the earlier ones need none.
 */
export async function noteUnanswered(trx: Trx, projectId: string, since: string): Promise<void> {
  await unanswered.execute(trx, { projectId, since });
}

const answered = keepWrite((db, value: Slots<{ projectId: string }>) =>
  db.deleteFrom('unanswered_threads').where('project_id', '=', value('projectId')),
);

export async function noteAnswered(trx: Trx, projectId: string): Promise<void> {
  await answered.execute(trx, { projectId });
}

/** What the studio owes the client; null if the studio wrote last. */
export async function findAnswerState(db: Db, projectId: string): Promise<AnswerState | null> {
  const row = await db
    .selectFrom('unanswered_threads')
    .select('is_settled')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  if (!row) return null;
  return row.is_settled === 1 ? 'not_needed' : 'needed';
}

/**
 * Notes up to which of the client's messages no answer is needed; null undoes it, which restores the time since
 * which the client waits.
 */
export async function setSettledUpTo(trx: Trx, projectId: string, upTo: string | null): Promise<void> {
  await trx
    .updateTable('unanswered_threads')
    .set({ is_settled: upTo === null ? 0 : 1, settled_up_to: upTo })
    .where('project_id', '=', projectId)
    .execute();
}

/** Up to which message of an unanswered thread no answer is needed. */
export async function findSettledUpTo(trx: Trx, projectId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('unanswered_threads')
    .select('settled_up_to')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row?.settled_up_to ?? undefined;
}

/** The last message of a side that isn't deleted. */
export async function findLastOf(db: Db, projectId: string, role: MessageRole): Promise<string | undefined> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('project_id', '=', projectId)
    .where('author_role', '=', role)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** When the client wrote their first message after another that isn't deleted. */
export async function findWaitingSince(
  db: Db,
  projectId: string,
  after: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('messages')
    .select('created_at')
    .where('project_id', '=', projectId)
    .where('author_role', '=', 'client')
    .where('deleted_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

/** Records again what the studio owes the client. */
export async function putUnanswered(trx: Trx, row: Insertable<UnansweredThreadTable>): Promise<void> {
  const { project_id, ...state } = row;
  await trx
    .insertInto('unanswered_threads')
    .values({ project_id, ...state })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(state))
    .execute();
}

/** Open projects whose client waits for an answer, longest first, each with their last message. */
export async function listUnanswered(db: Db, limit: number) {
  return (
    db
      .selectFrom('unanswered_threads')
      .innerJoin('projects', 'projects.id', 'unanswered_threads.project_id')
      .select((eb) => {
        const last = eb
          .selectFrom('messages')
          .whereRef('messages.project_id', '=', 'unanswered_threads.project_id')
          .where('author_role', '=', 'client')
          .where('deleted_at', 'is', null)
          .orderBy('messages.id', 'desc')
          .limit(1);
        return [
          'projects.id',
          'projects.company',
          'projects.email',
          'projects.kind',
          'projects.title',
          'unanswered_threads.since',
          last.select('body').as('body'),
          last.select('messages.id').as('message_id'),
        ];
      })
      .where('unanswered_threads.is_settled', '=', 0)
      .where('projects.status', '=', 'submitted')
      .orderBy('unanswered_threads.since')
      .limit(limit)
      // A waiting client has written.
      .$narrowType<{ body: NotNull; message_id: NotNull }>()
      .execute()
  );
}
