import { describe, expect, it } from 'vitest';
import { factorFailureMessage } from './factor-code-form.tsx';

const failure = (fields: object) => Object.assign(new Error('Said by the provider'), fields);

describe('factorFailureMessage', () => {
  it('names the kind of code that was wrong', () => {
    const wrong = failure({ code: 'mfa_verification_failed', status: 422 });
    expect(factorFailureMessage(wrong)).toMatch(/next one/);
    expect(factorFailureMessage(wrong, 'recovery')).toMatch(/already used/);
  });

  it.each([
    [{ code: 'over_request_rate_limit', status: 429 }, /15 minutes/],
    [{ code: 'mfa_recovery_codes_locked', status: 429 }, /15 minutes/],
    [{ code: 'mfa_factor_not_found', status: 404 }, /removed/],
    [{ name: 'AuthSessionMissingError', status: 400 }, /session has ended/],
    [{ name: 'AuthRetryableFetchError', status: 0 }, /check your connection/],
    [{ code: 'too_many_enrolled_mfa_factors', status: 422 }, /Said by the provider/],
  ])('says what to do when the failure is %j', (fields, sentence) => {
    expect(factorFailureMessage(failure(fields))).toMatch(sentence);
  });
});
