import { describe, expect, it } from 'vitest';
import { describeEachEngine } from '../../../../test/harness/database.ts';
import { createTestServer } from '../../../../test/harness/server.ts';
import {
  callAuth,
  linkIn,
  newestMail,
  openBrowser,
  openLink,
  PASSWORD,
  pressButton,
  signUpByCall,
  tokenIn,
} from '../../../../test/harness/sign-in.ts';
import {
  ADA,
  askForLink,
  CALLBACK,
  cookies,
  isConfirmed,
  pkce,
  press,
  VERIFIER,
} from '../../../../test/harness/sign-up-link.ts';

describeEachEngine((engine) => {
  describe('a pressed link', () => {
    it('redirects with a code beside the existing query when the flow has a challenge', async () => {
      await using server = await createTestServer({ engine });
      const token = await askForLink(server, pkce);
      expect(token).toMatch(/^pkce_[\w-]{43}$/);
      const { status, location, headers } = await press(server, {
        token,
        redirect_to: `${CALLBACK}?sb_flow_id=7`,
      });
      expect(status).toBe(303);
      expect(location).toMatch(/\/auth\/callback\?sb_flow_id=7&code=[\w-]{43}$/);
      expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    });

    it('redirects with a session in the fragment when the flow has no challenge', async () => {
      await using server = await createTestServer({ engine });
      const { location } = await press(server, { token: await askForLink(server) });
      const { hash, search } = new URL(location);
      expect(search).toBe('');
      expect(hash).toMatch(
        /^#access_token=[\w.-]+&expires_at=\d+&expires_in=3600&refresh_token=[\w-]+&sb=&token_type=bearer&type=signup$/,
      );
      const token = new URLSearchParams(hash.slice(1)).get('access_token') ?? '';
      expect((await callAuth(server, '/user', { token })).body.email).toBe(ADA);
    });

    it('reports a failure in the query and the fragment when a code was requested', async () => {
      await using server = await createTestServer({ engine });
      const failure =
        'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';
      expect(
        (await press(server, { token: 'pkce_unknown', redirect_to: `${CALLBACK}?a=b#c` })).location,
      ).toBe(`${CALLBACK}?a=b&${failure}#${failure}&sb=`);
      expect((await press(server, { token: 'unknown' })).location).toBe(`${CALLBACK}#${failure}&sb=`);
    });

    it('security: still requires the challenge’s verifier when the token in the address is edited', async () => {
      await using server = await createTestServer({ engine });
      const token = await askForLink(server, pkce);
      const { location } = await press(server, { token: token.slice('pkce_'.length) });
      expect(location).not.toContain('access_token');
      expect(location).toMatch(/\?code=/);
    });

    it('security: redirects to no foreign address, on request and on use', async () => {
      await using server = await createTestServer({ engine });
      for (const evil of [
        'https://evil.example',
        '//evil.example',
        '\\evil.example',
        'https:evil.example',
        'http://localhost:4000@evil.example/',
        'https://localhost:4000/',
      ]) {
        await callAuth(server, `/signup?redirect_to=${encodeURIComponent(evil)}`, {
          body: { email: ADA, password: PASSWORD },
          headers: { referer: 'https://evil.example/', redirect_to: evil },
        });
        const mail = await newestMail(server, ADA);
        expect(new URL(linkIn(mail, 'http://localhost')).searchParams.get('redirect_to')).toBe(
          'http://localhost:4000',
        );
        const page = await callAuth(
          server,
          `/verify?token=${tokenIn(mail)}&type=signup&redirect_to=${encodeURIComponent(evil)}`,
        );
        expect(page.body).toContain('name="redirect_to" value="http://localhost:4000"');
        const { location } = await press(server, { token: 'unknown', redirect_to: evil });
        expect(new URL(location).origin).toBe('http://localhost:4000');
      }
    });

    it('security: is built from PUBLIC_URL, never from request headers', async () => {
      await using server = await createTestServer({ engine, env: { PUBLIC_URL: 'https://studio.example' } });
      const forged = {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        'x-forwarded-for': '203.0.113.9',
        forwarded: 'host=evil.example;proto=http',
      };
      await callAuth(server, '/signup', { body: { email: ADA, password: PASSWORD }, headers: forged });
      const mail = await newestMail(server, ADA);
      // With its dot: a token can spell the rest by chance.
      expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example');
      expect(mail?.text).toMatch(/https:\/\/studio\.example\/auth\/v1\/verify\?token=/);
      const page = await callAuth(server, `/verify?token=${tokenIn(mail)}&type=signup`, { headers: forged });
      expect(page.body).not.toContain('evil.example');
      const audit = await server.db.selectFrom('auth_audit').select('address').execute();
      expect(audit).toEqual([{ address: '127.0.0.1' }]);
    });
  });

  describe('the validity of a link', () => {
    it('ends after an hour by the clock', async () => {
      await using server = await createTestServer({ engine });
      const token = await askForLink(server);
      server.clock.advance(3_600);
      expect((await press(server, { token })).location).toContain('otp_expired');
      expect(await isConfirmed(server)).toBe(false);
      const other = await askForLink(server);
      server.clock.advance(3_599);
      expect((await press(server, { token: other })).location).toContain('access_token');
    });

    it('security: covers one use when many use the link concurrently', async () => {
      await using server = await createTestServer({ engine });
      const token = await askForLink(server, pkce);
      const results = await Promise.all(Array.from({ length: 12 }, () => press(server, { token })));
      expect(results.filter(({ location }) => location.includes('code='))).toHaveLength(12);
      expect(results.filter(({ location }) => /[?&]code=/.test(location))).toHaveLength(1);
      expect(results.filter(({ location }) => location.includes('otp_expired'))).toHaveLength(11);
      const codes = await server.db.selectFrom('auth_codes').selectAll().execute();
      expect(codes).toHaveLength(1);
    });

    it.each([
      ['/verify?type=signup', 'Verify requires a token or a token hash'],
      ['/verify?token=x', 'Verify requires a verification type'],
      ['/verify', 'Verify requires a verification type'],
    ])('reports the missing parameter in JSON for %s', async (path, message) => {
      await using server = await createTestServer({ engine });
      const reply = await callAuth(server, path);
      expect([reply.status, reply.body]).toEqual([400, { code: 'validation_failed', message }]);
    });

    it('covers only its own type', async () => {
      await using server = await createTestServer({ engine });
      const token = await askForLink(server);
      for (const type of ['recovery', 'email_change', 'magiclink', 'constructor', '__proto__']) {
        expect((await press(server, { token, type })).location).toContain('otp_expired');
      }
      expect(await isConfirmed(server)).toBe(false);
      expect((await press(server, { token })).location).toContain('access_token');
    });

    it('ends when the account is disabled', async () => {
      await using server = await createTestServer({ engine });
      const token = await askForLink(server);
      await server.db.updateTable('auth_users').set({ banned_until: '2030-01-01T00:00:00.000Z' }).execute();
      expect((await press(server, { token })).location).toMatch(
        /#error=access_denied&error_code=user_banned/,
      );
      expect(await isConfirmed(server)).toBe(false);
    });
  });

  it('form bodies are refused outside the verify page', async () => {
    await using server = await createTestServer({ engine });
    const reply = await server.inject({
      method: 'POST',
      url: '/auth/v1/signup',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `email=${ADA}&password=${PASSWORD}`,
    });
    expect(reply.statusCode).toBe(415);
  });

  it('a pressed link confirms the account even if its code is never exchanged', async () => {
    await using server = await createTestServer({ engine });
    const origin = await server.listen();
    const browser = openBrowser(origin);
    await browser.auth.signUp({ email: ADA, password: PASSWORD });
    await pressButton(linkIn(await newestMail(server, ADA), origin), browser);
    const elsewhere = openBrowser(origin);
    expect((await elsewhere.auth.signInWithPassword({ email: ADA, password: PASSWORD })).error).toBeNull();
  });

  it('a redirect to another scheme falls back to the site', async () => {
    await using server = await createTestServer({ engine });
    const origin = await server.listen();
    const reply = await openLink(
      `${origin}/auth/v1/verify?token=x&type=signup&redirect_to=javascript:alert(1)`,
    );
    expect([reply.status, new URL(reply.location).origin]).toEqual([303, 'http://localhost:4000']);
  });

  it('a code requires the verifier of its own link when several flows are open (DEV-9)', async () => {
    await using server = await createTestServer({ engine });
    const first = await askForLink(server, pkce);
    const cookie = cookies.get(server) ?? '';
    await askForLink(server, { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' });
    const { location } = await press(server, { token: first }, { cookie });
    const code = new URL(location).searchParams.get('code');
    const exchange = { auth_code: code, code_verifier: VERIFIER };
    const { status, body } = await callAuth(server, '/token?grant_type=pkce', { body: exchange });
    expect([status, body.user.email]).toEqual([200, ADA]);
    expect((await signUpByCall(server, 'other@client.example')).user.email).toBe('other@client.example');
  });
});
