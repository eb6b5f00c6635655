import { api } from '@atelier/domain/api.ts';
import { subjectPath } from '@atelier/domain/pages.ts';
import { compareTodos, todoDue } from '@atelier/domain/todos/rules.ts';
import type { Todo } from '@atelier/domain/todos/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { failureMessage } from '../../lib/api/api-error.ts';
import { newKey } from '../../lib/api/query-client.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { formatDate, localDay } from '../../lib/format.ts';
import { Link } from '../../lib/pages/links.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Checkbox } from '../../ui/forms/choices.tsx';
import { MenuIconButton } from '../../ui/overlays/menu.tsx';
import { TodoForm } from './todo-form.tsx';
import { changesTodos, listTodos } from './todos.queries.ts';

/** How many open to-dos show before the rest is asked for. */
const SHOWN = 8;
/** How long a deleted to-do can be brought back, in ms. */
const UNDO_MS = 10_000;

/**
 * The to-dos about a project or an enquiry, or all open ones, the soonest due first. One that was ticked or opened to be
 * changed stays where it is until the screen is left: it can be opened again, and what is typed isn't lost.
 */
export function TodoList({
  about,
  heading,
}: {
  /** The id of a project or an enquiry; without one all open to-dos of the studio. */
  about?: string;
  /** Receives the keyboard of a row that disappears. */
  heading: RefObject<HTMLElement | null>;
}) {
  const query = useQuery(listTodos(about));
  const [kept, setKept] = useState<readonly Todo[]>([]);
  const [isWhole, setWhole] = useState(false);
  const todos = query.data ?? [];
  const isHere = (todo: Todo) => todo.doneAt === null || kept.some(({ id }) => id === todo.id);
  const gone = kept.filter(({ id }) => !todos.some((todo) => todo.id === id));
  const open = [...todos.filter(isHere), ...gone].toSorted(compareTodos);
  const done = todos.filter((todo) => !isHere(todo));
  // One that is being changed stays, although sooner ones arrive.
  const needsRest = open.slice(SHOWN).some((todo) => kept.some(({ id }) => id === todo.id));
  const shown = isWhole || needsRest ? open : open.slice(0, SHOWN);
  const row = (todo: Todo) => (
    <TodoRow
      key={todo.id}
      todo={todo}
      hasSubject={about === undefined}
      onKeep={(copy) =>
        setKept((now) => [...now.filter(({ id }) => id !== todo.id), ...(copy ? [copy] : [])])
      }
      onGone={() => {
        setKept((now) => now.filter(({ id }) => id !== todo.id));
        heading.current?.focus();
      }}
    />
  );
  return (
    <div className="grid grid-cols-1 gap-2">
      <AddTodo {...(about !== undefined && { about })} />
      <QueryState query={query} label="Loading the to-dos…" rows={2} fallback="Failed to load the to-dos." />
      {shown.length > 0 && (
        <ul aria-label="Open to-dos" className="@container grid grid-cols-1 divide-y divide-rule">
          {shown.map(row)}
        </ul>
      )}
      {shown.length < open.length && (
        <Button size="sm" variant="quiet" className="justify-self-start" onClick={() => setWhole(true)}>
          Show all {open.length} to-dos
        </Button>
      )}
      {done.length > 0 && (
        <details className="text-sm">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-ink-soft hover:text-ink">
            {done.length} done
          </summary>
          <ul aria-label="Done to-dos" className="@container grid grid-cols-1 divide-y divide-rule">
            {done.map(row)}
          </ul>
        </details>
      )}
    </div>
  );
}

function AddTodo({ about }: { about?: string }) {
  const adding = useCall(api.addTodo, changesTodos);
  const [key, setKey] = useState(newKey);
  return (
    <TodoForm
      label="New to-do"
      submitLabel="Add"
      pendingLabel="Adding…"
      change={adding}
      onSubmit={(fields, onArrived) =>
        adding.mutate(
          { body: { ...fields, key, ...(about !== undefined && { about }) } },
          {
            onSuccess: () => {
              setKey(newKey());
              onArrived();
            },
          },
        )
      }
    />
  );
}

