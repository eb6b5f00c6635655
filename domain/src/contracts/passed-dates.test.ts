import { expect, it } from 'vitest';
import type { MilestoneStatus } from '../milestones/rules.ts';
import { passedDates } from './passed-dates.ts';

const milestone = (title: string, due: string | null, status: MilestoneStatus = 'pending') => ({
  title,
  due,
  status,
});
const part = (date: string) => ({
  id: 'a',
  label: 'in March',
  percent: 100,
  due: 'date' as const,
  milestoneId: null,
  date,
});

it('passedDates names every date before today, and none that is done, open or still ahead', () => {
  const terms = {
    start: '2030-03-01',
    finish: '2030-05-01',
    plan: { kind: 'custom' as const, parts: [part('2030-03-02'), part('2030-03-10')] },
  };
  const plan = [
    milestone('Kickoff', '2030-03-03'),
    milestone('Done', '2030-03-03', 'approved'),
    milestone('Left out', '2030-03-03', 'cancelled'),
    milestone('Today', '2030-03-10'),
    milestone('Open', null),
  ];
  expect(passedDates(terms, plan, '2030-03-10')).toEqual([
    { name: 'Work begins', day: '2030-03-01' },
    { name: '“Kickoff”', day: '2030-03-03' },
    { name: 'The payment in March', day: '2030-03-02' },
  ]);
});
