import { expect, test } from 'vitest';
import {
  answerRefusal,
  isOfProject,
  messageExcerpt,
  messageListQuerySchema,
  reasonMessage,
  sendMessageSchema,
  unreadQuerySchema,
} from './schema.ts';

test.each([
  ['', false],
  ['  \n ', false],
  ['x'.repeat(10_001), false],
  [7, false],
  ['a', true],
  ['two\nlines', true],
])('a message of %j is taken: %s', (body, taken) => {
  expect(sendMessageSchema.safeParse({ body }).success).toBe(taken);
});

test.each([
  [{}, 50],
  [{ limit: '200' }, 200],
  [{ limit: '201' }, undefined],
  [{ limit: '0' }, undefined],
  [{ before: 'yesterday' }, undefined],
])('%j asks for %s messages', (query, limit) => {
  expect(messageListQuerySchema.safeParse(query).data?.limit).toBe(limit);
});

test.each([
  [{ projectId: 'p' }, true],
  [{ onboardingId: 'p' }, true],
  [{ portalId: 'p', projectId: 'other' }, true],
  [{ projectId: 'other' }, false],
  [{ onboardingId: null }, false],
  [{}, false],
])('a message with %j is of project p: %s', (message, is) => {
  expect(isOfProject(message, 'p')).toBe(is);
});

test.each([
  ['Short.', 'Short.'],
  ['  two\n\nlines ', 'two lines'],
  ['x'.repeat(81), `${'x'.repeat(80)}…`],
])('%j is called %j', (body, excerpt) => {
  expect(messageExcerpt(body)).toBe(excerpt);
});

test('a reason is a message that names its milestone', () => {
  expect(reasonMessage('Home page', 'Too loud.')).toBe('Needs changes: Home page\n\nToo loud.');
});

const ID = '018f6f2c-7b1e-7a60-9b6e-3f9b1c2d4e5f';
test.each([
  ['', []],
  [ID, [ID]],
  [`${ID},${ID.toUpperCase()},`, [ID, ID]],
  ['x', undefined],
  [Array(101).fill(ID).join(), undefined],
])('projects=%s asks for these', (projects, ids) => {
  expect(unreadQuerySchema.safeParse({ projects }).data?.projects).toEqual(ids);
});

test.each([
  ['needed', '2', '2', undefined],
  ['not_needed', '2', '3', undefined],
  ['needed', undefined, '1', undefined],
  ['needed', '3', '2', 'Your client has written again. Read that first.'],
  [null, '2', '2', 'This has been answered already.'],
] as const)(
  'where an answer is %s and the last message %s, who read up to %s is told %j',
  (answer, newestId, upTo, told) => {
    expect(answerRefusal({ answer, newestId }, upTo)).toBe(told);
  },
);