function TodoRow({
  todo,
  hasSubject,
  onKeep,
  onGone,
}: {
  todo: Todo;
  /** Says what it is about, where rows of several are mixed. */
  hasSubject: boolean;
  /** Keeps the row in its place, with this copy where the list no longer has its to-do; undefined keeps it no longer. */
  onKeep: (copy: Todo | undefined) => void;
  onGone: () => void;
}) {
  const params = { id: todo.id };
  // One change after the other, so that what was done last is what stays.
  const change = useCall(api.changeTodo, { ...changesTodos, scope: { id: `todo ${todo.id}` } });
  const removal = useCall(api.deleteTodo, changesTodos);
  const restoring = useCall(api.addTodo, changesTodos);
  const [isEditing, setEditing] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  // What was ticked shows at once, also while the list is fetched again.
  const isDone = (change.isPending ? change.variables.body.done : undefined) ?? todo.doneAt !== null;
  const keep = (isKept: boolean, changed: Partial<Todo> = {}) =>
    onKeep(isKept ? { ...todo, doneAt: new Date().toISOString(), ...changed } : undefined);
  const tick = (done: boolean) => {
    if (done) keep(true);
    change.mutate(
      { params, body: { done } },
      {
        onSuccess: () => keep(done),
        onError: (error) => {
          keep(!done);
          fail(error);
        },
      },
    );
  };
  const startEditing = () => {
    // What is typed stays when the to-do is ticked elsewhere.
    keep(true);
    setEditing(true);
  };
  const end = () => {
    setEditing(false);
    row.current?.focus();
  };
  const remove = () => {
    const { text, due, about } = todo;
    removal.mutate(
      { params },
      {
        onSuccess: () => {
          onGone();
          const again = { body: { text, due, key: newKey(), ...(about && { about: about.id }) } };
          showToast(`Deleted “${text}”.`, {
            lasts: UNDO_MS,
            action: { label: 'Undo', run: () => restoring.mutateAsync(again).catch(fail) },
          });
        },
        onError: (error) =>
          showToast(failureMessage(error, 'Failed to delete the to-do.'), { tone: 'danger' }),
      },
    );
  };
  if (isEditing) {
    return (
      <li ref={row} tabIndex={-1} className="py-2">
        <TodoForm
          label="The to-do"
          initial={{ text: todo.text, due: todo.due ?? '' }}
          submitLabel="Save"
          pendingLabel="Saving…"
          change={change}
          onCancel={end}
          onSubmit={(fields) =>
            change.mutate(
              { params, body: fields },
              {
                onSuccess: () => {
                  keep(true, { text: fields.text, due: fields.due || null });
                  end();
                },
              },
            )
          }
        />
      </li>
    );
  }
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 outline-none @min-[44rem]:grid-cols-[minmax(0,1fr)_auto_auto]"
    >
      <div className="min-w-0">
        <Checkbox
          checked={isDone}
          onChange={({ target }) => tick(target.checked)}
          label={
            <span className={clsx('text-sm wrap-anywhere', isDone && 'text-ink-faint line-through')}>
              {todo.text}
            </span>
          }
        />
      </div>
      {/* Under its words on a phone, as far in as they are. */}
      <div className="flex min-w-0 items-center gap-3 @max-[44rem]:col-span-2 @max-[44rem]:row-start-2 @max-[44rem]:-mt-2 @max-[44rem]:pb-1 @max-[44rem]:pl-8.5">
        {hasSubject && todo.about && (
          <Link
            to={subjectPath(todo.about)}
            className="inline-flex min-h-11 max-w-64 min-w-0 items-center text-sm text-ink-soft"
          >
            <span className="truncate">{todo.about.title}</span>
          </Link>
        )}
        {!isDone && <DueBadge todo={todo} />}
      </div>
      {isDone ? (
        <Button size="sm" variant="quiet" aria-label={`Undo: ${todo.text}`} onClick={() => tick(false)}>
          Undo
        </Button>
      ) : (
        <MenuIconButton
          label={`Change “${todo.text}”`}
          className="-mr-2.5 shrink-0"
          sections={[
            [
              { label: 'Edit', icon: Pencil, onSelect: startEditing },
              { label: 'Delete', icon: Trash2, onSelect: remove },
            ],
          ]}
        >
          <Ellipsis aria-hidden="true" />
        </MenuIconButton>
      )}
    </li>
  );
}

function fail(error: unknown): void {
  showToast(failureMessage(error, 'Failed to save the to-do.'), { tone: 'danger' });
}

function DueBadge({ todo }: { todo: Todo }) {
  if (todo.due === null) return null;
  const state = todoDue(todo, localDay());
  if (state === 'today') return <Badge tone="warning">Today</Badge>;
  return (
    <time
      dateTime={todo.due}
      className={clsx(
        'shrink-0 text-sm tabular-nums',
        state ? 'font-semibold text-danger' : 'text-ink-faint',
      )}
    >
      {state && <span className="sr-only">Overdue since </span>}
      <span>{formatDate(todo.due)}</span>
    </time>
  );
}
