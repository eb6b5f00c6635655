import { daysAfter } from '../days.ts';
import { isMilestoneOpen, type MilestoneStatus } from './rules.ts';

/*
 * A contract's dates count from the day on which it was sent. Accepted later, its open milestones move by the days in between; a
 * launch that the client fixed stays on its day, and nothing planned before it moves beyond it.
 */

/** A milestone's date before and after. */
interface MovedDate {
  id: string;
  title: string;
  from: string;
  to: string;
}

interface DatedMilestone {
  id: string;
  title: string;
  due: string | null;
  status: MilestoneStatus;
}

/** The dates of a plan after so many days of waiting: those that move, and the launch that doesn't. */
export function datesAfterWait<M extends DatedMilestone>(
  milestones: readonly M[],
  { days, launch }: { days: number; launch: { fixedOn: string; title: string } | null },
): { moved: (M & MovedDate)[]; kept: M[] } {
  const moved: (M & MovedDate)[] = [];
  const kept: M[] = [];
  for (const milestone of milestones) {
    const { due, status, title } = milestone;
    if (days <= 0 || due === null || !isMilestoneOpen(status)) continue;
    const isLaunch = launch !== null && (title === launch.title || due === launch.fixedOn);
    const later = daysAfter(due, days);
    const to = launch && due <= launch.fixedOn && later > launch.fixedOn ? launch.fixedOn : later;
    if (isLaunch) kept.push(milestone);
    else if (to !== due) moved.push({ ...milestone, from: due, to });
  }
  return { moved, kept };
}

/**
 * Moved dates as an event's details keep them: a line each, with the day before, the day after and the title. A mail has room for
 * the first.
 */
const MOVED_DATES_KEPT = 20;

export const movedLines = (moved: readonly Pick<MovedDate, 'title' | 'from' | 'to'>[]): string =>
  moved
    .slice(0, MOVED_DATES_KEPT)
    .map(({ title, from, to }) => `${from} ${to} ${title}`)
    .join('\n');

export const readMovedLines = (lines: string): Pick<MovedDate, 'title' | 'from' | 'to'>[] =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ from: line.slice(0, 10), to: line.slice(11, 21), title: line.slice(22) }));
