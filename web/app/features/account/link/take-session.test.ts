import type { Session } from '@supabase/auth-js';
import { describe, expect, it } from 'vitest';
import { isRecoverySession } from './take-session.ts';

const sessionOf = (claims: unknown) =>
  ({ access_token: `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s` }) as Session;

describe('isRecoverySession', () => {
  it('reads from the token how its holder signed in', () => {
    expect(isRecoverySession(sessionOf({ amr: [{ method: 'recovery', timestamp: 1 }] }))).toBe(true);
    expect(isRecoverySession(sessionOf({ email: 'zoë@people.example', amr: [{ method: 'otp' }] }))).toBe(
      true,
    );
    expect(isRecoverySession(sessionOf({ amr: [{ method: 'password', timestamp: 1 }] }))).toBe(false);
  });

  it.each([{}, { amr: 'recovery' }, { amr: [null] }, { amr: [] }])('does not find it in %j', (claims) => {
    expect(isRecoverySession(sessionOf(claims))).toBe(false);
  });

  it('is false for what is no token', () => {
    expect(isRecoverySession({ access_token: 'opaque' } as Session)).toBe(false);
    expect(isRecoverySession({ access_token: 'a.%%%.b' } as Session)).toBe(false);
  });
});
