import type { StudioSubject } from '@atelier/domain/notes/schema.ts';
import type { TitledRow } from '../../core/studio-subjects.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { TodoRow } from './todos.table.ts';

/** A to-do with the title of what it is about. */
export type TitledTodo = TodoRow & TitledRow;

/** Titles by subqueries: among few rows PostgreSQL might otherwise merge them with all projects. */
const titledTodos = (db: Db) =>
  db
    .selectFrom('todos')
    .selectAll('todos')
    .select((eb) => {
      const project = eb.selectFrom('projects').whereRef('projects.id', '=', 'todos.project_id');
      const enquiry = eb.selectFrom('enquiries').whereRef('enquiries.id', '=', 'todos.enquiry_id');
      return [
        project.select('projects.company').as('company'),
        project.select('projects.email').as('email'),
        project.select('projects.title').as('title'),
        project.select('projects.kind').as('kind'),
        enquiry.select('enquiries.name').as('enquirer'),
      ];
    });

/** All that are open, oldest first. */
export async function listOpenTodos(db: Db, limit: number): Promise<TitledTodo[]> {
  return titledTodos(db).where('done_at', 'is', null).orderBy('todos.id').limit(limit).execute();
}

export async function countOpenTodos(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('todos')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** The open ones about a project or an enquiry. */
export async function listOpenTodosAbout(db: Db, about: AboutWhat): Promise<TitledTodo[]> {
  return titledTodos(db).where(columnOf(about), '=', about.id).where('done_at', 'is', null).execute();
}

/** The done ones about a project or an enquiry, the latest first. */
export async function listDoneTodosAbout(db: Db, about: AboutWhat, limit: number): Promise<TitledTodo[]> {
  return titledTodos(db)
    .where(columnOf(about), '=', about.id)
    .where('done_at', 'is not', null)
    .orderBy('done_at', 'desc')
    .limit(limit)
    .execute();
}

type AboutWhat = Pick<StudioSubject, 'kind' | 'id'>;
const columnOf = ({ kind }: AboutWhat) => (kind === 'project' ? 'project_id' : 'enquiry_id');

export async function lockTodo(trx: Trx, id: string): Promise<TitledTodo | undefined> {
  return titledTodos(trx).where('todos.id', '=', id).forUpdate('todos').executeTakeFirst();
}

/** The to-do that an account has already sent with a key. */
export async function findTodoByKey(
  db: Db,
  sent: Pick<TodoRow, 'author_id' | 'client_key'>,
): Promise<TitledTodo | undefined> {
  return titledTodos(db)
    .where('author_id', '=', sent.author_id)
    .where('client_key', '=', sent.client_key)
    .executeTakeFirst();
}

/** Adds a to-do, unless its author has already sent one with its key. */
export async function insertTodo(trx: Trx, row: TodoRow): Promise<void> {
  await trx
    .insertInto('todos')
    .values(row)
    .onConflict((conflict) => conflict.columns(['author_id', 'client_key']).doNothing())
    .execute();
}

export async function updateTodo(
  trx: Trx,
  id: string,
  change: Partial<Pick<TodoRow, 'text' | 'due' | 'done_at'>>,
): Promise<void> {
  await trx.updateTable('todos').set(change).where('id', '=', id).execute();
}

export async function deleteTodo(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('todos').where('id', '=', id).execute();
}
