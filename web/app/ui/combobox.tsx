import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronDown } from 'lucide-react';
import type { Ref } from 'react';
import { controlClass } from './control-style.ts';
import { labelIdOf, useFieldControl } from './field-context.ts';
import type { Choice } from './select.tsx';

export interface ComboboxProps {
  /** The value of the chosen one; empty where none is chosen. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  choices: readonly Choice[];
  /** A quiet word at the end of a row, asked only for rows in sight. */
  detail?: (value: string) => string;
  placeholder?: string;
  /** Said when nothing matches what was typed. */
  emptyText: string;
  /** Most rows shown at once, the first of those that match; typing finds the rest. */
  limit?: number;
  id?: string;
  ref?: Ref<HTMLInputElement>;
}

/** Whether every word typed begins a word of the label: "yo" finds New York, and not Tokyo. */
function isFound(choice: Choice, typed: string): boolean {
  const words = choice.label.toLowerCase().split(/[^\p{L}\p{N}+-]+/u);
  const sought = typed.toLowerCase().split(/[\s/_]+/);
  return sought.every((part) => words.some((word) => word.startsWith(part)));
}

/** One of many, found by typing a part of its name. */
export function Combobox({
  value,
  onChange,
  onBlur,
  choices,
  detail,
  placeholder,
  emptyText,
  limit = 40,
  id,
  ref,
}: ComboboxProps) {
  const control = useFieldControl(id);
  const chosen = choices.find((choice) => choice.value === value) ?? null;
  return (
    <Base.Root<Choice>
      items={choices}
      value={chosen}
      onValueChange={(choice) => onChange(choice?.value ?? '')}
      filter={isFound}
      limit={limit}
      autoHighlight
    >
      <span className="relative block">
        <Base.Input
          {...control}
          // While the list is open everything else is hidden from screen readers; named like this it keeps its name.
          aria-labelledby={labelIdOf(control.id)}
          {...(ref && { ref })}
          placeholder={placeholder}
          autoComplete="off"
          className={controlClass('pr-11')}
          onBlur={onBlur}
        />
        <Base.Trigger
          aria-label="Show all"
          tabIndex={-1}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-ink-faint hover:text-ink"
        >
          <ChevronDown aria-hidden="true" className="size-5" />
        </Base.Trigger>
      </span>
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-50 outline-none">
          <Base.Popup className="w-(--anchor-width) max-w-(--available-width) overflow-hidden rounded-md border border-rule bg-raised text-ink shadow-floating">
            <Base.Empty>
              <p className="px-3.5 py-3 text-sm text-ink-soft">{emptyText}</p>
            </Base.Empty>
            <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain py-1 outline-none data-empty:p-0">
              {(choice: Choice) => (
                <Base.Item
                  key={choice.value}
                  value={choice}
                  className="grid min-h-11 cursor-default grid-cols-[1.25rem_1fr_auto] items-center gap-2 px-3 py-2 outline-none data-highlighted:bg-accent-soft data-highlighted:text-on-accent-soft"
                >
                  <Base.ItemIndicator className="col-start-1">
                    <Check aria-hidden="true" className="size-4" />
                  </Base.ItemIndicator>
                  <span className="col-start-2">{choice.label}</span>
                  {detail && <span className="text-sm tabular-nums opacity-80">{detail(choice.value)}</span>}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
