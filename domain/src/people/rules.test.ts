import { describe, expect, it } from 'vitest';
import { CLIENT_ROLES, type ClientRole, includesRole } from './rules.ts';

describe('includesRole', () => {
  it.each<[ClientRole | undefined, ClientRole, boolean]>([
    ['contact', 'contact', true],
    ['contact', 'decides', true],
    ['decides', 'contact', false],
    ['decides', 'decides', true],
    ['decides', 'follows', true],
    ['follows', 'decides', false],
    ['follows', 'follows', true],
    [undefined, 'follows', false],
  ])('says of %s where %s is needed: %s', (role, needed, includes) => {
    expect(includesRole(role, needed)).toBe(includes);
  });

  it('lets each role do all that the ones before it may', () => {
    for (const [at, role] of CLIENT_ROLES.entries()) {
      expect(CLIENT_ROLES.filter((needed) => includesRole(role, needed))).toEqual(
        CLIENT_ROLES.slice(0, at + 1),
      );
    }
  });
});
