import { describe, expect, it } from 'vitest';
import { describeRefusedLink, parseAuthLink, withoutSecrets } from './auth-link.ts';

describe('parseAuthLink', () => {
  it.each([
    ['?code=abc', '', { kind: 'code', code: 'abc', flowId: undefined }],
    ['?code=abc&sb_flow_id=f1', '', { kind: 'code', code: 'abc', flowId: 'f1' }],
    ['', '#code=abc', { kind: 'code', code: 'abc', flowId: undefined }],
    [
      '',
      '#access_token=a&refresh_token=r&expires_in=3600&type=recovery&token_type=bearer',
      { kind: 'tokens', accessToken: 'a', refreshToken: 'r', type: 'recovery' },
    ],
    ['?message=Confirmation+link+accepted', '#message=Confirmation+link+accepted&sb=', { kind: 'half' }],
    ['?sb_flow_id=f1', '', { kind: 'bare' }],
    ['', '', { kind: 'bare' }],
  ])('reads %s%s', (search, hash, link) => {
    expect(parseAuthLink({ search, hash })).toEqual(link);
  });

  it('reads a refusal from the query or the fragment, before anything else', () => {
    const refused = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid';
    const link = { kind: 'refused', code: 'otp_expired', description: 'Email link is invalid' };
    expect(parseAuthLink({ search: `?code=abc&${refused}`, hash: '' })).toEqual(link);
    expect(parseAuthLink({ search: '', hash: `#${refused}&sb=` })).toEqual(link);
  });

  it('takes no session from half of its tokens', () => {
    expect(parseAuthLink({ search: '', hash: '#access_token=a' })).toEqual({ kind: 'bare' });
  });
});

it.each([
  [
    '/auth/callback?next=%2Fstart%3Fstep%3D2&code=abc&sb_flow_id=f1',
    '/auth/callback?next=%2Fstart%3Fstep%3D2',
  ],
  ['/auth/reset?code=abc', '/auth/reset'],
  ['/auth/invite#access_token=a&refresh_token=r&expires_in=3600&type=invite', '/auth/invite'],
  ['/auth/email-change?message=Half#message=Half', '/auth/email-change?message=Half#message=Half'],
])('keeps no secret in %s', (before, after) => {
  expect(withoutSecrets(`https://studio.example${before}`)).toBe(`https://studio.example${after}`);
});

describe('describeRefusedLink', () => {
  it('says what an expired link is, and repeats the provider otherwise', () => {
    expect(describeRefusedLink({ code: 'otp_expired', description: 'x' })).toMatch(/expired or was used/);
    expect(describeRefusedLink({ code: 'email_exists', description: 'Already registered' })).toBe(
      'Already registered',
    );
    expect(describeRefusedLink({ code: 'server_error', description: '' })).toBe(
      'This link could not be used.',
    );
  });
});
