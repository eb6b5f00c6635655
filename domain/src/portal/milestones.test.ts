import { describe, expect, it, test } from 'vitest';
import {
  canMoveMilestone,
  createMilestoneSchema,
  currentMilestone,
  MILESTONE_STATUSES,
  type MilestoneActor,
  type MilestoneStatus,
  milestoneProgress,
  updateMilestoneSchema,
} from './milestones.ts';

/** Where each actor may take a milestone from each state: every other step is refused. */
const ALLOWED: Record<MilestoneActor, Record<MilestoneStatus, readonly MilestoneStatus[]>> = {
  client: {
    pending: [],
    in_progress: [],
    in_review: ['approved', 'needs_changes'],
    needs_changes: [],
    approved: [],
    blocked: [],
    cancelled: [],
  },
  studio: {
    pending: ['in_progress', 'in_review', 'blocked', 'cancelled'],
    in_progress: ['in_review', 'blocked', 'cancelled', 'pending'],
    in_review: ['in_progress', 'blocked', 'cancelled', 'pending'],
    needs_changes: ['in_progress', 'in_review', 'blocked', 'cancelled', 'pending'],
    approved: ['in_review', 'cancelled', 'pending'],
    blocked: ['in_progress', 'in_review', 'cancelled', 'pending'],
    cancelled: ['in_progress', 'in_review', 'blocked', 'pending'],
  },
};

describe.each(['client', 'studio'] as const)('the %s', (actor) => {
  test.each(MILESTONE_STATUSES.flatMap((from) => MILESTONE_STATUSES.map((to) => [from, to] as const)))(
    '%s → %s',
    (from, to) => {
      expect(canMoveMilestone(actor, from, to)).toBe(ALLOWED[actor][from].includes(to));
    },
  );
});

const of = (...statuses: MilestoneStatus[]) => statuses.map((status, index) => ({ status, index }));

test.each([
  [of(), undefined],
  [of('pending'), 0],
  [of('approved', 'in_review', 'pending'), 1],
  [of('approved', 'cancelled', 'pending'), 1],
  [of('approved', 'approved'), undefined],
])('of list %# the current one is %s', (milestones, index) => {
  expect(currentMilestone(milestones)?.index).toBe(index);
});

test.each([
  [of(), { approved: 0, total: 0, percent: 0 }],
  [of('pending'), { approved: 0, total: 1, percent: 0 }],
  [of('approved', 'pending', 'cancelled'), { approved: 1, total: 3, percent: 33 }],
  [of('approved', 'approved', 'pending'), { approved: 2, total: 3, percent: 67 }],
  [of('approved', 'approved'), { approved: 2, total: 2, percent: 100 }],
])('the progress of list %# is %j', (milestones, progress) => {
  expect(milestoneProgress(milestones)).toEqual(progress);
});

describe('what a milestone may be', () => {
  test.each([
    [{ title: '' }, 'Enter a title.'],
    [{ title: '   ' }, 'Enter a title.'],
    [{ title: 'x'.repeat(201) }, 'Use 200 characters or fewer.'],
  ])('%#: is refused', (body, message) => {
    expect(createMilestoneSchema.safeParse(body).error?.issues[0]?.message).toBe(message);
  });

  it('takes a title alone, a date, and no date', () => {
    expect(createMilestoneSchema.parse({ title: ' Design ' })).toEqual({ title: 'Design' });
    expect(createMilestoneSchema.parse({ title: 'a', due: '2030-01-31' }).due).toBe('2030-01-31');
    expect(createMilestoneSchema.parse({ title: 'a', due: '' }).due).toBeNull();
    expect(createMilestoneSchema.safeParse({ title: 'a', due: '31.1.2030' }).success).toBe(false);
    expect(updateMilestoneSchema.parse({})).toEqual({});
    expect(updateMilestoneSchema.safeParse({ title: ' ' }).success).toBe(false);
  });
});
