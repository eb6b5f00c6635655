import { MONTHLY_METRICS, type MonthlyMetric } from '@atelier/domain/projects/rules.ts';
import type { MonthMetrics } from '@atelier/domain/projects/schema.ts';
import { sql } from 'kysely';
import { type Clock, isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { keepInsert, type Places } from '../../platform/db/kept-query.ts';
import { beforeCommit } from '../../platform/db/transaction.ts';

/** A metric of a month (UTC). It is history: deleting what it counted doesn't change it. */
interface MonthlyMetricTable {
  /** `2026-01` */
  month: string;
  name: MonthlyMetric;
  value: number;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    monthly_figures: MonthlyMetricTable;
  }
}

/** Adds to this month's metrics at the end of the transaction whose changes they count. */
export function addToMetrics(trx: Trx, clock: Clock, values: Partial<Record<MonthlyMetric, number>>): void {
  const month = isoNow(clock).slice(0, 7);
  for (const name of MONTHLY_METRICS) {
    const value = values[name];
    if (value) beforeCommit(trx, `monthly_figures ${month} ${name}`, () => add(trx, { month, name, value }));
  }
}

const addition = keepInsert((db, row: Places<MonthlyMetricTable>) =>
  db
    .insertInto('monthly_figures')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['month', 'name']).doUpdateSet({ value: sql`monthly_figures.value + excluded.value` }),
    ),
);

async function add(trx: Trx, row: MonthlyMetricTable): Promise<void> {
  await addition.execute(trx, row);
}

/** The last months, this one included, the oldest first; an empty month has zeros. */
export async function readMetrics(db: Db, clock: Clock, months: number): Promise<MonthMetrics[]> {
  const all = lastMonths(clock.now(), months);
  const rows = await db
    .selectFrom('monthly_figures')
    .selectAll()
    .where('month', '>=', all[0] ?? '')
    .execute();
  return all.map((month) => {
    const values = new Map(rows.filter((row) => row.month === month).map((row) => [row.name, row.value]));
    const metrics = Object.fromEntries(MONTHLY_METRICS.map((name) => [name, values.get(name) ?? 0]));
    return { month, ...(metrics as Record<MonthlyMetric, number>) };
  });
}

/** `2026-01` of each of the last months. */
function lastMonths(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - index), 1);
    return new Date(first).toISOString().slice(0, 7);
  });
}
