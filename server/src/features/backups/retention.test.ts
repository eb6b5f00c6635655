import { describe, expect, it } from 'vitest';
import { findExpired } from './retention.ts';

/** One backup a day at 02:30, the newest on the given day. */
function daily(count: number, last: string) {
  const end = Date.parse(`${last}T02:30:00.000Z`);
  return Array.from({ length: count }, (_, index) => {
    const madeAt = new Date(end - (count - 1 - index) * 24 * 3600_000).toISOString();
    return { name: madeAt.slice(0, 10), madeAt };
  });
}

const keptOf = (backups: { name: string; madeAt: string }[], keep: Parameters<typeof findExpired>[1]) => {
  const expired = new Set(findExpired(backups, keep));
  return backups.filter((backup) => !expired.has(backup)).map(({ name }) => name);
};

describe('findExpired', () => {
  it('keeps the newest of each day, week and month', () => {
    const kept = keptOf(daily(400, '2026-11-23'), { days: 3, weeks: 3, months: 3 });
    expect(kept).toEqual(
      // The end of September and of October, the Sundays of two weeks, and three days; the 23rd is a Monday.
      ['2026-09-30', '2026-10-31', '2026-11-15', '2026-11-21', '2026-11-22', '2026-11-23'],
    );
  });

  it('counts only days that have a backup, so that a long pause deletes none', () => {
    const backups = [...daily(5, '2025-01-05'), ...daily(1, '2026-11-23')];
    expect(keptOf(backups, { days: 3, weeks: 0, months: 0 })).toEqual([
      '2025-01-04',
      '2025-01-05',
      '2026-11-23',
    ]);
  });

  it('keeps one of several on a day, the newest', () => {
    const madeAt = (hour: string) => ({ name: hour, madeAt: `2026-03-02T${hour}:00:00.000Z` });
    expect(keptOf([madeAt('10'), madeAt('23'), madeAt('02')], { days: 7, weeks: 5, months: 12 })).toEqual([
      '23',
    ]);
  });
});
