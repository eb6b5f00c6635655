import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { USERNAME_CHECK_DELAY_MS, USERNAME_MESSAGE, usernameKey, usernameShape } from './rules.ts';
import { usernameSchema } from './schema.ts';

describe('username', () => {
  test.each([
    ['abc', true],
    ['A_9', true],
    ['a'.repeat(32), true],
    ['___', true],
    ['  padded  ', true],
    ['', false],
    ['ab', false],
    ['a'.repeat(33), false],
    ['with space', false],
    ['dash-ed', false],
    ['dot.ted', false],
    ['ünïcode', false],
    ['abc\n', true],
    ['ab\u0000c', false],
    ['ａｂｃ', false],
    ['<script>', false],
  ])('%j is valid: %s', (username, right) => {
    const parsed = usernameSchema.safeParse(username);
    expect(parsed.success).toBe(right);
    if (parsed.success) expect(parsed.data).toBe(username.trim());
    else expect(parsed.error.issues[0]?.message).toBe('Letters/numbers/_ only');
  });

  it('has the specified message and check delay', () => {
    expect(USERNAME_MESSAGE).toBe('Letters/numbers/_ only');
    expect(USERNAME_CHECK_DELAY_MS).toBe(400);
  });

  it('is compared without regard to case', () => {
    expect(usernameKey('Ada_9')).toBe(usernameKey('aDA_9'));
    expect(usernameKey('ada1')).not.toBe(usernameKey('ada2'));
  });

  test.each([
    ['', 'idle'],
    ['   ', 'idle'],
    ['ab', 'invalid'],
    ['a b c', 'invalid'],
    ['abc', 'checking'],
    [' abc ', 'checking'],
  ] as const)('%j shows %s before its availability is checked', (username, shown) => {
    expect(usernameShape(username)).toBe(shown);
  });

  it('is checked for availability exactly when the schema accepts it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        expect(usernameShape(text) === 'checking').toBe(usernameSchema.safeParse(text).success);
      }),
    );
  });
});
