import { AppError } from '@atelier/domain/errors.ts';
import { compareTodos, DONE_TODOS_SHOWN, MAX_OPEN_TODOS } from '@atelier/domain/todos/rules.ts';
import type { AddTodo, ChangeTodo } from '@atelier/domain/todos/schema.ts';
import { requireSubject, type StudioSubjects, subjectIds } from '../../core/studio-subjects.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  countOpenTodos,
  deleteTodo,
  findTodoByKey,
  insertTodo,
  listDoneTodosAbout,
  listOpenTodos,
  listOpenTodosAbout,
  lockTodo,
  type TitledTodo,
  updateTodo,
} from './todos.repository.ts';
import type { TodoRow } from './todos.table.ts';

export interface TodosDeps extends Pick<Platform, 'db' | 'clock'> {
  subjects: StudioSubjects;
  /** Tells the studio's open pages, and nobody else's. */
  todosChanged(trx: Trx): Promise<void>;
}

/** What the studio has set itself to do. */
export class TodosService {
  readonly #deps: TodosDeps;

  constructor(deps: TodosDeps) {
    this.#deps = deps;
  }

  /** The open ones, the soonest due first. */
  async listOpen(): Promise<TitledTodo[]> {
    return (await listOpenTodos(this.#deps.db, MAX_OPEN_TODOS)).toSorted(compareTodos);
  }

  /** Those about a project or an enquiry, open ones first. Throws not_found for a missing one. */
  async listAbout(id: string): Promise<TitledTodo[]> {
    const { db, subjects } = this.#deps;
    const about = requireSubject(await subjects.find(db, id));
    const [open, done] = await Promise.all([
      listOpenTodosAbout(db, about),
      listDoneTodosAbout(db, about, DONE_TODOS_SHOWN),
    ]);
    return [...open.toSorted(compareTodos), ...done];
  }

  /**
   * Adds a to-do. One already sent with the same key is returned as it is now.
   * @throws not_found, limit_reached
   */
  async add({ text, due, about, key = newId() }: AddTodo, accountId: string): Promise<TitledTodo> {
    const { db, clock, subjects, todosChanged } = this.#deps;
    return transaction(db, async (trx) => {
      const subject = about === undefined ? undefined : requireSubject(await subjects.lock(trx, about));
      const sent = { author_id: accountId, client_key: key };
      const known = await findTodoByKey(trx, sent);
      if (known) return known;
      await requireRoom(trx);
      await insertTodo(trx, {
        id: newId(),
        ...sent,
        ...(subject ? subjectIds(subject) : { project_id: null, enquiry_id: null }),
        text,
        due: due ?? null,
        done_at: null,
        created_at: isoNow(clock),
      });
      await todosChanged(trx);
      return requireTodo(await findTodoByKey(trx, sent));
    });
  }

  /** Changes a to-do, ticks it off or opens it again. @throws not_found, limit_reached */
  async change(id: string, { text, due, done }: ChangeTodo): Promise<TitledTodo> {
    return this.#act(id, async (trx, todo) => {
      if (done === false && todo.done_at !== null) await requireRoom(trx);
      const change: Partial<TodoRow> = {
        ...(text !== undefined && { text }),
        ...(due !== undefined && { due }),
        // Ticked again, it keeps its first time.
        ...(done === true && { done_at: todo.done_at ?? isoNow(this.#deps.clock) }),
        ...(done === false && { done_at: null }),
      };
      await updateTodo(trx, id, change);
      return { ...todo, ...change };
    });
  }

  /** Throws not_found for a missing to-do. */
  async delete(id: string): Promise<TitledTodo> {
    return this.#act(id, async (trx, todo) => {
      await deleteTodo(trx, id);
      return todo;
    });
  }

  async #act(id: string, work: (trx: Trx, todo: TitledTodo) => Promise<TitledTodo>): Promise<TitledTodo> {
    return transaction(this.#deps.db, async (trx) => {
      const changed = await work(trx, requireTodo(await lockTodo(trx, id)));
      await this.#deps.todosChanged(trx);
      return changed;
    });
  }
}

function requireTodo(todo: TitledTodo | undefined): TitledTodo {
  if (!todo) throw new AppError('not_found', 'This to-do no longer exists.');
  return todo;
}

async function requireRoom(trx: Trx): Promise<void> {
  if ((await countOpenTodos(trx)) < MAX_OPEN_TODOS) return;
  throw new AppError(
    'limit_reached',
    `There can be up to ${MAX_OPEN_TODOS} open to-dos. Tick some off first.`,
  );
}
