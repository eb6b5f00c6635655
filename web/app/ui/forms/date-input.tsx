import { Popover } from '@base-ui/react/popover';
import { clsx } from 'clsx';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type Ref, useRef, useState } from 'react';
import { type CustomComponents, DayButton, DayPicker } from 'react-day-picker';
import { formatDate, localDay } from '../../lib/format.ts';
import { Button } from '../button.tsx';
import { IconButton } from '../icon-button.tsx';
import { afterPress } from './after-press.ts';
import { controlClass, labelIdOf, useFieldControl } from './field.tsx';
import { dateHabits, isDay, parseTypedDay, type Weekday } from './typed-day.ts';

interface CalendarProps {
  /** The chosen day, "2026-11-21"; anything else is no choice. */
  value: string;
  onChoose: (day: string) => void;
  /** The first day that can be chosen. */
  min?: string | undefined;
  firstWeekday: Weekday;
}

/** As far as a calendar leads. */
const FIRST_MONTH = new Date(1900, 0);
const LAST_MONTH = new Date(2199, 11);

const fullFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' });

/** The day at its beginning on this device, where the library counts. */
function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

const classNames: ComponentProps<typeof DayPicker>['classNames'] = {
  // As high as six weeks, so that what is around it stays where it is from month to month.
  month: 'grid min-h-[21.5rem] grid-cols-[auto_1fr_auto] content-start items-center gap-1',
  month_caption: 'text-center font-display text-lg font-semibold',
  month_grid: 'col-span-3',
  weekday: 'h-8 w-11 text-xs font-normal text-ink-faint',
  day: 'p-0',
};

/** The library's parts where the product has its own look, or says more. */
const components: Partial<CustomComponents> = {
  PreviousMonthButton: (props) => <IconButton {...props} label="Previous month" />,
  NextMonthButton: (props) => <IconButton {...props} label="Next month" />,
  Chevron: ({ orientation }) =>
    orientation === 'left' ? <ChevronLeft aria-hidden="true" /> : <ChevronRight aria-hidden="true" />,
  DayButton: ({ className, ...props }) => {
    const { selected = false, today } = props.modifiers;
    return (
      <DayButton
        {...props}
        aria-pressed={selected}
        aria-current={today ? 'date' : undefined}
        className={clsx(
          className,
          'grid size-11 place-items-center rounded-full tabular-nums transition-colors',
          'disabled:cursor-not-allowed disabled:text-ink-faint disabled:line-through',
          selected
            ? 'bg-accent font-semibold text-on-accent'
            : 'enabled:hover:bg-neutral-soft enabled:hover:text-on-neutral-soft',
          today && !selected && 'font-semibold text-accent ring-1 ring-edge ring-inset',
        )}
      />
    );
  },
};

/**
 * A month to choose a day from. One day is in the tab order; arrows move by days and weeks, Home and End within the week,
 * Page Up and Down by months, with Shift by years.
 */
function Calendar({ value, onChoose, min, firstWeekday }: CalendarProps) {
  const selected = isDay(value) ? dateOf(value) : undefined;
  const first = min === undefined ? undefined : dateOf(min);
  const today = new Date();
  const isBefore = first !== undefined && selected !== undefined && selected < first;
  const nextChoice = first && first > today ? first : today;
  return (
    <DayPicker
      mode="single"
      required
      selected={selected}
      onSelect={(date) => onChoose(localDay(date))}
      // The month of a chosen day that has gone by since may hold no day to choose, and no way in by keyboard.
      defaultMonth={(!isBefore && selected) || nextChoice}
      startMonth={FIRST_MONTH}
      endMonth={LAST_MONTH}
      disabled={first && { before: first }}
      weekStartsOn={firstWeekday}
      navLayout="around"
      labels={{ labelDayButton: (date) => fullFormat.format(date) }}
      {...{ classNames, components }}
    />
  );
}

interface DateInputProps {
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
            initialFocus={() => popup.current?.querySelector<HTMLElement>('td > [tabindex="0"]') ?? true}
            aria-label="Choose a day"
            className="grid gap-1 rounded-lg border border-rule bg-raised p-2 text-ink shadow-floating outline-none sm:p-3"
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              // Closes the calendar alone, not the form around the field.
              event.stopPropagation();
              setIsOpen(false);
            }}
          >
            <Calendar value={value} onChoose={take} min={min} firstWeekday={habits.firstWeekday} />
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
