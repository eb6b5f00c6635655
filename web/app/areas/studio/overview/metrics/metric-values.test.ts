import type { MonthMetrics } from '@atelier/domain/projects/schema.ts';
import { expect, it } from 'vitest';
import { approvalDays, funnelSteps } from './metric-values.ts';

const month = (metrics: Partial<MonthMetrics>): MonthMetrics => ({
  month: '2026-01',
  enquiries: 0,
  submissions: 0,
  contracts_sent: 0,
  contracts_accepted: 0,
  accepted_usd: 0,
  approvals: 0,
  approval_seconds: 0,
  ...metrics,
});

it('approvalDays is null without approvals', () => {
  expect(approvalDays(month({}))).toBeNull();
  expect(approvalDays(month({ approvals: 2, approval_seconds: 4 * 86_400 }))).toBe(2);
});

it('funnelSteps compares each step with the one before, over all months', () => {
  const months = [
    month({ enquiries: 6, submissions: 4 }),
    month({ enquiries: 2, submissions: 2, contracts_sent: 3 }),
  ];
  expect(funnelSteps(months).map(({ count, percent }) => [count, percent])).toEqual([
    [8, null],
    [6, 75],
    [3, 50],
    [0, 0],
  ]);
  expect(funnelSteps([month({})]).map(({ percent }) => percent)).toEqual([null, null, null, null]);
});
