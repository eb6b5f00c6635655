import type { Session } from '@supabase/auth-js';
import { describe, expect, it } from 'vitest';
import { isMailSession } from './link-session.ts';

const sessionOf = (claims: unknown) =>
  ({ access_token: `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s` }) as Session;

describe('isMailSession', () => {
  it('reads from the token how its holder signed in', () => {
    expect(isMailSession(sessionOf({ amr: [{ method: 'recovery', timestamp: 1 }] }))).toBe(true);
    expect(isMailSession(sessionOf({ amr: [{ method: 'invite', timestamp: 1 }] }))).toBe(true);
    expect(isMailSession(sessionOf({ email: 'zoë@people.example', amr: [{ method: 'otp' }] }))).toBe(true);
    expect(isMailSession(sessionOf({ amr: [{ method: 'password', timestamp: 1 }] }))).toBe(false);
  });

  it.each([{}, { amr: 'recovery' }, { amr: [null] }, { amr: [] }])('does not find it in %j', (claims) => {
    expect(isMailSession(sessionOf(claims))).toBe(false);
  });

  it('is false for what is no token', () => {
    expect(isMailSession({ access_token: 'opaque' } as Session)).toBe(false);
    expect(isMailSession({ access_token: 'a.%%%.b' } as Session)).toBe(false);
  });
});
