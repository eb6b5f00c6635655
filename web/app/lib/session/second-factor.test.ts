import type { Factor, User } from '@supabase/auth-js';
import { expect, it } from 'vitest';
import { isSecondFactorDue } from './second-factor.ts';
import type { Session } from './session.ts';

const factor = (status: Factor['status']): Factor => ({
  id: 'f',
  factor_type: 'totp',
  status,
  created_at: '',
  updated_at: '',
});

function sessionOf(claims: object, factors?: Factor[]): Session {
  const user: User = { id: 'u', app_metadata: {}, user_metadata: {}, aud: '', created_at: '' };
  return {
    status: 'signed-in',
    accessToken: `h.${btoa(JSON.stringify(claims))}.s`,
    user: factors ? { ...user, factors } : user,
    roles: [],
  };
}

it('the second factor is required after the password alone, with a factor in use', () => {
  expect(isSecondFactorDue(sessionOf({ aal: 'aal1' }, [factor('verified')]))).toBe(true);
});

it.each<[string, Session]>([
  ['no one is signed in', { status: 'signed-out' }],
  ['the session has verified it', sessionOf({ aal: 'aal2' }, [factor('verified')])],
  ['the account has none', sessionOf({ aal: 'aal1' })],
  ['its set-up wasn’t finished', sessionOf({ aal: 'aal1' }, [factor('unverified')])],
  ['the provider has no assurance levels', sessionOf({}, [factor('verified')])],
])('the second factor is not required when %s', (_, session) => {
  expect(isSecondFactorDue(session)).toBe(false);
});
