import { expect, test } from 'vitest';
import { messageListQuerySchema, sendMessageSchema, unreadQuerySchema } from './schema.ts';

test.each([
  ['', false],
  ['  \n ', false],
  ['x'.repeat(10_001), false],
  [7, false],
  ['a', true],
  ['two\nlines', true],
])('sendMessageSchema accepts %j: %s', (body, taken) => {
  expect(sendMessageSchema.safeParse({ body }).success).toBe(taken);
});

test.each([
  [{}, 50],
  [{ limit: '200' }, 200],
  [{ limit: '201' }, undefined],
  [{ limit: '0' }, undefined],
  [{ before: 'yesterday' }, undefined],
])('messageListQuerySchema: %j requests %s messages', (query, limit) => {
  expect(messageListQuerySchema.safeParse(query).data?.limit).toBe(limit);
});

const ID = '018f6f2c-7b1e-7a60-9b6e-3f9b1c2d4e5f';

test.each([
  ['', []],
  [ID, [ID]],
  [`${ID},${ID.toUpperCase()},`, [ID, ID]],
  ['x', undefined],
  [Array(101).fill(ID).join(), undefined],
])('unreadQuerySchema: projects=%s requests these projects', (projects, ids) => {
  expect(unreadQuerySchema.safeParse({ projects }).data?.projects).toEqual(ids);
});
