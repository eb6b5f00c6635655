import { describeSignInFailure } from '@atelier/domain/auth/rules.ts';
import {
  AuthApiError,
  AuthInvalidTokenResponseError,
  AuthRetryableFetchError,
  AuthUnknownError,
} from '@supabase/auth-js';
import { describe, expect, it } from 'vitest';
import { authFailureMessage, resendFailureMessage, secondsToWait, toSignInFailure } from './auth-failure.ts';

const tooSoon = new AuthApiError(
  'For security purposes, you can only request this after 12 seconds.',
  429,
  'over_email_send_rate_limit',
);

/** The official client's error for a reply without a sentence. */
const wordless: [string, Error][] = [
  ['{}', new AuthApiError('{}', 400, undefined)],
  ['[]', new AuthApiError('[]', 418, undefined)],
  [
    'HTML, status 4xx',
    new AuthUnknownError('Unexpected token \'<\', "<!doctype "... is not valid JSON', null),
  ],
  ['HTML, status 502', new AuthRetryableFetchError('Bad Gateway', 502)],
  ['HTML, status 504', new AuthRetryableFetchError('Gateway Time-out', 504)],
  ['HTML over HTTP/2', new AuthRetryableFetchError('HTTP 503', 503)],
  ['{}, status 500', new AuthRetryableFetchError('{}', 500)],
  ['a code in the place of a sentence', new AuthApiError('unsupported_grant_type', 400, undefined)],
  ['{}, status 200', new AuthInvalidTokenResponseError()],
  ['markup', new AuthApiError('<p>no way</p>', 400, undefined)],
];

describe('auth failures', () => {
  it.each([
    [new AuthApiError('Email not confirmed', 400, 'email_not_confirmed'), 'unverified'],
    [new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'), 'credentials'],
    [tooSoon, 'throttled'],
    [new AuthRetryableFetchError('Failed to fetch', 0), 'network'],
    [new TypeError('Failed to fetch dynamically imported module'), 'network'],
    [new AuthRetryableFetchError('Service Unavailable', 503), 'other'],
    [new AuthApiError('User is banned', 400, 'user_banned'), 'other'],
    ['thrown text', 'other'],
    // Providers that send no code, and proxies that send nothing but the status.
    [new AuthApiError('Email not confirmed', 400, undefined), 'unverified'],
    [new AuthApiError('Invalid login credentials', 400, undefined), 'credentials'],
    [new AuthApiError('{}', 429, undefined), 'throttled'],
  ])('describeSignInFailure describes %s %s', (error, kind) => {
    expect(describeSignInFailure(toSignInFailure(error)).kind).toBe(kind);
  });

  it.each(wordless)('the message is "Unable to sign in." when the reply is %s', (_reply, error) => {
    expect(describeSignInFailure(toSignInFailure(error)).message).toBe('Unable to sign in.');
    expect(authFailureMessage(error, 'No.')).toBe('No.');
  });

  it('the message is the provider’s sentence, whatever the status', () => {
    for (const error of [
      new AuthApiError('User is banned', 400, 'user_banned'),
      new AuthRetryableFetchError('The database is not reachable', 503),
    ]) {
      expect(describeSignInFailure(toSignInFailure(error)).message).toBe(error.message);
    }
  });

  it('authFailureMessage returns the provider’s sentence, a network message or the fallback', () => {
    expect(authFailureMessage(tooSoon, 'No.')).toBe(tooSoon.message);
    expect(authFailureMessage(new AuthRetryableFetchError('', 0), 'No.')).toMatch(/^Network error/);
    expect(authFailureMessage(new AuthRetryableFetchError('', 500), 'No.')).toBe('No.');
    expect(authFailureMessage(undefined, 'No.')).toBe('No.');
    expect(authFailureMessage(new AuthApiError('{}', 429, undefined), 'No.')).toBe(
      'Too many attempts. Please wait a minute and try again.',
    );
    expect(resendFailureMessage(new AuthApiError('{}', 429, undefined), 'No.')).toMatch(/^Too many attempts/);
    expect(resendFailureMessage(tooSoon, 'No.')).toBe('No.');
  });

  it('secondsToWait returns the seconds only when the provider throttles', () => {
    expect(secondsToWait(tooSoon)).toBe(12);
    expect(secondsToWait(new AuthApiError('only after 1 second.', 429, 'over_email_send_rate_limit'))).toBe(
      1,
    );
    expect(secondsToWait(new AuthApiError('email rate limit exceeded', 429, undefined))).toBe(30);
    expect(secondsToWait(new AuthApiError('after 12 seconds', 400, undefined))).toBeUndefined();
  });
});
