import { AuthApiError } from '@supabase/auth-js';
import { describe, expect, it } from 'vitest';
import { needsRecentSignIn, passwordFailureMessage } from './confirm-password.ts';

const failure = (code: string, status = 400) =>
  new AuthApiError('In the words of the provider.', status, code);

describe('needsRecentSignIn', () => {
  it('knows the refusal of a session that is too old, and no other', () => {
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
  ])('says of %s what to do', (error, message) => {
    expect(passwordFailureMessage(error)).toBe(message);
  });
});
