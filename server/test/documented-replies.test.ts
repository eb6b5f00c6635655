import { describe, expect, it } from 'vitest';
import { findUndocumented } from './harness/documented-replies.ts';

const id = '018f6f2c-7b1e-7a60-9b6e-3f9b1c2d4e5f';
const user = { _id: id, username: null, email: 'ada@client.example', createdAt: '2026-01-01T00:00:00.000Z' };
const me = { role: 'client', roles: [], user };
const refusal = { error: 'No.', message: 'No.', code: 'forbidden' };

describe('findUndocumented', () => {
  it.each([
    ['a reply as documented', 200, me],
    ['a refusal as documented', 403, refusal],
    ['a refusal under a status that the call does not name', 503, { ...refusal, code: 'unavailable' }],
  ])('finds nothing in %s', (_what, status, body) => {
    expect(findUndocumented('getMe', { status, body })).toEqual([]);
  });

  it.each([
    ['a member that is not documented', 200, { ...me, secret: 1 }],
    ['one inside a member', 200, { ...me, user: { ...user, secret: 1 } }],
    ['a member that is missing', 200, { role: 'client', user }],
    ['a value of another type', 200, { ...me, roles: 'client' }],
    ['an id that is none', 200, { ...me, user: { ...user, _id: '7' } }],
    ['a code that is not in the table', 403, { ...refusal, code: 'because' }],
    ['a member of a refusal that is not documented', 403, { ...refusal, stack: '' }],
  ])('finds %s', (_what, status, body) => {
    expect(findUndocumented('getMe', { status, body })).toHaveLength(1);
  });
});
