import { describe, expect, it, test } from 'vitest';
import {
  dueBeforeMilestone,
  inRequestOrder,
  REQUEST_STATUSES,
  REQUEST_TRANSITIONS,
  type RequestAction,
  type RequestStatus,
  requestDueState,
  requestRefusal,
  suggestRequests,
} from './rules.ts';

const ALLOWED: Record<RequestAction, readonly RequestStatus[]> = {
  answer: ['open', 'answered'],
  change: ['open', 'answered'],
  accept: ['open', 'answered'],
  ask_again: ['answered', 'accepted'],
  withdraw: ['open', 'answered'],
};
const moves = (Object.keys(REQUEST_TRANSITIONS) as RequestAction[]).flatMap((action) =>
  REQUEST_STATUSES.map((status) => ({ action, status, isAllowed: ALLOWED[action].includes(status) })),
);

test.each(moves)(
  'requestRefusal: $action from $status is allowed: $isAllowed',
  ({ action, status, isAllowed }) => {
    expect(requestRefusal(action, status) === undefined).toBe(isAllowed);
  },
);

it('only the client answers', () => {
  const byClient = Object.entries(REQUEST_TRANSITIONS).filter(([, { by }]) => by === 'client');
  expect(byClient.map(([action]) => action)).toEqual(['answer']);
});

test.each([
  ['2030-01-09', 'open', 'overdue'],
  ['2030-01-10', 'open', 'due-soon'],
  ['2030-01-13', 'open', 'due-soon'],
  ['2030-01-14', 'open', undefined],
  ['2030-01-09', 'answered', undefined],
  [null, 'open', undefined],
] as const)('requestDueState of one due %s that is %s is %s', (due, status, state) => {
  expect(requestDueState({ due, status }, '2030-01-10')).toBe(state);
});

test.each([
  ['2030-01-31', '2030-01-24'],
  ['2030-01-18', '2030-01-11'],
  ['2030-01-17', '2030-01-17'],
  ['2030-01-10', '2030-01-10'],
  ['2030-01-09', null],
  [null, null],
])('dueBeforeMilestone of a milestone due %s is %s', (due, day) => {
  expect(dueBeforeMilestone(due, '2030-01-10')).toBe(day);
});

it('inRequestOrder puts open ones by their day first, and what ended last, newest first', () => {
  const request = (id: string, status: RequestStatus, due: string | null = null) => ({ id, status, due });
  const ordered = inRequestOrder([
    request('1', 'accepted'),
    request('2', 'answered'),
    request('3', 'open'),
    request('4', 'open', '2030-02-01'),
    request('5', 'open', '2030-01-01'),
    request('6', 'accepted'),
  ]);
  expect(ordered.map(({ id }) => id)).toEqual(['5', '4', '3', '2', '6', '1']);
});

describe('suggestRequests', () => {
  const templates = [
    { key: 'logo', features: ['brand'], stages: ['design'], title: 'Logo', instructions: 'An SVG.' },
    {
      key: 'texts',
      features: ['web', 'lp'],
      isContent: true,
      stages: ['content', 'design'],
      title: 'Texts',
      instructions: '',
    },
  ] as const;
  const milestone = (id: string, title: string, status: 'pending' | 'approved' = 'pending') => ({
    id,
    title,
    due: '2030-03-01',
    status,
  });
  const suggest = (
    brief: Parameters<typeof suggestRequests>[0],
    given: Partial<Parameters<typeof suggestRequests>[1]> = {},
  ) =>
    suggestRequests(brief, {
      templates,
      stageTitle: (stage) => stage.toUpperCase(),
      milestones: [milestone('a', 'DESIGN')],
      asked: new Set(),
      today: '2030-01-10',
      ...given,
    });
  const brief = { features: ['brand', 'web', 'lp'], contentReadiness: 'ready' };

  it('asks for what each feature needs once, a week before its milestone', () => {
    expect(suggest(brief)).toEqual([
      { template: 'logo', title: 'Logo', instructions: 'An SVG.', due: '2030-02-22', milestoneId: 'a' },
      { template: 'texts', title: 'Texts', instructions: '', due: '2030-02-22', milestoneId: 'a' },
    ]);
  });

  it('leaves out what no feature needs, what was asked for, and content that the studio makes', () => {
    expect(suggest({ ...brief, features: ['support'] })).toEqual([]);
    expect(suggest(brief, { asked: new Set(['logo', 'texts']) })).toEqual([]);
    const keys = suggest({ ...brief, contentReadiness: 'need help' }).map(({ template }) => template);
    expect(keys).toEqual(['logo']);
  });

  it('names no milestone that is approved or renamed', () => {
    const [logo] = suggest(brief, { milestones: [milestone('a', 'DESIGN', 'approved')] });
    expect(logo).toMatchObject({ milestoneId: null, due: null });
  });
});
