import { countSearch } from '../../src/core/lists/search.repository.ts';
import * as notes from '../../src/features/notes/notes.repository.ts';
import * as todos from '../../src/features/todos/todos.repository.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { newId } from '../../src/platform/ids.ts';
import { callsOf, type NounSamples, newRow, type ProjectSubject } from './noun-samples.ts';
import {
  sampleAccount as account,
  id,
  isWaiting,
  MANY,
  partedProject,
  sampleProject as project,
  type SeedRows,
  time,
  words,
} from './values.ts';

const rows = {
  notes: [
    MANY,
    (n) => ({
      id: id('d', n),
      // Each second one is about an enquiry.
      project_id: n % 2 === 0 ? null : id('b', partedProject(n)),
      enquiry_id: n % 2 === 0 ? id('c', n) : null,
      body: words(n),
      author_id: id('a', (n % 3) + 1),
      author_name: 'Alex',
      client_key: id('d', n),
      search_text: words(n),
      created_at: time(n),
      edited_at: null,
    }),
  ],
  todos: [
    MANY,
    (n) => ({
      id: id('e', n),
      // In turn about a project, an enquiry and neither.
      project_id: n % 3 === 1 ? id('b', partedProject(n)) : null,
      enquiry_id: n % 3 === 2 ? id('c', n) : null,
      text: words(n),
      due: n % 3 === 0 ? '2026-03-02' : null,
      done_at: isWaiting(n) ? null : time(n),
      author_id: id('a', (n % 3) + 1),
      client_key: id('e', n),
      created_at: time(n),
    }),
  ],
} satisfies Partial<SeedRows>;

/** A note about a project. */
export async function makeNote(db: Db, projectId: string): Promise<string> {
  const noteId = newId();
  const about = { project_id: projectId, enquiry_id: null };
  const note = { ...newRow(rows.notes), ...about, id: noteId, client_key: noteId };
  await db.insertInto('notes').values(note).execute();
  return noteId;
}

/** An open to-do about a project. */
export async function makeTodo(db: Db, projectId: string): Promise<string> {
  const todoId = newId();
  const about = { project_id: projectId, enquiry_id: null, done_at: null };
  const todo = { ...newRow(rows.todos), ...about, id: todoId, client_key: todoId };
  await db.insertInto('todos').values(todo).execute();
  return todoId;
}

const about = { kind: 'project', id: project } as const;
const enquiry = { kind: 'enquiry', id: id('c', 8) } as const;

/** Samples of the studio's notes and to-dos. */
export const noteSamples = {
  rows,
  calls: {
    searchNotes: () => ({ query: { q: 'bakery', limit: 5 } }),
    listNotes: ({ projectId }) => ({ params: { id: projectId } }),
    addNote: ({ projectId }) => ({ params: { id: projectId }, body: { body: 'Prefers the telephone.' } }),
    editNote: ({ noteId }) => ({ params: { id: noteId }, body: { body: 'Prefers mail.' } }),
    deleteNote: ({ noteId }) => ({ params: { id: noteId } }),
    listTodos: () => ({}),
    listTodosAbout: ({ projectId }) => ({ params: { id: projectId } }),
    addTodo: () => ({ body: { text: 'Send the invoice', due: '2026-03-09' } }),
    changeTodo: ({ todoId }) => ({ params: { id: todoId }, body: { done: true } }),
    deleteTodo: ({ todoId }) => ({ params: { id: todoId } }),
  },
  queries: [
    ...callsOf('notes', notes, {
      listNotes: [[about], [enquiry]],
      listFoundNotes: [
        async (db) =>
          notes.listFoundNotes(db, await countSearch(db, { list: 'notes', asked: 'client77 ' }), 5),
      ],
      lockNote: [[id('d', 7)]],
      insertNote: [[newRow(rows.notes, 4_001)]],
      updateNote: [[id('d', 7), { body: 'New', search_text: 'new', edited_at: time(1) }]],
      deleteNote: [[id('d', 7)]],
    }),
    ...callsOf('todos', todos, {
      listOpenTodos: [[200]],
      countOpenTodos: [[]],
      listOpenTodosAbout: [[about], [enquiry]],
      listDoneTodosAbout: [
        [about, 20],
        [enquiry, 20],
      ],
      lockTodo: [[id('e', 7)]],
      findTodoByKey: [[{ author_id: account, client_key: id('e', 7) }]],
      insertTodo: [[newRow(rows.todos, 4_003)]],
      updateTodo: [[id('e', 7), { done_at: time(1) }]],
      deleteTodo: [[id('e', 7)]],
    }),
  ],
} satisfies NounSamples<ProjectSubject & { noteId: string; todoId: string }>;
