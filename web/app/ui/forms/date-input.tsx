import { Popover } from '@base-ui/react/popover';
import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, type Ref, useRef, useState } from 'react';
import { formatDate, isDay, localDay } from '../../lib/format.ts';
import { late } from '../../lib/late.tsx';
import { Button } from '../button.tsx';
import { Skeleton } from '../feedback/placeholders.tsx';
import { afterPress } from './after-press.ts';
import { controlClass, labelIdOf, useFieldControl } from './field.tsx';
import { dateHabits, parseTypedDay } from './typed-day.ts';

const Calendar = late(() => import('./calendar.tsx'), <Skeleton className="h-[21.5rem] w-[19.25rem]" />);

export interface DateInputProps {
  /** A day as "2026-11-21", empty, or what was typed where it is no day: the form says so. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** The first day that the calendar offers; a typed one is the form's to judge. */
  min?: string;
  placeholder?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A day as it reads in the field; whatever else was typed stays as it is. */
const shown = (value: string) => (isDay(value) ? formatDate(value) : value);

/** A day, typed in the way one writes dates or chosen from a calendar. Arrow down in the field opens the calendar. */
export function DateInput({ value, onChange, onBlur, min, placeholder, ref }: DateInputProps) {
  const control = useFieldControl();
  const [typed, setTyped] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const habits = dateHabits(navigator.language);
  const read = (text: string) => parseTypedDay(text, { today: localDay(), ...habits });

  const change = (next: string) => {
    if (next !== value) onChange(next);
  };
  const onType = (text: string) => {
    setTyped(text);
    // A day is taken over while it is typed once its year is whole: until then it may become another one.
    const day = /\d{4}/.test(text) ? read(text) : undefined;
    if (day !== undefined || text.trim() === '') change(day ?? '');
  };
  /** Takes the typed text over as the value. */
  const takeTyped = () => {
    if (typed === undefined) return;
    change(read(typed) ?? typed.trim());
    setTyped(undefined);
  };
  const take = (next: string) => {
    setTyped(undefined);
    setIsOpen(false);
    change(next);
  };
  const dayInTabOrder = () => popup.current?.querySelector<HTMLElement>('td > [tabindex="0"]');
  /** The keyboard went to the popup as it opened, or to its button where the days were still loading. */
  const onShown = () => {
    if (popup.current?.contains(document.activeElement)) dayInTabOrder()?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') takeTyped();
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    takeTyped();
    setIsOpen(true);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <span ref={box} className="relative block">
        <input
          {...control}
          ref={ref}
          value={typed ?? shown(value)}
          placeholder={placeholder}
          autoComplete="off"
          className={controlClass('pr-12')}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            takeTyped();
            if (onBlur) afterPress(onBlur);
          }}
        />
        <Popover.Trigger
          aria-label="Choose from a calendar"
          aria-describedby={labelIdOf(control.id)}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-ink-faint hover:text-ink"
        >
          <CalendarDays aria-hidden="true" className="size-5" />
        </Popover.Trigger>
      </span>
      <Popover.Portal>
        <Popover.Positioner anchor={box} align="end" sideOffset={6} collisionPadding={8} className="z-50">
          <Popover.Popup
            ref={popup}
            // The day that is in the tab order.
            initialFocus={() => dayInTabOrder() ?? true}
            aria-label="Choose a day"
            className="grid gap-1 rounded-lg border border-rule bg-raised p-2 text-ink shadow-floating outline-none sm:p-3"
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              // Closes the calendar alone, not the form around the field.
              event.stopPropagation();
              setIsOpen(false);
            }}
          >
            <Calendar
              value={value}
              onChoose={take}
              min={min}
              firstWeekday={habits.firstWeekday}
              onShown={onShown}
            />
            {value !== '' && (
              <Button variant="quiet" size="sm" className="justify-self-center" onClick={() => take('')}>
                Clear the date
              </Button>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
