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

it('is due after the password alone, where there is a factor in use', () => {
  expect(isSecondFactorDue(sessionOf({ aal: 'aal1' }, [factor('verified')]))).toBe(true);
});

it.each<[string, Session]>([
  ['nobody is signed in', { status: 'signed-out' }],
  ['it was shown', sessionOf({ aal: 'aal2' }, [factor('verified')])],
  ['there is none', sessionOf({ aal: 'aal1' })],
  ['its set-up was not finished', sessionOf({ aal: 'aal1' }, [factor('unverified')])],
  ['the provider knows no levels', sessionOf({}, [factor('verified')])],
])('is not due when %s', (_, session) => {
  expect(isSecondFactorDue(session)).toBe(false);
});
