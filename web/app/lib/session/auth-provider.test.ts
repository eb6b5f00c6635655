import { describe, expect, it } from 'vitest';
import { rolesOfToken } from './auth-provider.ts';

const tokenOf = (claims: unknown) =>
  ['{}', JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

describe('rolesOfToken', () => {
  it.each([
    ['roles in app_metadata', { app_metadata: { roles: ['Admin', 'editor'] } }, ['admin', 'editor']],
    ['a role in app_metadata', { app_metadata: { role: 'ADMIN' } }, ['admin']],
    ['roles of the token itself', { roles: ['admin'] }, ['admin']],
    ['text beyond Latin 1', { name: 'Žofie ✓', roles: ['admin'] }, ['admin']],
    ['values that aren’t text', { roles: [1, null, 'client'] }, ['client']],
    ['no roles', { sub: 'x' }, []],
    ['no object', 'text', []],
  ])('%s', (_, claims, roles) => {
    expect(rolesOfToken(tokenOf(claims))).toEqual(roles);
  });

  it.each(['', 'a', 'a.b.c', '..'])('is empty for the broken token %j', (token) => {
    expect(rolesOfToken(token)).toEqual([]);
  });
});
