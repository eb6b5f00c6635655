import { X } from 'lucide-react';
import { type ChangeEvent, type KeyboardEvent, type Ref, useRef, useState } from 'react';
import { afterPress } from './after-press.ts';
import { controlClass, useFieldControl } from './field.tsx';

interface ChipInputProps {
  value: readonly string[];
  /** Called with every change, the text that is still being typed included as the last one. */
  onChange: (value: string[]) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
  placeholder?: string;
}

/** The parts of a comma-separated text, trimmed, empty ones and repetitions left out. */
export function splitChips(text: string): string[] {
  return [...new Set(text.split(',').map((part) => part.trim()))].filter((part) => part !== '');
}

interface Entry {
  chips: readonly string[];
  typed: string;
}

const listOf = ({ chips, typed }: Entry) => [...new Set([...chips, ...splitChips(typed)])];
const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((text, index) => text === other[index]);

/** The chips and the text being typed; starts over when another value is given from outside. */
function useEntry(value: readonly string[], onChange: (value: string[]) => void) {
  const [entry, setEntry] = useState<Entry>({ chips: value, typed: '' });
  const isReplaced = !isSame(listOf(entry), value);
  if (isReplaced) setEntry({ chips: value, typed: '' });
  const change = (next: Entry) => {
    setEntry(next);
    const changed = listOf(next);
    if (!isSame(changed, value)) onChange(changed);
  };
  // The text typed becomes a chip, which does not change the value: it was part of it already.
  const endTyped = () => setEntry((current) => ({ chips: listOf(current), typed: '' }));
  return { ...(isReplaced ? { chips: value, typed: '' } : entry), change, endTyped };
}

/** A list of short texts: a comma or Enter ends one, Backspace in an empty box takes the last one back. */
export function ChipInput({ value, onChange, onBlur, ref, placeholder }: ChipInputProps) {
  const control = useFieldControl();
  const list = useRef<HTMLUListElement>(null);
  const { chips, typed, change, endTyped } = useEntry(value, onChange);
  const finish = (text = typed) => change({ chips: listOf({ chips, typed: text }), typed: '' });

  const onType = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.target.value;
    if (text.includes(',')) finish(text);
    else change({ chips, typed: text });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      // Also in an empty box: it says that Enter ends an entry, so it never sends the form.
      event.preventDefault();
      finish();
    } else if (event.key === 'Backspace' && typed === '' && chips.length > 0) {
      change({ chips: chips.slice(0, -1), typed: chips.at(-1) ?? '' });
      event.preventDefault();
    }
  };
  // The keyboard stays in the list while it has chips, then goes back to the box.
  const remove = (position: number) => {
    change({ chips: chips.filter((_, other) => other !== position), typed });
    const buttons = list.current?.querySelectorAll('button') ?? [];
    const next = buttons[position + 1] ?? buttons[position - 1] ?? document.getElementById(control.id);
    next?.focus();
  };
  return (
    <div className="grid gap-2">
      <input
        {...control}
        ref={ref}
        value={typed}
        placeholder={chips.length === 0 ? placeholder : undefined}
        enterKeyHint="done"
        autoComplete="off"
        className={controlClass()}
        onChange={onType}
        onKeyDown={onKeyDown}
        onBlur={() => {
          afterPress(endTyped);
          onBlur?.();
        }}
      />
      {chips.length > 0 && (
        // A chip as long as its text must not make the page wider: it is cut where the room ends.
        <ul ref={list} className="flex flex-wrap gap-2 contain-inline-size">
          {chips.map((chip, position) => (
            <li
              key={chip}
              className="inline-flex min-h-9 max-w-full items-center rounded-full bg-neutral-soft pl-3.5 text-sm font-medium text-on-neutral-soft"
            >
              <span className="truncate">{chip}</span>
              <button
                type="button"
                aria-label={`Remove ${chip}`}
                className="relative ml-1 grid size-9 shrink-0 place-items-center rounded-full after:absolute after:-inset-1 hover:bg-rule"
                onClick={() => remove(position)}
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
