import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { localDay } from '../lib/format.ts';
import {
  addDays,
  addMonths,
  fullDayName,
  isDay,
  monthName,
  monthWeeks,
  weekAround,
  weekdayNames,
} from './calendar-days.ts';
import { IconButton } from './icon-button.tsx';

interface CalendarProps {
  /** The chosen day, "2026-11-21"; anything else is none. */
  value: string;
  onChoose: (day: string) => void;
  /** The first day that can be chosen. */
  min?: string | undefined;
  /** 1 for Monday to 7 for Sunday. */
  firstWeekday: number;
  /** The day that the keyboard starts at. */
  startRef?: Ref<HTMLButtonElement>;
}

/** Where a key leads from a day; undefined for a key that leads nowhere. */
function dayAfterKey(day: string, { key, shiftKey }: KeyboardEvent, firstWeekday: number) {
  const [first, last] = weekAround(day, firstWeekday);
  const moves: Record<string, () => string> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => first,
    End: () => last,
    PageUp: () => addMonths(day, shiftKey ? -12 : -1),
    PageDown: () => addMonths(day, shiftKey ? 12 : 1),
  };
  return Object.hasOwn(moves, key) ? moves[key]?.() : undefined;
}

/**
 * A month to choose a day from. One day is in the tab order; arrows move by days and weeks, Home and End within the week,
 * Page Up and Down by months, with Shift by years.
 */
export function Calendar({ value, onChoose, min, firstWeekday, startRef }: CalendarProps) {
  const today = localDay();
  const [at, setAt] = useState(() => (isDay(value) ? value : min !== undefined && min > today ? min : today));
  const grid = useRef<HTMLTableElement>(null);
  const isMovedByKey = useRef(false);
  const monthId = useId();

  useEffect(() => {
    if (isMovedByKey.current) grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
    isMovedByKey.current = false;
  }, [at]);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(at, event, firstWeekday);
    if (next === undefined) return;
    event.preventDefault();
    isMovedByKey.current = next !== at;
    setAt(next);
  };
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between">
        <IconButton label="Previous month" onClick={() => setAt(addMonths(at, -1))}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <p id={monthId} aria-live="polite" className="font-display text-lg font-semibold">
          {monthName(at)}
        </p>
        <IconButton label="Next month" onClick={() => setAt(addMonths(at, 1))}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
      {/* As high as six weeks, so that the arrows above stay where they are from month to month. */}
      <div className="min-h-[18.5rem]">
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid, so that screen readers leave the arrow keys to it */}
        <table ref={grid} role="grid" aria-labelledby={monthId} onKeyDown={onKeyDown}>
          <thead>
            <tr>
              {weekdayNames(firstWeekday).map((name) => (
                <th
                  key={name}
                  scope="col"
                  abbr={name}
                  className="h-8 w-11 text-xs font-normal text-ink-faint"
                >
                  {name.slice(0, 2)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {monthWeeks(at, firstWeekday).map((week) => (
              <Week key={week.find(Boolean)} week={week}>
                {(day) => (
                  <Day
                    key={day}
                    {...{ day, min, onChoose }}
                    isToday={day === today}
                    isChosen={day === value}
                    isStop={day === at}
                    {...(day === at && startRef && { ref: startRef })}
                  />
                )}
              </Week>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** A row of days, with the room before and after those of the month left open. */
function Week({ week, children }: { week: (string | undefined)[]; children: (day: string) => ReactNode }) {
  const before = week.findIndex(Boolean);
  const after = week.length - 1 - week.findLastIndex(Boolean);
  return (
    <tr>
      {before > 0 && <td colSpan={before} />}
      {week.map((day) => day !== undefined && children(day))}
      {after > 0 && <td colSpan={after} />}
    </tr>
  );
}

function Day({
  day,
  min,
  isToday,
  isChosen,
  isStop,
  onChoose,
  ref,
}: {
  day: string;
  min: string | undefined;
  isToday: boolean;
  isChosen: boolean;
  /** Whether it is the one in the tab order. */
  isStop: boolean;
  onChoose: (day: string) => void;
  ref?: Ref<HTMLButtonElement>;
}) {
  const isTooEarly = min !== undefined && day < min;
  return (
    <td className="p-0">
      <button
        ref={ref}
        type="button"
        data-day={day}
        tabIndex={isStop ? 0 : -1}
        aria-label={fullDayName(day)}
        aria-pressed={isChosen}
        aria-current={isToday ? 'date' : undefined}
        aria-disabled={isTooEarly || undefined}
        onClick={() => !isTooEarly && onChoose(day)}
        className={clsx(
          'grid size-11 place-items-center rounded-full tabular-nums transition-colors',
          'aria-disabled:cursor-not-allowed aria-disabled:text-ink-faint aria-disabled:line-through',
          isChosen
            ? 'bg-accent font-semibold text-on-accent'
            : 'not-aria-disabled:hover:bg-neutral-soft not-aria-disabled:hover:text-on-neutral-soft',
          isToday && !isChosen && 'font-semibold text-accent ring-1 ring-edge ring-inset',
        )}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  );
}
