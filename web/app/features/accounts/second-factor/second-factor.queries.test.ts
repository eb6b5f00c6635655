import { AuthApiError } from '@supabase/auth-js';
import { describe, expect, it } from 'vitest';
import { freeName, needsRecentSignIn, passwordFailureMessage } from './second-factor.queries.ts';

const failure = (code: string, status = 400) =>
  new AuthApiError('In the words of the provider.', status, code);

describe('needsRecentSignIn', () => {
  it('is true only for the refusal of a session that is too old', () => {
    expect(needsRecentSignIn(failure('reauthentication_needed', 403))).toBe(true);
    expect(needsRecentSignIn(failure('insufficient_aal', 403))).toBe(false);
    expect(needsRecentSignIn(new TypeError('Failed to fetch'))).toBe(false);
    expect(needsRecentSignIn(null)).toBe(false);
  });
});

describe('passwordFailureMessage', () => {
  it.each([
    [failure('invalid_credentials'), 'That isn’t your password.'],
    [failure('over_request_rate_limit', 429), 'Too many attempts. Please wait a minute and try again.'],
    [new TypeError('Failed to fetch'), 'Network error. Please check your connection and try again.'],
    [failure('user_banned'), 'In the words of the provider.'],
  ])('says what to do when the failure is %s', (error, message) => {
    expect(passwordFailureMessage(error)).toBe(message);
  });
});

describe('freeName', () => {
  it.each([
    [[], 'Authenticator app'],
    [[undefined, 'Recovery codes'], 'Authenticator app'],
    [['Authenticator app'], 'Authenticator app 2'],
    [['Authenticator app 2', 'Authenticator app'], 'Authenticator app 3'],
    // The first was removed.
    [['Authenticator app 2'], 'Authenticator app'],
  ])('given the names %j, returns %s', (names, name) => {
    expect(freeName(names)).toBe(name);
  });
});
