import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronDown, Search } from 'lucide-react';
import { type ComponentProps, type Ref, useState } from 'react';
import { controlClass, useFieldControl } from './field.tsx';
import type { Choice } from './select.tsx';

interface ComboboxProps {
  /** The value of the chosen one; empty where none is chosen. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  choices: readonly Choice[];
  /** A quiet word at the end of a row; called for visible rows only. */
  detail?: (value: string) => string;
  /** Shown where none is chosen. */
  placeholder?: string;
  /** The prompt of the list's search: "Type a city". */
  searchLabel: string;
  /** Shown when no choice matches. */
  emptyText: string;
  /** Most rows shown at once, the first of those that match; typing finds the rest. */
  limit?: number;
  ref?: Ref<HTMLButtonElement>;
}

/** Whether every word typed begins a word of the label: "yo" finds New York, and not Tokyo. */
function isFound(choice: Choice, typed: string): boolean {
  const words = choice.label.toLowerCase().split(/[^\p{L}\p{N}+-]+/u);
  const sought = typed.toLowerCase().split(/[\s/_]+/);
  return sought.every((part) => words.some((word) => word.startsWith(part)));
}

type TriggerKeys = NonNullable<ComponentProps<typeof Base.Trigger>['onKeyDown']>;

/**
 * One of many, found by typing a part of its name. The field shows what is chosen; typing in it, or pressing it, opens the
 * list with a line to type into.
 */
export function Combobox({
  value,
  onChange,
  onBlur,
  choices,
  detail,
  placeholder,
  searchLabel,
  emptyText,
  limit = 40,
  ref,
}: ComboboxProps) {
  const control = useFieldControl();
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const chosen = choices.find((choice) => choice.value === value) ?? null;

  const onTriggerKey: TriggerKeys = (event) => {
    const isLetter = event.key.length === 1 && event.key !== ' ';
    if (!isLetter || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventBaseUIHandler();
    event.preventDefault();
    // Letters that come before the list has the keyboard belong to the same word.
    setTyped((before) => (isOpen ? before + event.key : event.key));
    setIsOpen(true);
  };
  return (
    <Base.Root<Choice>
      items={choices}
      value={chosen}
      onValueChange={(choice) => onChange(choice?.value ?? '')}
      open={isOpen}
      onOpenChange={setIsOpen}
      onOpenChangeComplete={(open) => !open && setTyped('')}
      inputValue={typed}
      onInputValueChange={setTyped}
      filter={isFound}
      limit={limit}
      autoHighlight
    >
      <Base.Trigger
        {...control}
        ref={ref}
        onBlur={onBlur}
        onKeyDown={onTriggerKey}
        className={controlClass('flex items-center gap-2 pr-3 text-left')}
      >
        <span className={chosen ? 'min-w-0 flex-1 truncate' : 'min-w-0 flex-1 truncate text-ink-faint'}>
          {chosen?.label ?? placeholder}
        </span>
        {chosen && detail && (
          <span className="text-sm text-ink-faint tabular-nums">{detail(chosen.value)}</span>
        )}
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup
            aria-label={searchLabel}
            className="w-(--anchor-width) max-w-(--available-width) overflow-hidden rounded-md border border-rule bg-raised text-ink shadow-floating"
          >
            <div className="relative border-b border-rule">
              <Search
                aria-hidden="true"
                className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-ink-faint"
              />
              <Base.Input
                aria-label={searchLabel}
                placeholder={searchLabel}
                autoComplete="off"
                className="min-h-11 w-full bg-raised py-2 pr-3.5 pl-11 text-base outline-none"
              />
            </div>
            <Base.Empty>
              <p className="px-3.5 py-3 text-sm text-ink-soft">{emptyText}</p>
            </Base.Empty>
            <Base.List className="max-h-[min(18rem,calc(var(--available-height)-3.5rem))] overflow-y-auto overscroll-contain py-1 outline-none data-empty:p-0">
              {(choice: Choice) => (
                <Base.Item
                  key={choice.value}
                  value={choice}
                  className="grid min-h-11 cursor-default grid-cols-[1.25rem_1fr_auto] items-center gap-2 px-3 py-2 outline-none data-highlighted:bg-accent-soft data-highlighted:text-on-accent-soft"
                >
                  <Base.ItemIndicator className="col-start-1">
                    <Check aria-hidden="true" className="size-4" />
                  </Base.ItemIndicator>
                  <span className="col-start-2 min-w-0 wrap-anywhere">{choice.label}</span>
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
