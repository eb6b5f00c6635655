import { splitCommaList } from '@atelier/domain/text.ts';
import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { controlClass } from './control-style.ts';
import { useFieldControl } from './field-context.ts';

export interface ChipInputProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
  placeholder?: string;
  id?: string;
  /** Longest text of one chip. */
  maxLength?: number;
}

/** A list of short texts: a comma or Enter ends one, Backspace in an empty box takes the last one back. */
export function ChipInput({ value, onChange, placeholder, id, maxLength }: ChipInputProps) {
  const control = useFieldControl(id);
  const [typed, setTyped] = useState('');

  const add = (text: string) => {
    onChange([...new Set([...value, ...splitCommaList(text)])]);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '' && value.length > 0) {
      setTyped(value.at(-1) ?? '');
      onChange(value.slice(0, -1));
      event.preventDefault();
    }
  };
  return (
    <div className="grid gap-2">
      <input
        {...control}
        value={typed}
        placeholder={value.length === 0 ? placeholder : undefined}
        maxLength={maxLength}
        enterKeyHint="done"
        className={controlClass()}
        onChange={(event) =>
          event.target.value.includes(',') ? add(event.target.value) : setTyped(event.target.value)
        }
        onKeyDown={onKeyDown}
        onBlur={() => typed.trim() !== '' && add(typed)}
      />
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {value.map((chip) => (
            <li
              key={chip}
              className="inline-flex min-h-9 max-w-full items-center rounded-full bg-neutral-soft pl-3.5 text-sm font-medium text-on-neutral-soft"
            >
              <span className="truncate">{chip}</span>
              <button
                type="button"
                aria-label={`Remove ${chip}`}
                className="relative ml-1 grid size-9 place-items-center rounded-full after:absolute after:-inset-1 hover:bg-rule"
                onClick={() => onChange(value.filter((other) => other !== chip))}
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
