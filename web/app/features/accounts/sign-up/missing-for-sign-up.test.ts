import { describe, expect, it } from 'vitest';
import { missingForSignUp } from './missing-for-sign-up.ts';

const empty = { username: '', email: '', password: '', confirmPassword: '' };
const full = { username: 'ada', email: 'a@b.example', password: 'x', confirmPassword: 'x' };

describe('missingForSignUp', () => {
  it('lists every empty field in order', () => {
    expect(missingForSignUp(empty, 'idle')).toBe('a username, your email, a password and the password again');
    expect(missingForSignUp({ ...full, email: '', password: '' }, 'ok')).toBe('your email and a password');
  });

  it.each([
    ['taken', 'another username'],
    ['checking', 'the username check'],
    ['invalid', 'a username that fits'],
  ] as const)('names what a username that is %s needs', (status, words) => {
    expect(missingForSignUp(full, status)).toBe(words);
  });
});
