import { describe, expect, it, test } from 'vitest';
import { MILESTONE_STATUSES } from '../milestones/rules.ts';
import { PROJECT_EVENT_KINDS } from '../project-parts.ts';
import type { Activity } from './schema.ts';
import { activityQuote, activitySentence } from './sentence.ts';

const of = (kind: Activity['kind'], detail: Activity['detail'] = {}) => ({
  kind,
  actorName: 'Ada',
  subject: { id: '1', title: 'Design' },
  detail,
});

test.each([
  [of('project_submitted'), 'Ada submitted the brief.'],
  [of('contract_sent', { version: 1 }), 'Ada sent the contract.'],
  [of('contract_sent', { version: 3 }), 'Ada sent a revised contract (version 3).'],
  [of('contract_accepted', { version: 2 }), 'Ada accepted the contract (version 2).'],
  [of('milestones_published', { count: 1 }), 'Ada published 1 milestone.'],
  [of('milestone_moved', { from: 'in_review', to: 'approved' }), 'Ada approved “Design”.'],
  [of('milestone_moved', { to: 'something_new' }), 'Ada moved “Design”.'],
  [
    of('milestone_moved', { to: 'in_review', published: 1 }),
    'Ada published “Design” and sent it for review.',
  ],
  [
    of('milestone_moved', { to: 'blocked', published: 1 }),
    'Ada published “Design” and marked it as blocked.',
  ],
  [of('milestone_undone', { to: 'in_progress' }), 'Ada undid a change: “Design” is in progress again.'],
  [{ ...of('file_added'), subject: null }, 'Ada added the file “untitled”.'],
])('activitySentence gives activity %# its sentence', (activity, sentence) => {
  expect(activitySentence(activity)).toBe(sentence);
});

describe('activitySentence', () => {
  it('gives every kind and every move its own sentence', () => {
    const moves = MILESTONE_STATUSES.map((to) => activitySentence(of('milestone_moved', { to })));
    const others = PROJECT_EVENT_KINDS.filter((kind) => kind !== 'milestone_moved').map((kind) =>
      activitySentence(of(kind)),
    );
    expect(new Set([...moves, ...others]).size).toBe(moves.length + others.length);
    expect(moves.some((sentence) => sentence.includes('moved'))).toBe(false);
  });
});

test.each([
  [of('milestone_moved', { reason: 'Too blue.' }), 'Too blue.'],
  [of('milestone_moved', { reason: '' }), undefined],
  [of('message_sent'), 'Design'],
  [of('file_added'), undefined],
])('activityQuote: activity %# quotes %s', (activity, quote) => {
  expect(activityQuote(activity)).toBe(quote);
});
