import type { CheckId } from './rules.ts';

/** Checks whose problems aren't mailed, and why. */
export const NOT_MAILED: Partial<Record<CheckId, string>> = {
  backup: 'Backups mail what is wrong with them, by what came of each run.',
  'mail-server': 'Without a mail server no email arrives.',
  'mail-delivery': 'An email about emails that don’t leave doesn’t leave either.',
  site: 'It is as it was at the start, which said so; every visitor sees it.',
};

/**
 * - `suspected`: seen once; it may pass by itself
 * - `raised`: the owner was mailed that it began
 * - `over`: the owner was mailed that it ended; kept for a day, for a problem that comes back
 */
export type AlarmPhase = 'suspected' | 'raised' | 'over';

/** A problem of a check over time. Moments are milliseconds. */
export interface Alarm {
  phase: AlarmPhase;
  /** When the problem was first seen. */
  since: number;
  /** Since when all is well again; null while it isn't. */
  wellSince: number | null;
  /** Whether it came back within a day of its end. */
  isBack: boolean;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** All has to be well for this long until a problem is over. */
const CALM_MS = 10 * MINUTE_MS;
/** The same for a problem that came back: one that comes and goes is mailed about at most twice a day. */
const CALM_ONCE_BACK_MS = DAY_MS;

export interface AlarmStep {
  /** Undefined where there's nothing to remember. */
  alarm: Alarm | undefined;
  /** What the owner has to be mailed about it. */
  news: 'begun' | 'over' | undefined;
}

/** What follows from one more look at a check. A problem begins with the second look in a row that finds it. */
export function nextAlarm(alarm: Alarm | undefined, isProblem: boolean, now: number): AlarmStep {
  const step = isProblem ? afterProblem(alarm, now) : afterWell(alarm, now);
  return { news: undefined, ...step };
}

type Step = Pick<AlarmStep, 'alarm'> & Partial<AlarmStep>;

function afterProblem(alarm: Alarm | undefined, now: number): Step {
  switch (alarm?.phase) {
    case 'suspected':
      return { alarm: { ...alarm, phase: 'raised' }, news: 'begun' };
    case 'raised':
      return { alarm: { ...alarm, wellSince: null } };
    default:
      return { alarm: { phase: 'suspected', since: now, wellSince: null, isBack: endedLately(alarm, now) } };
  }
}

const endedLately = (alarm: Alarm | undefined, now: number) => now - (alarm?.wellSince ?? -Infinity) < DAY_MS;

function afterWell(alarm: Alarm | undefined, now: number): Step {
  // A moment to come was noted before the clock was set back.
  const wellSince = Math.min(alarm?.wellSince ?? now, now);
  switch (alarm?.phase) {
    case 'suspected':
      return { alarm: alarm.isBack ? { ...alarm, phase: 'over', wellSince } : undefined };
    case 'raised': {
      if (now - wellSince < (alarm.isBack ? CALM_ONCE_BACK_MS : CALM_MS))
        return { alarm: { ...alarm, wellSince } };
      return { alarm: { ...alarm, phase: 'over', wellSince: now }, news: 'over' };
    }
    case 'over':
      return { alarm: now - wellSince < DAY_MS ? { ...alarm, wellSince } : undefined };
    default:
      return { alarm: undefined };
  }
}
