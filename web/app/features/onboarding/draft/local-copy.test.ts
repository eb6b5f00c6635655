import { emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { resumeLocalBrief } from './local-brief.ts';
import { parseLocalCopy, parseLocalCopySync } from './local-copy.ts';

const ID = '0198a1b2-0000-7000-8000-00000000000a';

it('a local copy is read as it was stored: data, step and onboardingId', () => {
  const stored = { data: { company: 'Sample & Co' }, step: 3, onboardingId: ID };
  expect(parseLocalCopy(stored)).toEqual(stored);
  expect(parseLocalCopy({ ...stored, onboardingId: null })?.onboardingId).toBeUndefined();
  const sync = { userId: 'u', revision: 4, unsent: true, unanswered: ['mark'] };
  expect(parseLocalCopySync(sync)).toEqual(sync);
  expect(parseLocalCopySync({ ...sync, unanswered: undefined })).toEqual({ ...sync, unanswered: [] });
});

describe('a local copy of another shape', () => {
  test.each([[undefined], [null], [''], [[]], [7], [{ step: 3 }], [{ data: [] }], [{ data: 'x' }]])(
    'is ignored when it is %j',
    (stored) => {
      expect(parseLocalCopy(stored)).toBeUndefined();
    },
  );

  test.each([
    [{ data: {}, step: 9 }, 1],
    [{ data: {}, step: '4' }, 4],
    [{ data: {}, step: null }, 1],
    [{ data: {} }, 1],
  ])('such as %j opens at step %i', (stored, step) => {
    expect(parseLocalCopy(stored)?.step).toBe(step);
  });

  it('has no id when the stored one isn’t an id', () => {
    expect(parseLocalCopy({ data: {}, onboardingId: '../x' })?.onboardingId).toBeUndefined();
  });

  test.each([[undefined], [null], [{}], [{ userId: 7 }]])('has no sync record when that is %j', (stored) => {
    expect(parseLocalCopySync(stored)).toBeUndefined();
  });
});

describe('the brief of a local copy', () => {
  test.each([
    ['unknown features are dropped', { features: ['lp', 'ads', 7] }, { features: ['lp'] }],
    [
      'an answer of another type becomes the default',
      { company: 7, mustHaves: 'a' },
      { company: '', mustHaves: [] },
    ],
    ['a cleared default stays cleared', { pages: '', tone: '' }, { pages: '', tone: '' }],
    ['an unknown choice is unset', { budgetRange: '1m' }, { budgetRange: '' }],
    ['an invalid date stays as it was typed', { target: 'soon' }, { target: 'soon' }],
  ])('%s', (_, data, expected) => {
    expect(resumeLocalBrief(data, 'UTC')).toEqual({ ...emptyBrief('UTC'), ...expected });
  });

  it('keeps text that is too long for the server', () => {
    const goals = 'g'.repeat(12_000);
    expect(resumeLocalBrief({ goals }, 'UTC').goals).toBe(goals);
  });

  it('never throws, whatever was stored', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(emptyBrief())), fc.jsonValue()), (data) => {
        expect(Object.keys(resumeLocalBrief(data, 'UTC')).sort()).toEqual(Object.keys(emptyBrief()).sort());
      }),
    );
  });
});
