import { describe, expect, it } from 'vitest';
import { api } from '../api.ts';
import type { Endpoint } from '../endpoint.ts';
import { auditedItemWords } from '../project-parts.ts';
import { auditParts, namesIn, subjectKindOf, unsaidFacts } from './sentence.ts';

const words = { subject: 'Acme', item: undefined, facts: {}, isAttempt: false };
const say = (says: string, more: Partial<Parameters<typeof auditParts>[1]> = {}) =>
  auditParts(says, { ...words, ...more })
    .map(({ text }) => text)
    .join('');

describe('auditParts', () => {
  it('names the subject and the item in pieces of their own', () => {
    expect(auditParts('replaced {item} of {subject}', { ...words, item: 'the file “a.png”' })).toEqual([
      { text: 'replaced ', names: null },
      { text: 'the file “a.png”', names: 'item' },
      { text: ' of ', names: null },
      { text: 'Acme', names: 'subject' },
    ]);
  });

  it('leaves out a part in brackets whose name isn’t known', () => {
    const says = 'exported the projects[ with the status {status}][ found by “{q}”]';
    expect(say(says)).toBe('exported the projects');
    expect(say(says, { facts: { status: null, q: '' } })).toBe('exported the projects');
    expect(say(says, { facts: { q: 'bakery' } })).toBe('exported the projects found by “bakery”');
  });

  it('names an item by its kind and title alone, in every sentence', () => {
    const doubled = Object.values<Endpoint>(api).filter(({ audit }) => /“\{item\}”/.test(audit?.says ?? ''));
    expect(doubled.map(({ path }) => path)).toEqual([]);
    expect(auditedItemWords('changeOrder', 'Gift vouchers')).toBe('the change order “Gift vouchers”');
    expect(auditedItemWords('invoice', null)).toBe('an invoice');
    const item = auditedItemWords('changeOrder', 'Gift vouchers');
    expect(say(api.sendChangeOrder.audit.says, { item })).toBe(
      'sent the change order “Gift vouchers” of Acme to the client',
    );
  });

  it('says values in words', () => {
    const says = 'moved {subject}[ to “{status}”][ as {resolved}]';
    expect(say(says, { facts: { status: 'in_review', resolved: false } })).toBe(
      'moved Acme to “in review” as open',
    );
  });

  it('tells an attempt with the infinitive', () => {
    expect(say('sent the contract of {subject} to the client', { isAttempt: true })).toBe(
      'tried to send the contract of Acme to the client',
    );
    expect(say('undid the last move', { isAttempt: true })).toBe('tried to undo the last move');
  });

  it('doesn’t read braces and brackets in a title as its own', () => {
    expect(say('deleted the project {subject}', { subject: '[{item}]' })).toBe(
      'deleted the project [{item}]',
    );
  });
});

describe('unsaidFacts', () => {
  it('has the facts that the sentence doesn’t name', () => {
    expect(unsaidFacts('moved {item} to {status}', { status: 'approved', due: null })).toEqual({ due: null });
  });
});

describe('subjectKindOf', () => {
  it.each([
    ['/admin/users/:id', 'user'],
    ['/admin/projects/:id/archive', 'project'],
    ['/admin/portal/:id/milestones/:milestoneId', 'project'],
    ['/portal/:id', 'project'],
    ['/contact/:id/status', 'enquiry'],
    ['/admin/health/mails/:id/retry', undefined],
  ])('of %s is %s', (path, kind) => {
    expect(subjectKindOf(path)).toBe(kind);
  });
});

const audited = Object.values(api as Record<string, Endpoint>).flatMap((endpoint) =>
  endpoint.audit ? [{ ...endpoint.audit, endpoint }] : [],
);

it.each(audited)(
  'the sentence “$says” names only what is kept of its call',
  ({ says, keeps = [], endpoint }) => {
    const others = namesIn(says).filter((name) => !keeps.includes(name));
    expect(others.filter((name) => name !== 'subject' && name !== 'item')).toEqual([]);
    // Always there, and not in brackets: the path has the id of what it names.
    const sure = namesIn(says.replaceAll(/\[[^\]]*\]/g, ''));
    if (sure.includes('subject')) expect(endpoint.path).toContain(':id');
  },
);
