import type { MilestoneStatus } from '@atelier/domain/milestones/rules.ts';
import { describe, expect, it } from 'vitest';
import { clientWaiting } from './client-overview.tsx';

const milestone = (id: string, status: MilestoneStatus) => ({
  _id: id,
  title: id.toUpperCase(),
  status,
  statusAt: '2026-03-02T12:00:00.000Z',
});
const contract = (status: 'sent' | 'change_requested' | 'accepted', version = 1) => ({
  status,
  version,
  sentAt: '2026-03-02T12:00:00.000Z',
});

describe('clientWaiting', () => {
  it('lists the contract first, then reviews, then what to bring, then messages', () => {
    const items = clientWaiting({
      contract: contract('sent', 2),
      milestones: [milestone('a', 'approved'), milestone('b', 'in_review'), milestone('c', 'needs_changes')],
      requests: [
        { id: 'r', title: 'The logo', status: 'open', due: '2026-03-09' },
        { id: 's', title: 'Texts', status: 'answered', due: null },
      ],
      unread: 2,
    });
    expect(items.map(({ title, tab, anchor }) => [title, tab, anchor])).toEqual([
      ['A new version of the contract', 'contract', undefined],
      ['Review “B”', 'milestones', 'milestone-b'],
      ['Bring: The logo', 'overview', 'request-r'],
      ['2 unread messages', 'feedback', undefined],
    ]);
  });

  it.each([
    ['change_requested', []],
    ['accepted', []],
    ['sent', ['The contract']],
  ] as const)('lists a contract with the status %s as %j', (status, titles) => {
    const items = clientWaiting({ contract: contract(status), milestones: [], requests: [], unread: 0 });
    expect(items.map(({ title }) => title)).toEqual(titles);
  });

  it('counts the rest when a list gets too long', () => {
    const milestones = [...'abcdef'].map((id) => milestone(id, 'in_review'));
    const items = clientWaiting({ contract: null, milestones, requests: [], unread: 0 });
    expect(items.map(({ title }) => title)).toEqual([
      'Review “A”',
      'Review “B”',
      'Review “C”',
      '3 more milestones to review',
    ]);
  });
});
