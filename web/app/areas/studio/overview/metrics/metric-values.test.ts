import type { MonthMetrics } from '@atelier/domain/projects/schema.ts';
import { expect, it, test } from 'vitest';
import { approvalDays, formatDays, funnelSteps, monthName, monthTick } from './metric-values.ts';

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

test.each([
  [null, '–'],
  [0.01, 'less than an hour'],
  [1 / 24, '1 hour'],
  [0.5, '12 hours'],
  [1, '1 day'],
  [2.54, '2.5 days'],
])('formatDays writes %s days as %s', (days, text) => {
  expect(formatDays(days)).toBe(text);
});

it('approvalDays is null without approvals', () => {
  expect(approvalDays(month({}))).toBeNull();
  expect(approvalDays(month({ approvals: 2, approval_seconds: 4 * 86_400 }))).toBe(2);
});

it('monthTick and monthName give the same month in every time zone', () => {
  expect([monthTick('2026-01'), monthName('2026-01')]).toEqual(['Jan', 'January 2026']);
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
