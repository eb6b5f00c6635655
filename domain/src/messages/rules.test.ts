import { expect, test } from 'vitest';
import { answerRefusal, isOfProject, messageExcerpt, reasonMessage } from './rules.ts';

test.each([
  [{ projectId: 'p' }, true],
  [{ onboardingId: 'p' }, true],
  [{ portalId: 'p', projectId: 'other' }, true],
  [{ projectId: 'other' }, false],
  [{ onboardingId: null }, false],
  [{}, false],
])('isOfProject: a message with %j belongs to project p: %s', (message, is) => {
  expect(isOfProject(message, 'p')).toBe(is);
});

test.each([
  ['Short.', 'Short.'],
  ['  two\n\nlines ', 'two lines'],
  ['x'.repeat(81), `${'x'.repeat(80)}…`],
])('messageExcerpt shortens %j to %j', (body, excerpt) => {
  expect(messageExcerpt(body)).toBe(excerpt);
});

test('reasonMessage names the milestone', () => {
  expect(reasonMessage('Home page', 'Too loud.')).toBe('Needs changes: Home page\n\nToo loud.');
});

test.each([
  ['needed', '2', '2', undefined],
  ['not_needed', '2', '3', undefined],
  ['needed', undefined, '1', undefined],
  ['needed', '3', '2', 'Your client has written again. Read that first.'],
  [null, '2', '2', 'This has been answered already.'],
] as const)(
  'answerRefusal: with the answer %s, the last message %s and read up to %s, returns %j',
  (answer, newestId, upTo, refusal) => {
    expect(answerRefusal({ answer, newestId }, upTo)).toBe(refusal);
  },
);
