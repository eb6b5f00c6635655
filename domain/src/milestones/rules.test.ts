import { describe, expect, it, test } from 'vitest';
import {
  canMoveMilestone,
  contractPlan,
  currentMilestone,
  inPlanOrder,
  likelyNextStatus,
  MILESTONE_STATUSES,
  type MilestoneActor,
  type MilestoneStatus,
  milestoneActions,
  milestoneDueState,
  milestoneProgress,
  milestoneRefusal,
  nextMilestone,
  planRange,
} from './rules.ts';

/** The moves each actor may make from each status: every other one is refused. */
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

describe.each(['client', 'studio'] as const)('canMoveMilestone for the %s', (actor) => {
  test.each(MILESTONE_STATUSES.flatMap((from) => MILESTONE_STATUSES.map((to) => [from, to] as const)))(
    '%s → %s',
    (from, to) => {
      expect(canMoveMilestone(actor, from, to)).toBe(ALLOWED[actor][from].includes(to));
    },
  );
});

test.each<[MilestoneStatus, string | undefined]>([
  ['pending', 'Start'],
  ['in_progress', 'Send for review'],
  ['in_review', undefined],
  ['needs_changes', 'Start'],
  ['approved', undefined],
  ['blocked', 'Start'],
  ['cancelled', 'Reopen'],
])('likelyNextStatus of a milestone that is %s: %s', (status, label) => {
  const next = milestoneActions('studio', status).find(({ to }) => to === likelyNextStatus(status));
  expect(next?.label).toBe(label);
});

describe('milestoneActions for the studio', () => {
  const start = 'Start';
  const review = 'Send for review';
  const [block, cancel, reopen] = ['Block', 'Cancel', 'Reopen'];
  test.each<[MilestoneStatus, string[]]>([
    ['pending', [start, review, block, cancel]],
    ['in_progress', [review, block, cancel, reopen]],
    ['in_review', [start, block, cancel, reopen]],
    ['needs_changes', [start, review, block, cancel, reopen]],
    ['approved', ['Request changes', cancel, reopen]],
    ['blocked', [start, review, cancel, reopen]],
    ['cancelled', [start, review, block, reopen]],
  ])('on a milestone that is %s', (status, labels) => {
    expect(milestoneActions('studio', status).map(({ label }) => label)).toEqual(labels);
  });
});

test.each(MILESTONE_STATUSES)(
  'milestoneActions for the client: two buttons in review, none when %s otherwise',
  (status) => {
    const labels = milestoneActions('client', status).map(({ label }) => label);
    expect(labels).toEqual(status === 'in_review' ? ['Approve', 'Needs changes'] : []);
  },
);

test.each([
  [
    'client',
    'pending',
    'approved',
    'This milestone is pending now. Only one in review can be approved or sent back for changes.',
  ],
  [
    'client',
    'in_review',
    'blocked',
    'You can approve a milestone or ask for changes. The rest is the studio’s to set.',
  ],
  ['studio', 'in_review', 'approved', 'Only the client approves a milestone or says that it needs changes.'],
  ['studio', 'approved', 'blocked', 'This milestone is approved now, and cannot become blocked from there.'],
] as const)(
  'milestoneRefusal gives the %s the reason why %s → %s is refused',
  (actor, from, to, sentence) => {
    expect(milestoneRefusal(actor, from, to)).toBe(sentence);
  },
);

const dueState = (due: string | null, today: string, status: MilestoneStatus, isAccepted = true) =>
  milestoneDueState({ due, status }, { today, isAccepted, side: 'studio' });

describe('milestoneDueState', () => {
  test.each([
    ['2026-03-01', 'overdue'],
    ['2026-03-02', 'due-soon'],
    ['2026-03-05', 'due-soon'],
    ['2026-03-06', undefined],
    ['2025-12-31', 'overdue'],
    [null, undefined],
  ] as const)('%s is %s on 2026-03-02', (due, state) => {
    expect(dueState(due, '2026-03-02', 'in_progress')).toBe(state);
  });

  it('counts days across a leap day', () => {
    expect(dueState('2028-03-02', '2028-02-28', 'pending')).toBe('due-soon');
    expect(dueState('2028-03-03', '2028-02-28', 'pending')).toBeUndefined();
  });

  test.each<[MilestoneStatus, boolean]>([
    ['pending', true],
    ['in_progress', true],
    ['in_review', true],
    ['needs_changes', true],
    ['approved', false],
    ['blocked', true],
    ['cancelled', false],
  ])('a past date makes a %s milestone overdue: %s, and never before the acceptance', (status, accepted) => {
    expect(dueState('2020-01-01', '2026-03-02', status) === 'overdue').toBe(accepted);
    expect(dueState('2020-01-01', '2026-03-02', status, false)).toBeUndefined();
    expect(dueState('2026-03-03', '2026-03-02', status, false)).toBeUndefined();
  });
});

