import { describe, expect, it, test } from 'vitest';
import {
  describeSignInFailure,
  emailChangeFormSchema,
  newPasswordFormSchema,
  passwordStrength,
  REDIRECT_AFTER_MS,
  RESEND_COOLDOWN_SECONDS,
  SESSION_POLL,
  signInFormSchema,
  signUpFormSchema,
} from './schema.ts';

describe('sign-up form', () => {
  const right = {
    username: 'ada_9',
    email: 'ada@example.com',
    password: 'longenough',
    confirmPassword: 'longenough',
  };

  it('takes a right one, trimming and lower-casing the address', () => {
    expect(signUpFormSchema.parse({ ...right, email: ' Ada@Example.COM ' }).email).toBe('ada@example.com');
  });

  test.each([
    [{ username: 'a' }, 'username', 'Letters/numbers/_ only'],
    [{ username: 'a-b-c' }, 'username', 'Letters/numbers/_ only'],
    [{ email: 'nobody' }, 'email', 'Enter a valid email address.'],
    [{ password: 'seven77', confirmPassword: 'seven77' }, 'password', 'Min 8 characters'],
    [{ confirmPassword: 'other than' }, 'confirmPassword', 'Passwords do not match'],
    [{ username: '', email: '', password: '' }, 'username', 'Letters/numbers/_ only'],
  ])('%j: first says %s: %s', (change, path, message) => {
    const first = signUpFormSchema.safeParse({ ...right, ...change }).error?.issues[0];
    expect(first?.path).toEqual([path]);
    expect(first?.message).toBe(message);
  });
});

describe('sign-in form', () => {
  it('trims and lower-cases the address, and leaves the password alone', () => {
    expect(signInFormSchema.parse({ email: '  ADA@Example.com ', password: ' pass ' })).toEqual({
      email: 'ada@example.com',
      password: ' pass ',
    });
  });

  it('wants both', () => {
    expect(signInFormSchema.safeParse({ email: '', password: 'x' }).success).toBe(false);
    expect(signInFormSchema.safeParse({ email: 'a@example.com', password: '' }).success).toBe(false);
  });
});

describe('password strength', () => {
  const longer = 'Use 12+ characters';
  const mixed = 'Mix cases, numbers and symbols';
  test.each([
    // password, points, label, hints
    ['', 0, 'Too weak', [longer, mixed]],
    ['abcdefg', 0, 'Too weak', [longer, mixed]],
    ['abcdefgh', 1, 'Weak', [longer, mixed]],
    ['Abcdefg', 1, 'Weak', [longer, mixed]],
    ['a1!', 1, 'Weak', [longer, mixed]],
    ['abcdefgh1', 1, 'Weak', [longer, mixed]],
    ['abcdefgh!', 1, 'Weak', [longer, mixed]],
    ['abcdefghijkl', 2, 'Okay', [mixed]],
    ['ABCDEFGHIJKL', 2, 'Okay', [mixed]],
    ['Abcdefgh', 2, 'Okay', [longer, mixed]],
    ['abcdef1!', 2, 'Okay', [longer, mixed]],
    ['Abcdef1!', 3, 'Strong', [longer]],
    ['Abcdefghijkl', 3, 'Strong', [mixed]],
    ['abcdefghij1!', 3, 'Strong', [mixed]],
    ['Abcdefghij1!', 4, 'Very strong', []],
    ['Ärger über 2 Tür€n', 4, 'Very strong', []],
  ] as const)('%j: %i %s', (password, score, label, hints) => {
    expect(passwordStrength(password)).toEqual({ score, label, hints });
  });
});

describe('the form of a new password', () => {
  test.each([
    [{ password: 'short', confirmPassword: 'other' }, 'Password must be at least 8 characters'],
    [{ password: 'long enough', confirmPassword: 'long enougH' }, 'Passwords do not match'],
    [{ password: 'long enough', confirmPassword: 'long enough' }, undefined],
  ])('%j: %s', (form, message) => {
    expect(newPasswordFormSchema.safeParse(form).error?.issues[0]?.message).toBe(message);
  });
});

describe('the form of a new address', () => {
  test.each([
    ['', 'Enter a new email.'],
    ['   ', 'Enter a new email.'],
    ['not an address', 'Enter a valid email address.'],
    [' New@People.example ', undefined],
  ])('%j: %s', (email, message) => {
    expect(emailChangeFormSchema.safeParse({ email }).error?.issues[0]?.message).toBe(message);
  });
});

describe('a failed sign-in', () => {
  test.each([
    [
      { code: 'email_not_confirmed', status: 400, message: 'Email not confirmed' },
      'unverified',
      'Please verify your email before signing in. We can resend the verification link below.',
    ],
    [
      { code: 'invalid_credentials', status: 400, message: 'Invalid login credentials' },
      'credentials',
      'Wrong email or password.',
    ],
    [
      { code: 'over_request_rate_limit', status: 429, message: 'Request rate limit reached' },
      'throttled',
      'Too many attempts. Please wait a minute and try again.',
    ],
    [
      { status: 0, network: true, message: 'fetch failed' },
      'network',
      'Network error. Please check your connection and try again.',
    ],
    [{ status: 400, message: 'User is banned' }, 'other', 'User is banned'],
    [{ status: 500 }, 'other', 'Unable to sign in.'],
    [{}, 'other', 'Unable to sign in.'],
  ] as const)('%j is %s', (failure, kind, message) => {
    expect(describeSignInFailure(failure)).toEqual({ kind, message });
  });
});

it('keeps the specified timings', () => {
  expect(RESEND_COOLDOWN_SECONDS).toBe(30);
  expect(SESSION_POLL).toEqual({ attempts: 10, intervalMs: 400 });
  expect(REDIRECT_AFTER_MS).toEqual({
    signUpConfirmed: 500,
    callbackFailed: 1200,
    emailCallbackDone: 1200,
    passwordUpdated: 800,
  });
});
