import { AuthApiError, AuthRetryableFetchError } from '@supabase/auth-js';
import { describe, expect, it } from 'vitest';
import { mailboxOf } from './mailbox.ts';
import { describeSignUpFailure } from './sign-up-steps.tsx';

describe('mailboxOf', () => {
  it.each([
    ['mo@gmail.com', 'https://mail.google.com/'],
    ['mo@GMX.net', 'https://www.gmx.net/'],
    ['mo@studio.example', undefined],
    ['mo@constructor', undefined],
    ['', undefined],
  ])('given %j, returns %s', (email, link) => {
    expect(mailboxOf(email)).toBe(link);
  });
});

describe('describeSignUpFailure', () => {
  it.each([
    new AuthApiError('User already registered', 422, 'user_already_exists'),
    new AuthApiError('A user with this email address has already been registered', 422, 'email_exists'),
  ])('links to /login when the provider reports an existing account', (error) => {
    const { message, link } = describeSignUpFailure(error);
    expect(message).toMatch(/^You already have an account/);
    expect(link).toEqual({ to: '/login', label: 'Sign in' });
  });

  it.each([
    new AuthApiError('email rate limit exceeded', 429, 'over_email_send_rate_limit'),
    new AuthApiError('Request rate limit reached', 429, 'over_request_rate_limit'),
    new AuthApiError('{}', 429, undefined),
  ])('asks to wait, and links to /login, after too many tries', (error) => {
    const { message, link } = describeSignUpFailure(error);
    expect(message).toBe('Too many attempts. Please wait a minute and try again.');
    expect(link?.to).toBe('/login');
  });

  it('repeats the provider’s sentence otherwise, or gives the fallback', () => {
    const weak = new AuthApiError('Password should be at least 12 characters.', 422, 'weak_password');
    expect(describeSignUpFailure(weak)).toEqual({ message: weak.message });
    expect(describeSignUpFailure(new AuthApiError('{}', 400, undefined)).message).toBe(
      'Unable to create the account.',
    );
    expect(describeSignUpFailure(new AuthRetryableFetchError('', 0)).message).toMatch(/^Network error/);
  });
});
