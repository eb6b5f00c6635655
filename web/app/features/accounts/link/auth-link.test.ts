import type { Session } from '@supabase/auth-js';
import { describe, expect, it } from 'vitest';
import { describeRefusedLink, isMailSession, parseAuthLink, withoutSecrets } from './auth-link.ts';

describe('parseAuthLink', () => {
  it.each([
    ['?code=abc', '', { kind: 'code', code: 'abc', flowId: undefined }],
    ['?code=abc&sb_flow_id=f1', '', { kind: 'code', code: 'abc', flowId: 'f1' }],
    ['', '#code=abc', { kind: 'code', code: 'abc', flowId: undefined }],
    [
      '',
      '#access_token=a&refresh_token=r&expires_in=3600&type=recovery&token_type=bearer',
      { kind: 'tokens', accessToken: 'a' },
    ],
    ['?token_hash=h&type=recovery', '', { kind: 'hash', tokenHash: 'h' }],
    ['?message=Confirmation+link+accepted', '#message=Confirmation+link+accepted&sb=', { kind: 'half' }],
    ['?sb_flow_id=f1', '', { kind: 'bare' }],
    ['', '', { kind: 'bare' }],
  ])('parses %s%s', (search, hash, link) => {
    expect(parseAuthLink({ search, hash })).toEqual(link);
  });

  it('prefers a refusal in the query or the fragment to anything else', () => {
    const refused = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid';
    const link = { kind: 'refused', code: 'otp_expired' };
    expect(parseAuthLink({ search: `?code=abc&${refused}`, hash: '' })).toEqual(link);
    expect(parseAuthLink({ search: '', hash: `#${refused}&sb=` })).toEqual(link);
  });
});

describe('withoutSecrets', () => {
  it.each([
    [
      '/auth/callback?next=%2Fstart%3Fstep%3D2&code=abc&sb_flow_id=f1',
      '/auth/callback?next=%2Fstart%3Fstep%3D2',
    ],
    ['/auth/reset?code=abc', '/auth/reset'],
    ['/auth/reset?token_hash=h&type=recovery', '/auth/reset'],
    ['/contact?type=web&code=abc', '/contact?type=web'],
    ['/auth/invite#access_token=a&refresh_token=r&expires_in=3600&type=invite', '/auth/invite'],
    ['/auth/email-change?message=Half#message=Half', '/auth/email-change?message=Half#message=Half'],
  ])('removes the secrets from %s', (before, after) => {
    expect(withoutSecrets(`https://studio.example${before}`)).toBe(`https://studio.example${after}`);
  });
});

describe('describeRefusedLink', () => {
  it.each([
    [
      'otp_expired',
      'Email link is invalid or has expired. Each link works once, for an hour. Ask for a new one.',
    ],
    ['email_exists', /^A user with this email address has already been registered\. /],
    ['server_error', 'This link couldn’t be used. Ask for a new one.'],
    ['toString', 'This link couldn’t be used. Ask for a new one.'],
    ['', 'This link couldn’t be used. Ask for a new one.'],
  ])('gives the provider’s sentence and advice for the code %j', (code, text) => {
    expect(describeRefusedLink({ code })).toMatch(text);
  });

  it('security: shows no text from the address', () => {
    const link = parseAuthLink({ search: '?error_code=made_up&error_description=Call+0900+123', hash: '' });
    expect(link).toEqual({ kind: 'refused', code: 'made_up' });
  });
});

const sessionOf = (claims: unknown) =>
  ({ access_token: `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s` }) as Session;

describe('isMailSession', () => {
  it('reads from the token whether a mail opened the session', () => {
    expect(isMailSession(sessionOf({ amr: [{ method: 'recovery', timestamp: 1 }] }))).toBe(true);
    expect(isMailSession(sessionOf({ amr: [{ method: 'invite', timestamp: 1 }] }))).toBe(true);
    expect(isMailSession(sessionOf({ email: 'zoë@people.example', amr: [{ method: 'otp' }] }))).toBe(true);
    expect(isMailSession(sessionOf({ amr: [{ method: 'password', timestamp: 1 }] }))).toBe(false);
  });

  it.each([{}, { amr: 'recovery' }, { amr: [null] }, { amr: [] }])('is false for the claims %j', (claims) => {
    expect(isMailSession(sessionOf(claims))).toBe(false);
  });

  it('is false for text that isn’t a token', () => {
    expect(isMailSession({ access_token: 'opaque' } as Session)).toBe(false);
    expect(isMailSession({ access_token: 'a.%%%.b' } as Session)).toBe(false);
  });
});
