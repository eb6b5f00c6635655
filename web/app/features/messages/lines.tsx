import { formatDay } from '../../lib/format.ts';

/** Between the messages of two days. */
export function DayLine({ time }: { time: string }) {
  return (
    <li className="mt-5 flex items-center gap-3 text-sm text-ink-soft before:h-px before:flex-1 before:bg-rule after:h-px after:flex-1 after:bg-rule">
      <time dateTime={time}>{formatDay(time)}</time>
    </li>
  );
}

/** Where what the reader has not seen begins. */
export function UnreadLine() {
  return (
    <li
      data-unread
      className="mt-5 flex items-center gap-3 text-sm font-semibold text-accent before:h-px before:flex-1 before:bg-accent after:h-px after:flex-1 after:bg-accent"
    >
      New
    </li>
  );
}
