import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ComponentProps, useEffect, useEffectEvent } from 'react';
import { type CustomComponents, DayButton, DayPicker } from 'react-day-picker';
import { isDay, localDay } from '../../lib/format.ts';
import { IconButton } from '../icon-button.tsx';
import type { Weekday } from './typed-day.ts';

interface CalendarProps {
  /** The chosen day, "2026-11-21"; anything else is no choice. */
  value: string;
  onChoose: (day: string) => void;
  /** The first day that can be chosen. */
  min?: string | undefined;
  firstWeekday: Weekday;
  /** Called once the days are on the screen. */
  onShown: () => void;
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
export default function Calendar({ value, onChoose, min, firstWeekday, onShown }: CalendarProps) {
  const show = useEffectEvent(onShown);
  useEffect(() => show(), []);
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
