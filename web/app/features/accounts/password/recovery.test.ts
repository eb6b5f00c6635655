import { AuthApiError } from '@supabase/auth-js';
import { describe, expect, it } from 'vitest';
import { setPasswordFailureMessage } from './recovery.ts';

describe('setPasswordFailureMessage', () => {
  it.each([
    [
      new AuthApiError(
        'Current password required when setting new password.',
        400,
        'current_password_required',
      ),
      'This page was open too long. Please ask for a new link.',
    ],
    [
      new AuthApiError('New password should be different from the old password.', 422, 'same_password'),
      'New password should be different from the old password.',
    ],
    [new TypeError('Failed to fetch'), 'Network error. Please check your connection and try again.'],
  ])('says what to do when the failure is %s', (error, message) => {
    expect(setPasswordFailureMessage(error)).toBe(message);
  });
});
