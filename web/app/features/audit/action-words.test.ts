import type { AdminAction } from '@atelier/domain/audit/schema.ts';
import { describe, expect, it } from 'vitest';
import { detailWords, outcomeWords, partPath } from './action-words.ts';

describe('outcomeWords', () => {
  it.each([
    ['done', null, undefined],
    ['unknown', null, { label: 'Unknown', reason: 'The server stopped before it ended.' }],
    ['last_admin', 'One has to stay.', { label: 'Refused', reason: 'One has to stay.' }],
    ['last_admin', null, { label: 'Refused', reason: 'Because of: last admin.' }],
  ])('given %s and %s, returns %j', (outcome, refusal, words) => {
    expect(outcomeWords({ outcome, refusal })).toEqual(words);
  });
});

describe('detailWords', () => {
  it('names each fact and omits empty ones', () => {
    expect(detailWords({ subscriptionStatus: 'past_due', role: null, q: '', ids: 3 })).toBe(
      'subscription status past due · ids 3',
    );
    expect(detailWords({ amount: 100_000, on: '2026-03-02' })).toBe('amount $1,000.00 · on 2026-03-02');
    expect(detailWords({ total: 4_400 })).toBe('total $4,400');
    expect(detailWords({ q: 'bakery' })).toBe('search bakery');
    expect(detailWords({})).toBe('');
  });
});

describe('partPath', () => {
  const action = 'POST /admin/portal/:id/messages';
  const act = (more: Partial<AdminAction>) => ({
    action,
    outcome: 'done',
    subject: { kind: 'project', id: 'x', title: 'Acme' } as const,
    item: null,
    ...more,
  });

  it.each([
    ['project', '/admin/portal/x'],
    ['enquiry', '/admin/contact?enquiry=x'],
    ['user', '/admin/users/x'],
    [null, undefined],
  ] as const)('of a subject of kind %s is %s', (kind, path) => {
    expect(partPath('subject', act({ subject: { kind, id: 'x', title: null } }))).toBe(path);
  });

  it.each([
    ['milestone', '/admin/portal/x?tab=milestones'],
    ['file', '/admin/portal/x?tab=files'],
    ['message', '/admin/portal/x?tab=feedback'],
  ] as const)('of an item of kind %s is %s', (kind, path) => {
    expect(partPath('item', act({ item: { kind, id: 'i', title: null } }))).toBe(path);
  });

  it('leads to the project for an item of a kind that only a newer server knows', () => {
    const item = JSON.parse('{ "kind": "booking", "id": "i", "title": "May" }');
    expect(partPath('item', act({ item }))).toBe('/admin/portal/x');
  });

  it('leads nowhere from other words, without a subject, or to a project that was deleted', () => {
    expect(partPath(null, act({}))).toBeUndefined();
    expect(partPath('subject', act({ subject: null }))).toBeUndefined();
    const deletion = { action: 'DELETE /admin/projects/:id' };
    expect(partPath('subject', act(deletion))).toBeUndefined();
    expect(partPath('subject', act({ ...deletion, outcome: 'conflict' }))).toBe('/admin/portal/x');
  });
});
