import { describe, expect, it } from 'vitest';
import { detailWords, itemWords, outcomeWords, subjectPath } from './action-words.ts';

describe('outcomeWords', () => {
  it.each([
    ['done', undefined],
    ['unknown', 'Unknown: the server stopped'],
    ['last_admin', 'Refused: last admin'],
  ])('given %s, returns %s', (outcome, words) => {
    expect(outcomeWords(outcome)).toBe(words);
  });
});

describe('detailWords', () => {
  it('names each parameter and omits empty ones', () => {
    expect(detailWords({ subscriptionStatus: 'past_due', role: null, q: '', ids: 3 })).toBe(
      'subscription status past due · ids 3',
    );
    expect(detailWords({ q: 'bakery' })).toBe('search bakery');
    expect(detailWords({})).toBe('');
  });
});

describe('itemWords and subjectPath', () => {
  it.each([
    [{ kind: 'milestone', id: 'm', title: 'Design' }, 'milestone “Design”', '/admin/portal/x?tab=milestones'],
    [{ kind: 'file', id: 'f', title: 'logo.svg' }, 'file “logo.svg”', '/admin/portal/x?tab=files'],
    [{ kind: 'message', id: '0123456789', title: null }, 'message #456789', '/admin/portal/x?tab=feedback'],
  ] as const)('name %j and lead to its tab', (item, words, path) => {
    expect(itemWords(item)).toBe(words);
    const action = 'POST /admin/portal/:id/messages';
    expect(subjectPath({ action, subject: { id: 'x', title: 'Acme' }, item })).toBe(path);
  });
});

describe('subjectPath', () => {
  it.each([
    ['PATCH /admin/users/:id', '/admin/users/x'],
    ['POST /admin/projects/:id/archive', '/admin/portal/x'],
    ['PATCH /admin/portal/:id/milestones/:milestoneId', '/admin/portal/x'],
    ['DELETE /portal/:id', '/admin/portal/x'],
    ['PATCH /contact/:id/status', '/admin/contact?enquiry=x'],
  ])('leads from %s to %s', (action, path) => {
    expect(subjectPath({ action, subject: { id: 'x', title: null }, item: null })).toBe(path);
    expect(subjectPath({ action, subject: null, item: null })).toBeUndefined();
  });

  it('leads to the project for an item of a kind that only a newer server knows', () => {
    const item = JSON.parse('{ "kind": "invoice", "id": "i", "title": "May" }');
    const action = 'POST /admin/portal/:id/invoices';
    expect(subjectPath({ action, subject: { id: 'x', title: null }, item })).toBe('/admin/portal/x');
  });
});
