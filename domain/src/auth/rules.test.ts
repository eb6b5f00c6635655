import { describe, expect, it, test } from 'vitest';
import {
  describeSignInFailure,
  isGuessableFrom,
  parseAuthErrorCode,
  passwordStrength,
  REDIRECT_AFTER_MS,
  RESEND_COOLDOWN_SECONDS,
  SESSION_POLL,
} from './rules.ts';

describe('passwordStrength', () => {
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
  ] as const)('scores %j %i, %s', (password, score, label, hints) => {
    expect(passwordStrength(password)).toEqual({ score, label, hints });
  });
});

describe('isGuessableFrom', () => {
  const context = {
    studioName: 'Atelier',
    host: 'www.studio-north.example',
    email: 'ada.lovelace@engines.example',
    username: 'countess',
  };
  test.each([
    ['Atelier2026!', true],
    ['studio-north', true],
    ['AdaLovelace1', true],
    ['lovelace.ada', true],
    ['engines1843', true],
    ['Countess!!', true],
    ['admin-ada99', true],
    // What is left of these is a password of its own.
    ['lovelace wrote notes', false],
    ['ada-4k2#8vq!x', false],
    ['atelier sunflower', false],
    // None of the words is in it.
    ['7483920184', false],
    ['correct horse', false],
    ['', false],
  ])('says of %j: %s', (password, isGuessable) => {
    expect(isGuessableFrom(password, context)).toBe(isGuessable);
  });

  it('ignores words of less than three characters and an address without a name', () => {
    expect(isGuessableFrom('x1x1x1x1', { ...context, email: 'x1@a.example', username: undefined })).toBe(
      false,
    );
    expect(isGuessableFrom('sunflower', { ...context, email: '' })).toBe(false);
  });
});

describe('describeSignInFailure', () => {
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
  ] as const)('describes %j as %s', (failure, kind, message) => {
    expect(describeSignInFailure(failure)).toEqual({ kind, message });
  });
});

it('the sign-up and sign-in timings are the specified ones', () => {
  expect(RESEND_COOLDOWN_SECONDS).toBe(30);
  expect(SESSION_POLL).toEqual({ attempts: 10, intervalMs: 400 });
  expect(REDIRECT_AFTER_MS).toEqual({
    signUpConfirmed: 500,
    callbackFailed: 1200,
    emailCallbackDone: 1200,
    passwordUpdated: 800,
  });
});

describe('parseAuthErrorCode', () => {
  it.each([
    ['user_banned', 'user_banned'],
    ['bad_oauth_state', 'other'],
    ['', 'other'],
  ])('reads %j as %s', (code, parsed) => {
    expect(parseAuthErrorCode(code)).toBe(parsed);
  });
});
