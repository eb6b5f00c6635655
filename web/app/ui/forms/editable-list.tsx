import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ChevronDown, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { IconButton } from '../icon-button.tsx';
import { MenuButton } from '../overlays/menu.tsx';
import { FieldError } from './field.tsx';

/** The change of a list, made from what it is by then. */
export type ChangeList<Item> = (change: (items: Item[]) => Item[]) => void;

/** The list with one of its items changed. */
export const withItem =
  <Item extends { id: string }>(id: string, fields: Partial<Item>) =>
  (items: Item[]): Item[] =>
    items.map((item) => (item.id === id ? { ...item, ...fields } : item));

interface EditableListProps<Item> {
  /** What one of them is, such as "line". */
  noun: string;
  items: readonly Item[];
  /** An item in a few words; it may have none yet. */
  nameOf: (item: Item) => string;
  max: number;
  create: () => Item;
  onChange: ChangeList<Item>;
  /** An error of the list as a whole. */
  error?: string | undefined;
  /** Ready-made ones to add. */
  templates?: { label: string; items: readonly { label: string; create: () => Item }[] };
  /** Beside the button that adds one. */
  actions?: ReactNode;
  /** Beside its buttons; the rest is below them. Without it, all of the item stands beside them where there is room. */
  heading?: (item: Item, number: number) => ReactNode;
  children: (item: Item, number: number) => ReactNode;
}

/** Where the keyboard goes after a change of the list. */
type Target = { id: string; to: 'fields' | 'up' | 'down' } | 'add';

const FIELDS = 'input, textarea, select';

/**
 * A list whose items can be added, moved and removed. The keyboard goes to the fields of a new item, stays on the button of a moved one,
 * and after a removal goes to the item in its place.
 */
export function EditableList<Item extends { id: string }>({
  noun,
  items,
  nameOf,
  max,
  create,
  onChange,
  error,
  templates,
  actions,
  heading,
  children,
}: EditableListProps<Item>) {
  const list = useRef<HTMLOListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const [target, setTarget] = useState<Target>();
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (!target) return;
    if (target === 'add') return adder.current?.focus();
    const item = list.current?.querySelector(`[data-item="${target.id}"]`);
    const selector = target.to === 'fields' ? FIELDS : `[data-move="${target.to}"]`;
    (item?.querySelector<HTMLElement>(selector) ?? item?.querySelector('button'))?.focus();
  }, [target]);
  const add = (make: () => Item) => {
    const item = make();
    onChange((before) => [...before, item]);
    setTarget({ id: item.id, to: 'fields' });
  };
  const remove = (index: number) => {
    const id = items[index]?.id;
    const next = items[index + 1] ?? items[index - 1];
    onChange((before) => before.filter((item) => item.id !== id));
    setTarget(next ? { id: next.id, to: 'fields' } : 'add');
    setAnnouncement(`Removed ${noun} ${index + 1}.`);
  };
  const move = (from: number, to: number) => {
    const item = items[from];
    if (!item || !items[to]) return;
    onChange((before) => before.toSpliced(from, 1).toSpliced(to, 0, before[from] ?? item));
    setTarget({ id: item.id, to: to < from ? 'up' : 'down' });
    setAnnouncement(`${nameOf(item) || `The ${noun}`} is ${to + 1} of ${items.length} now.`);
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      {items.length > 0 && (
        <ol ref={list} className="grid grid-cols-1 gap-3">
          {items.map((item, index) => {
            const number = index + 1;
            return (
              <li
                key={item.id}
                data-item={item.id}
                className="flex flex-wrap items-start justify-end gap-x-1 rounded-md border border-rule p-3"
              >
                <div className={clsx('min-w-0 flex-1', !heading && 'basis-60')}>
                  {(heading ?? children)(item, number)}
                </div>
                <div className="-mr-2 flex">
                  <IconButton
                    label={`Move ${noun} ${number} up`}
                    data-move="up"
                    aria-disabled={index === 0 || undefined}
                    onClick={() => move(index, index - 1)}
                  >
                    <ArrowUp aria-hidden="true" />
                  </IconButton>
                  <IconButton
                    label={`Move ${noun} ${number} down`}
                    data-move="down"
                    aria-disabled={number === items.length || undefined}
                    onClick={() => move(index, index + 1)}
                  >
                    <ArrowDown aria-hidden="true" />
                  </IconButton>
                  <IconButton label={`Remove ${noun} ${number}`} onClick={() => remove(index)}>
                    <Trash2 aria-hidden="true" />
                  </IconButton>
                </div>
                {heading && <div className="w-full empty:hidden">{children(item, number)}</div>}
              </li>
            );
          })}
        </ol>
      )}
      <div data-wrong={error ? '' : undefined} tabIndex={-1} className={error ? 'outline-none' : 'hidden'}>
        <FieldError message={error} />
      </div>
      <div className="flex flex-wrap gap-2">
        {items.length < max && (
          <Button ref={adder} size="sm" variant="secondary" onClick={() => add(create)}>
            <Plus aria-hidden="true" className="size-4" />
            Add a {noun}
          </Button>
        )}
        {items.length < max && templates && templates.items.length > 0 && (
          <MenuButton
            size="sm"
            variant="quiet"
            label={templates.label}
            sections={[
              templates.items.map((each) => ({ label: each.label, onSelect: () => add(each.create) })),
            ]}
          >
            {templates.label}
            <ChevronDown aria-hidden="true" className="size-4" />
          </MenuButton>
        )}
        {actions}
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}
