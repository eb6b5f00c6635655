import { api } from '@atelier/domain/api.ts';
import type { Todo } from '@atelier/domain/todos/schema.ts';
import { bindAdminEndpoint } from '../../core/access/guard.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import { subjectOf } from '../../core/studio-subjects.ts';
import type { TitledTodo } from './todos.repository.ts';
import { type TodosDeps, TodosService } from './todos.service.ts';

export const todoTables = {
  todos: { notExported: 'What the studio has set itself to do, which no client sees.' },
} as const satisfies FeatureTables;

function presentTodo(row: TitledTodo): Todo {
  return {
    _id: row.id,
    id: row.id,
    text: row.text,
    due: row.due,
    doneAt: row.done_at,
    about: subjectOf(row),
    createdAt: row.created_at,
  };
}

/** The studio's to-dos. Like its notes, they belong to the back office alone. */
export function createTodos(ports: TodosDeps): Feature {
  const todos = new TodosService(ports);
  return {
    addRoutes(app) {
      bindAdminEndpoint(app, api.listTodos, async () => ({
        items: (await todos.listOpen()).map(presentTodo),
      }));

      bindAdminEndpoint(app, api.listTodosAbout, async ({ params }) => ({
        items: (await todos.listAbout(params.id)).map(presentTodo),
      }));

      bindAdminEndpoint(app, api.addTodo, async ({ body, actor, nameSubject }) => {
        const todo = presentTodo(await todos.add(body, actor.accountId));
        if (todo.about) nameSubject(todo.about);
        return { todo };
      });

      bindAdminEndpoint(app, api.changeTodo, async ({ params, body, nameSubject }) => {
        const todo = presentTodo(await todos.change(params.id, body));
        if (todo.about) nameSubject(todo.about);
        return { todo };
      });

      bindAdminEndpoint(app, api.deleteTodo, async ({ params, nameSubject }) => {
        const { about } = presentTodo(await todos.delete(params.id));
        if (about) nameSubject(about);
        return { deleted: true as const };
      });
    },
  };
}
