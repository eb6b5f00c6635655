import type { MonthlyMetric } from '@atelier/domain/projects/rules.ts';
import type { MonthMetrics } from '@atelier/domain/projects/schema.ts';

/** A metric over all the months. */
export const sumOf = (months: readonly MonthMetrics[], name: MonthlyMetric) =>
  months.reduce((sum, month) => sum + month[name], 0);

/** How long milestones waited for their approval, in days; null where none was approved. */
export function approvalDays({
  approvals,
  approval_seconds,
}: Pick<MonthMetrics, 'approvals' | 'approval_seconds'>): number | null {
  return approvals === 0 ? null : approval_seconds / approvals / 86_400;
}

/** The way from an enquiry to an accepted contract: how many came to each step, and how many in a hundred of the step before. */
export function funnelSteps(months: readonly MonthMetrics[]) {
  const steps: [string, MonthlyMetric][] = [
    ['Enquiries', 'enquiries'],
    ['Briefs submitted', 'submissions'],
    ['Contracts sent', 'contracts_sent'],
    ['Contracts accepted', 'contracts_accepted'],
  ];
  return steps.map(([label, name], at) => {
    const count = sumOf(months, name);
    const before = at === 0 ? 0 : sumOf(months, steps[at - 1]?.[1] ?? name);
    return { label, count, percent: before === 0 ? null : Math.round((count / before) * 100) };
  });
}
