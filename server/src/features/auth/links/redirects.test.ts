import { describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import { createTestServer } from '../../../../test/harness/server.ts';
import { callAuth } from '../../../../test/harness/sign-in.ts';
import { isAllowedRedirect, resolveRedirect, withFragment, withQuery } from './redirects.ts';

const site = { siteUrl: 'https://studio.example', allowList: [] };

describe('security: no open redirect', () => {
  it.each([
    'https://studio.example',
    'https://studio.example/',
    'https://studio.example/auth/callback?x=1&y=https://evil.example#z',
    'https://STUDIO.example/auth/callback',
    'https://studio.example:443/auth/callback',
  ])('isAllowedRedirect allows the site itself: %s', (target) => {
    expect(isAllowedRedirect(site, target)).toBe(true);
  });

  it.each([
    '//evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    '\\evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https:///evil.example',
    'https:\\\\evil.example',
    'https://evil.example',
    'https://studio.example@evil.example',
    'https://user@studio.example/',
    'https://user:pass@studio.example/',
    'https://@studio.example/',
    'https://studio.example\\@evil.example/',
    'https://studio.example\\.evil.example/',
    'https://studio.example.evil.example/',
    'https://evilstudio.example/',
    'https://studio.example./',
    'https://studio.example:8443/',
    'https://studio.example:80/',
    'http://studio.example/',
    'http://studio.example:443/',
    'https://st%75dio.example/',
    'https://ｓtudio.example/',
    'https://studio。example/',
    ' https://studio.example/',
    'https://studio.example/ ',
    'https://studio.example/\n',
    'ht\ntps://studio.example/',
    'https://studio.example/\r\nset-cookie: a=b',
    'javascript:alert(1)//https://studio.example/',
    'javascript://studio.example/%0aalert(1)',
    'data:text/html,x',
    'file://studio.example/etc/passwd',
    '/auth/callback',
    'auth/callback',
    '',
    `https://studio.example/${'a'.repeat(2_048)}`,
  ])('isAllowedRedirect refuses %j', (target) => {
    expect(isAllowedRedirect(site, target)).toBe(false);
    expect(resolveRedirect(site, [target])).toBe('https://studio.example');
  });

  it('isAllowedRedirect ignores the port on localhost, but not the scheme or host', () => {
    const local = { siteUrl: 'http://localhost:4000', allowList: [] };
    expect(isAllowedRedirect(local, 'http://localhost:5173/auth/callback')).toBe(true);
    for (const other of [
      'http://127.0.0.1:4000/',
      'https://localhost:4000/',
      'http://localhost.evil.example:4000/',
    ]) {
      expect(isAllowedRedirect(local, other), other).toBe(false);
    }
  });

  it('isAllowedRedirect allows addresses that match the list, and none that imitate them', () => {
    const rules = {
      siteUrl: 'https://studio.example',
      allowList: [
        'https://*.preview.example/**',
        'https://app.example/auth/*',
        'studio-app://callback',
        'http://**',
      ],
    };
    const allowed = (target: string) => isAllowedRedirect(rules, target);
    expect(allowed('https://one.preview.example/a/b?c=d')).toBe(true);
    expect(allowed('https://one.two.preview.example/')).toBe(false);
    expect(allowed('https://app.example/auth/callback#anything')).toBe(true);
    expect(allowed('https://app.example/auth/callback/more')).toBe(false);
    expect(allowed('https://app.example/auth/a.b')).toBe(false);
    expect(allowed('studio-app://callback')).toBe(true);
    expect(allowed('other-app://callback')).toBe(false);
    expect(allowed('http://127.0.0.1:9000/x')).toBe(true);
    expect(allowed('http://10.0.0.1/')).toBe(false);
    expect(allowed('http://2130706433/')).toBe(false);
    expect(allowed('http://0x7f.1/')).toBe(false);
    expect(allowed('http://[2001:db8::1]/')).toBe(false);
    expect(isAllowedRedirect({ ...rules, allowList: ['**'] }, 'javascript://x/%0aalert(1)')).toBe(false);
    expect(isAllowedRedirect({ ...rules, allowList: ['https://a?.example/'] }, 'https://ab.example/')).toBe(
      true,
    );
  });
});

describe('resolveRedirect, withQuery and withFragment', () => {
  it('resolve to the first allowed candidate, or to the site', () => {
    const second = 'https://studio.example/second';
    expect(
      resolveRedirect(site, [undefined, 'https://evil.example', second, 'https://studio.example/third']),
    ).toBe(second);
    expect(resolveRedirect(site, [])).toBe('https://studio.example');
  });

  it('add parameters and keep those of the target', () => {
    const target = 'https://studio.example/auth/callback?sb_flow_id=a%20b#old';
    expect(withQuery(target, { code: 'c d' })).toBe(
      'https://studio.example/auth/callback?sb_flow_id=a+b&code=c+d#old',
    );
    expect(withFragment(target, { error: 'x y', sb: '' })).toBe(
      'https://studio.example/auth/callback?sb_flow_id=a%20b#error=x+y&sb=',
    );
  });
});

describeAnyEngine((engine) => {
  it('CORS allows pages on localhost in development, and exposes the API version header', async () => {
    await using server = await createTestServer({ engine });
    const origin = 'http://localhost:5173';
    const preflight = await callAuth(server, '/token', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': expect.stringContaining('x-supabase-api-version'),
    });
    const reply = await callAuth(server, '/user', { headers: { origin } });
    expect(reply.headers['access-control-expose-headers']).toContain('X-Supabase-Api-Version');
    expect(reply.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('security: lets no other site’s page', async () => {
    await using server = await createTestServer({ engine, env: { PUBLIC_URL: 'https://studio.example' } });
    for (const origin of [
      'https://evil.example',
      'http://studio.example',
      'null',
      'https://studio.example.evil.example',
    ]) {
      const reply = await callAuth(server, '/token', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect(reply.headers['access-control-allow-origin'], origin).toBeUndefined();
    }
  });
});
