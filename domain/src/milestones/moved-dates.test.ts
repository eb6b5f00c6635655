import { describe, expect, it } from 'vitest';
import { datesAfterWait } from './moved-dates.ts';
import type { MilestoneStatus } from './rules.ts';

const milestone = (title: string, due: string | null, status: MilestoneStatus = 'pending') => ({
  id: title,
  title,
  due,
  status,
});
const plan = [
  milestone('Kickoff', '2030-03-01'),
  milestone('Design', '2030-03-20', 'in_progress'),
  milestone('Build', '2030-04-10'),
  milestone('Launch', '2030-04-15'),
  milestone('Care', '2030-05-15'),
];
const launch = { title: 'Launch', fixedOn: '2030-04-15' };
const dates = (of: ReturnType<typeof datesAfterWait>) => of.moved.map(({ title, to }) => [title, to]);

describe('datesAfterWait', () => {
  it('moves every open date by the days that the contract waited', () => {
    const after = datesAfterWait(plan, { days: 8, launch: null });
    expect(dates(after)).toEqual([
      ['Kickoff', '2030-03-09'],
      ['Design', '2030-03-28'],
      ['Build', '2030-04-18'],
      ['Launch', '2030-04-23'],
      ['Care', '2030-05-23'],
    ]);
    expect(after.kept).toEqual([]);
  });

  it('keeps a launch that the client fixed, and moves nothing before it beyond it', () => {
    const after = datesAfterWait(plan, { days: 8, launch });
    expect(dates(after)).toEqual([
      ['Kickoff', '2030-03-09'],
      ['Design', '2030-03-28'],
      ['Build', '2030-04-15'],
      ['Care', '2030-05-23'],
    ]);
    expect(after.kept.map(({ title }) => title)).toEqual(['Launch']);
  });

  it.each([
    ['on the day it was sent', 0, '2030-03-01', 'pending'],
    ['by a clock that was set back', -1, '2030-03-01', 'pending'],
    ['where nothing is dated', 8, null, 'pending'],
    ['where it is approved', 8, '2030-03-01', 'approved'],
    ['where it is cancelled', 8, '2030-03-01', 'cancelled'],
  ] as const)('moves nothing when accepted %s', (_case, days, due, status) => {
    expect(datesAfterWait([milestone('A', due, status)], { days, launch: null }).moved).toEqual([]);
  });
});
