import { expect, it } from 'vitest';
import { findWeakness, requireStrongPassword } from './password-policy.ts';

it.each([
  'Tr0ub4dor&3',
  'eight ch',
  'hgj48291',
  'of Ada 2026',
  'Abcdefg1!',
  'zwölf Löffel',
  '🦊🐌',
  'ThePassword-Of-Ada',
])('takes %j', (password) => {
  expect(findWeakness(password, 8)).toBeUndefined();
});

it.each(['', 'seven ch', 'abc', 'ää€'])('says the length where %j is too short', (password) => {
  const minLength = 9;
  expect(findWeakness(password, minLength)).toEqual({
    message: 'Password should be at least 9 characters.',
    reasons: ['length'],
  });
});

it.each([
  'password',
  'Password1',
  'PASSWORD123',
  '12345678',
  'qwertyuiop',
  'iloveyou',
  'Sunshine1',
  'aaaaaaaa',
  'ababababab',
  'trustno1',
  '0123456789',
  'Summer2026',
  'Dragon123456',
])('refuses %s, which everybody tries first (ASVS 6.2.4)', (password) => {
  expect(() => requireStrongPassword(password, 8)).toThrow(
    expect.objectContaining({ status: 422, code: 'weak_password', reasons: ['pwned'] }),
  );
});

it('refuses what is longer than what is hashed', () => {
  expect(() => requireStrongPassword('ab c'.repeat(32), 8)).not.toThrow();
  expect(() => requireStrongPassword(`${'ab c'.repeat(32)}x`, 8)).toThrow(
    expect.objectContaining({ status: 400, code: 'validation_failed' }),
  );
  expect(() => requireStrongPassword('ä c'.repeat(40), 8)).toThrow(/cannot be longer than 128/);
});