test.each<[MilestoneStatus, string | undefined]>([
  ['pending', undefined],
  ['in_progress', undefined],
  ['needs_changes', undefined],
  ['blocked', undefined],
  ['in_review', 'overdue'],
])('a client reads of a late %s milestone %s: only a review waits for them', (status, state) => {
  const at = { today: '2026-03-02', isAccepted: true, side: 'client' as const };
  expect(milestoneDueState({ due: '2026-03-01', status }, at)).toBe(state);
  expect(milestoneDueState({ due: '2026-03-03', status }, at)).toBe('due-soon');
});

test('inPlanOrder sorts by position, then by creation, whatever the given order', () => {
  const plan = [
    { id: 'd', order: 0, createdAt: '2026-03-02T09:00:00.000Z' },
    { id: 'a', order: 1, createdAt: '2026-03-01T09:00:00.000Z' },
    { id: 'b', order: 1, createdAt: '2026-03-02T09:00:00.000Z' },
    { id: 'c', order: 1, createdAt: '2026-03-02T09:00:00.000Z' },
    { id: 'e', order: 10, createdAt: '2026-01-01T09:00:00.000Z' },
  ];
  expect(inPlanOrder(plan)).toEqual(plan);
  expect(inPlanOrder(plan.toReversed())).toEqual(plan);
});

const of = (...statuses: MilestoneStatus[]) => statuses.map((status, index) => ({ status, index }));

test.each([
  [of(), undefined],
  [of('pending'), 0],
  [of('approved', 'in_review', 'pending'), 1],
  [of('approved', 'cancelled', 'pending'), 1],
  [of('approved', 'approved'), undefined],
])('currentMilestone of list %# is %s', (milestones, index) => {
  expect(currentMilestone(milestones)?.index).toBe(index);
});

test.each([
  [of(), undefined],
  [of('approved', 'cancelled', 'blocked', 'pending'), 2],
  [of('approved', 'cancelled'), undefined],
])('nextMilestone of list %# is %s', (milestones, index) => {
  expect(nextMilestone(milestones)?.index).toBe(index);
});

const dated = (...dues: (string | null)[]) => dues.map((due) => ({ due, status: 'pending' as const }));

test.each([
  [dated(), []],
  [dated(null, '2030-01-31'), ['2030-01-31']],
  [dated('2030-02-01', '2030-03-01', '2030-01-31'), ['2030-01-31', '2030-03-01']],
  [[...dated('2030-01-31'), { due: '2030-04-01', status: 'cancelled' as const }], ['2030-01-31']],
])('planRange of list %# is %j', (milestones, days) => {
  expect(planRange(milestones).map(({ due }) => due)).toEqual(days);
});

test.each([
  [of(), { approved: 0, total: 0, percent: 0 }],
  [of('pending'), { approved: 0, total: 1, percent: 0 }],
  [of('approved', 'pending', 'cancelled'), { approved: 1, total: 3, percent: 33 }],
  [of('approved', 'approved', 'pending'), { approved: 2, total: 3, percent: 67 }],
  [of('approved', 'approved'), { approved: 2, total: 2, percent: 100 }],
])('milestoneProgress of list %# is %j', (milestones, progress) => {
  expect(milestoneProgress(milestones)).toEqual(progress);
});

describe('contractPlan', () => {
  const pending = { status: 'pending', published: false } as const;
  const published = { status: 'pending', published: true } as const;
  const cancelled = { status: 'cancelled', published: true } as const;

  it('is what the client sees, without what is cancelled', () => {
    expect(contractPlan([pending, published, cancelled])).toEqual([published]);
  });

  it('is the whole plan while the client sees none of it', () => {
    expect(contractPlan([pending, cancelled, pending])).toEqual([pending, pending]);
  });
});
