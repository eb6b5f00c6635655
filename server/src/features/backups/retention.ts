/** How many backups are kept: the newest of each of so many days, weeks and months (UTC). */
export interface Keep {
  days: number;
  weeks: number;
  months: number;
}

interface Dated {
  name: string;
  /** ISO-8601, UTC. */
  madeAt: string;
}

/**
 * The backups that nothing keeps. Days, weeks and months without a backup don't count, so that neither a long pause
 * nor a clock set wrong deletes any; the newest backup always stays.
 */
export function findExpired<Backup extends Dated>(backups: readonly Backup[], keep: Keep): Backup[] {
  const newestFirst = backups.toSorted((a, b) => (a.madeAt < b.madeAt ? 1 : -1));
  const kept = new Set<Backup>(newestFirst.slice(0, 1));
  const rules: readonly (readonly [number, (madeAt: string) => string])[] = [
    [keep.days, (madeAt) => madeAt.slice(0, 10)],
    [keep.weeks, weekOf],
    [keep.months, (madeAt) => madeAt.slice(0, 7)],
  ];
  for (const [count, spanOf] of rules) {
    const spans = new Set<string>();
    for (const backup of newestFirst) {
      const span = spanOf(backup.madeAt);
      if (spans.has(span)) continue;
      if (spans.size === count) break;
      spans.add(span);
      kept.add(backup);
    }
  }
  return backups.filter((backup) => !kept.has(backup));
}

/** The Monday that begins the week. */
function weekOf(madeAt: string): string {
  const day = new Date(`${madeAt.slice(0, 10)}T00:00:00.000Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}
