import type { AnswerState } from '@atelier/domain/messages/rules.ts';
import type { NotNull } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { keepWrite, type Slots } from '../../platform/db/kept-query.ts';

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

/** Undoing a note restores the time since which the client waits. */
export async function setAnswerState(trx: Trx, projectId: string, answer: AnswerState): Promise<void> {
  await trx
    .updateTable('unanswered_threads')
    .set({ is_settled: answer === 'not_needed' ? 1 : 0 })
    .where('project_id', '=', projectId)
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
          .orderBy('messages.id', 'desc')
          .limit(1);
        return [
          'projects.id',
          'projects.company',
          'projects.email',
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
