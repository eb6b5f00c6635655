import { expect, test } from 'vitest';
import { messageListQuerySchema, sendMessageSchema } from './messages.ts';

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
