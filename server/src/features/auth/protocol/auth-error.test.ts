import { expect, it } from 'vitest';
import { AuthError, parseErrorForm, presentAuthError } from './auth-error.ts';
import { invalidCredentials, unexpectedFailure } from './error-catalogue.ts';

it.each([
  ['2024-01-01', 'dated'],
  ['2026-08-07', 'dated'],
  ['2023-12-31', 'legacy'],
  ['2024-13-01', 'legacy'],
  ['tomorrow', 'legacy'],
  ['20240101', 'legacy'],
  [undefined, 'legacy'],
  [['2024-01-01', '2024-01-01'], 'legacy'],
])('reads the version %s as the %s form', (header, form) => {
  expect(parseErrorForm(header)).toBe(form);
});

it('presents an error in both forms', () => {
  expect(presentAuthError(invalidCredentials(), 'dated', 'r1')).toEqual({
    status: 400,
    headers: { 'x-sb-error-code': 'invalid_credentials', 'x-supabase-api-version': '2024-01-01' },
    body: { code: 'invalid_credentials', message: 'Invalid login credentials' },
  });
  expect(presentAuthError(invalidCredentials(), 'legacy', 'r1')).toEqual({
    status: 400,
    headers: { 'x-sb-error-code': 'invalid_credentials' },
    body: { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
  });
});

it('says why a password is weak in both forms', () => {
  const weak = new AuthError(422, 'weak_password', 'Too short.', { reasons: ['length'] });
  expect(presentAuthError(weak, 'dated', 'r1').body).toEqual({
    code: 'weak_password',
    message: 'Too short.',
    weak_password: { reasons: ['length'] },
  });
  expect(presentAuthError(weak, 'legacy', 'r1').body).toMatchObject({
    weak_password: { reasons: ['length'] },
  });
});

it('says nothing of a crash but where to look', () => {
  const crash = unexpectedFailure(new Error('secret detail'));
  const message = 'Unexpected failure, please check server logs for more information';
  expect(presentAuthError(crash, 'dated', 'r1').body).toEqual({ code: 'unexpected_failure', message });
  expect(presentAuthError(crash, 'legacy', 'r1').body).toEqual({
    code: 500,
    error_code: 'unexpected_failure',
    msg: message,
    error_id: 'r1',
  });
});

it('says when to come back', () => {
  const tired = new AuthError(429, 'over_request_rate_limit', 'Later.', { retryAfter: 7 });
  expect(presentAuthError(tired, 'dated', 'r1').headers['retry-after']).toBe('7');
});
