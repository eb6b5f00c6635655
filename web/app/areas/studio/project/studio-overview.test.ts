import { type AnswerState, reasonMessage } from '@atelier/domain/messages/rules.ts';
import type { MilestoneStatus } from '@atelier/domain/milestones/rules.ts';
import { expect, it, test } from 'vitest';
import { studioWaiting } from './studio-overview.tsx';

const milestone = (status: MilestoneStatus, reason: string | null = null, published = true) => ({
  _id: 'a',
  title: 'Design',
  status,
  reason,
  published,
});
const wrote = (body: string, authorRole: 'client' | 'owner' = 'client') => ({
  authorRole,
  authorName: 'Ada',
  body,
});
const answer = {
  id: 'a',
  body: 'Here\n it is.',
  authorName: 'Ada',
  createdAt: '2026-03-02T12:00:00.000Z',
  files: [],
  byMailLink: false,
  reason: null,
};
const asked = {
  id: '1',
  version: 1,
  message: 'Three\n parts',
  key: null,
  createdAt: '2026-03-02T12:00:00.000Z',
};

it('the studio’s waiting list starts with the client’s requests and ends with its own drafts', () => {
  const items = studioWaiting({
    contract: { status: 'change_requested', isChanged: false, changeRequests: [asked] },
    milestones: [milestone('needs_changes', 'A larger logo.'), milestone('pending', null, false)],
    requests: [{ id: 'r', title: 'The logo', status: 'answered', answers: [answer] }],
    lastMessage: wrote('When?'),
    answer: 'needed',
  });
  expect(items.map(({ title, detail, tab }) => [title, detail, tab])).toEqual([
    ['Your client asked for a change to the contract', 'Three parts', 'contract'],
    ['“Design” needs changes', 'A larger logo.', 'milestones'],
    ['Answer Ada', 'When?', 'feedback'],
    ['Look at what came for “The logo”', 'Ada: Here it is.', 'overview'],
    ['1 milestone to publish', 'Your client can’t see drafts.', 'milestones'],
  ]);
});

test.each([
  ['draft', false, ['The contract hasn’t been sent yet']],
  ['sent', false, []],
  ['sent', true, ['Your contract changes haven’t been sent yet']],
  ['accepted', true, []],
] as const)(
  'the studio’s waiting list shows a contract that is %s (changed: %s) as %j',
  (status, isChanged, titles) => {
    const contract = { status, isChanged, changeRequests: [] };
    const items = studioWaiting({
      contract,
      milestones: [],
      requests: [],
      lastMessage: undefined,
      answer: null,
    });
    expect(items.map(({ title }) => title)).toEqual(titles);
  },
);

it('the studio’s waiting list has each message to answer once', () => {
  const of = (
    milestones: ReturnType<typeof milestone>[],
    last: ReturnType<typeof wrote>,
    answer: AnswerState = 'needed',
  ) =>
    studioWaiting({ contract: undefined, milestones, requests: [], lastMessage: last, answer }).map(
      ({ key }) => key,
    );
  const reason = wrote(reasonMessage('Design', 'A larger logo.'));
  expect(of([milestone('needs_changes', 'A larger logo.')], reason)).toEqual(['a']);
  expect(of([milestone('in_review', 'A larger logo.')], reason)).toEqual(['answer']);
  expect(of([], wrote('Here it is.', 'owner'))).toEqual([]);
  expect(of([], wrote('Thank you!'), 'not_needed')).toEqual([]);
});
