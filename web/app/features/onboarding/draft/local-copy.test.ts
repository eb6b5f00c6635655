import { emptyBrief } from '@atelier/domain/onboarding.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseLocalCopy, parseLocalCopySync, presentLocalCopy, resumeLocalBrief } from './local-copy.ts';

const ID = '0198a1b2-0000-7000-8000-00000000000a';

it('is stored with data, step and onboardingId, and nothing else', () => {
  const data = { ...emptyBrief('Europe/Berlin'), company: 'Byron & Co' };
  const stored = presentLocalCopy(
    { data, step: 3, onboardingId: ID },
    { userId: 'u', revision: 4, unsent: true },
  );
  expect(JSON.parse(stored.copy)).toEqual({ data, step: 3, onboardingId: ID });
  expect(parseLocalCopy(stored.copy)).toEqual({ data, step: 3, onboardingId: ID });
  expect(parseLocalCopySync(stored.sync)).toEqual({ userId: 'u', revision: 4, unsent: true });
});

it('has an onboardingId of null before the first save', () => {
  const stored = presentLocalCopy(
    { data: emptyBrief(), step: 1, onboardingId: undefined },
    { userId: 'u', revision: 0, unsent: true },
  );
  expect(JSON.parse(stored.copy)).toHaveProperty('onboardingId', null);
  expect(parseLocalCopy(stored.copy)?.onboardingId).toBeUndefined();
});

describe('a copy of another shape', () => {
  test.each([
    [null],
    [''],
    ['{'],
    ['null'],
    ['[]'],
    ['7'],
    ['{"step":3}'],
    ['{"data":[]}'],
    ['{"data":"x"}'],
  ])('%j is no copy', (stored) => {
    expect(parseLocalCopy(stored)).toBeUndefined();
  });

  test.each([
    ['{"data":{},"step":9}', 1],
    ['{"data":{},"step":"4"}', 4],
    ['{"data":{},"step":null}', 1],
    ['{"data":{}}', 1],
  ])('%j opens at step %i', (stored, step) => {
    expect(parseLocalCopy(stored)?.step).toBe(step);
  });

  it('has no id where the kept one is not an id', () => {
    expect(parseLocalCopy('{"data":{},"onboardingId":"../x"}')?.onboardingId).toBeUndefined();
  });
});

describe('the brief of a copy', () => {
  test.each([
    ['unknown features are left out', { features: ['lp', 'ads', 7] }, { features: ['lp'] }],
    [
      'an answer of another kind is untouched',
      { company: 7, mustHaves: 'a' },
      { company: '', mustHaves: [] },
    ],
    ['a cleared default stays cleared', { pages: '', tone: '' }, { pages: '', tone: '' }],
    ['an unknown choice is unset', { budgetRange: '1m', target: 'soon' }, { budgetRange: '', target: '' }],
  ])('%s', (_, data, expected) => {
    expect(resumeLocalBrief(data, 'UTC')).toEqual({ ...emptyBrief('UTC'), ...expected });
  });

  it('keeps a text that is too long for the server', () => {
    const goals = 'g'.repeat(12_000);
    expect(resumeLocalBrief({ goals }, 'UTC').goals).toBe(goals);
  });

  it('never throws, whatever was kept', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(emptyBrief())), fc.jsonValue()), (data) => {
        expect(Object.keys(resumeLocalBrief(data, 'UTC')).sort()).toEqual(Object.keys(emptyBrief()).sort());
      }),
    );
  });
});
