import type { MonthlyMetric } from '@atelier/domain/projects/rules.ts';

/** A metric of a month (UTC). It is history: deleting what it counted doesn't change it. */
export interface MonthlyMetricTable {
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
