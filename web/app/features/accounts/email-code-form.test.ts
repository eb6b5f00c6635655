import { AuthApiError, AuthRetryableFetchError } from '@supabase/auth-js';
import { describe, expect, it } from 'vitest';
import { emailCodeFailureMessage } from './email-code-form.tsx';

describe('emailCodeFailureMessage', () => {
  it.each([
    [new AuthApiError('Token has expired or is invalid', 403, 'otp_expired'), /is wrong or has expired/],
    [new AuthApiError('Request rate limit reached', 429, 'over_request_rate_limit'), /Use the link/],
    [new AuthApiError('User is banned', 403, 'user_banned'), /^User is banned$/],
    [new AuthRetryableFetchError('', 0), /^Network error/],
    [new AuthApiError('{}', 400, undefined), /didn’t work/],
  ])('says what helps when the failure is %s', (error, text) => {
    expect(emailCodeFailureMessage(error)).toMatch(text);
  });
});
