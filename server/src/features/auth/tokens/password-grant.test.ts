import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import {
  attemptByCall,
  callAuth,
  followLink,
  newestMail,
  openBrowser,
  PASSWORD,
  signUpByCall,
  tokenIn,
} from '../../../../test/harness/sign-in.ts';

const ADA = 'ada@client.example';

const signIn = (server: TestServer, body: Record<string, unknown>, ip?: string) =>
  callAuth(server, '/token?grant_type=password', {
    body: { email: ADA, password: PASSWORD, ...body },
    ...(ip ? { ip } : {}),
  });

describeAnyEngine((engine) => {
  it('a password sign-in returns the protocol’s session', async () => {
    await using server = await createTestServer({ engine });
    await signUpByCall(server, ADA, { data: { username: 'ada' } });
    server.clock.advance(60);
    const { status, body, headers } = await signIn(server, { email: 'Ada@Client.Example' });
    expect(status).toBe(200);
    const seconds = Math.floor(server.clock.now().getTime() / 1000);
    expect(body).toMatchObject({
      token_type: 'bearer',
      expires_in: 3_600,
      expires_at: seconds + 3_600,
      user: {
        email: ADA,
        aud: 'authenticated',
        phone: '',
        last_sign_in_at: server.clock.now().toISOString(),
      },
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(Object.values(body.user)).not.toContain(null);
    const claims = decodeJwt(body.access_token);
    expect(claims).toMatchObject({
      iss: 'http://localhost:4000/auth/v1',
      sub: body.user.id,
      aud: 'authenticated',
      iat: seconds,
      exp: seconds + 3_600,
      email: ADA,
      phone: '',
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: seconds }],
      is_anonymous: false,
      user_metadata: { username: 'ada' },
      app_metadata: { provider: 'email' },
    });
  });

  it('security: a wrong password, an unknown address and an account without a password get the same reply', async () => {
    await using server = await createTestServer({ engine });
    await signUpByCall(server, ADA);
    await signUpByCall(server, 'bare@client.example', { password: 'what it was signed up with' });
    await server.db
      .updateTable('auth_users')
      .set({ password_hash: null })
      .where('email', '=', 'bare@client.example')
      .execute();
    const expected = [400, { code: 'invalid_credentials', message: 'Invalid login credentials' }];
    for (const body of [
      { password: 'wrong' },
      { password: '' },
      { password: 'x'.repeat(5_000) },
      { email: 'nobody@client.example' },
      { email: 'bare@client.example' },
      { email: 'bare@client.example', password: '' },
      { email: 'no address' },
      { email: `a ${ADA}` },
    ]) {
      const reply = await signIn(server, body);
      expect([reply.status, reply.body], JSON.stringify(body)).toEqual(expected);
    }
  });

  it('an unconfirmed or disabled account is revealed only to a caller with the right password', async () => {
    await using server = await createTestServer({ engine });
    const cookie = await attemptByCall(server, { email: ADA });
    expect((await signIn(server, { password: 'wrong' })).body.code).toBe('invalid_credentials');
    expect((await signIn(server, {})).body).toEqual({
      code: 'email_not_confirmed',
      message: 'Email not confirmed',
    });
    const token = tokenIn(await newestMail(server, ADA));
    await followLink(server, 'signup', token, cookie);
    expect((await signIn(server, {})).status).toBe(200);
    await server.db.updateTable('auth_users').set({ banned_until: '2030-01-01T00:00:00.000Z' }).execute();
    expect((await signIn(server, { password: 'wrong' })).body.code).toBe('invalid_credentials');
    const banned = await signIn(server, {});
    expect([banned.status, banned.body]).toEqual([400, { code: 'user_banned', message: 'User is banned' }]);
    server.clock.set('2030-01-01T00:00:00.000Z');
    expect((await signIn(server, {})).status).toBe(200);
  });

  it.each([
    [{ email: '' }, 400, 'validation_failed', 'missing email or phone'],
    [{ email: null }, 400, 'validation_failed', 'missing email or phone'],
    [{ email: '', phone: '+491' }, 400, 'phone_provider_disabled', 'Phone logins are disabled'],
    [
      { phone: '+491' },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on login.',
    ],
    [{ password: ['a'] }, 400, 'bad_json', 'Could not parse request body as JSON: password must be a string'],
  ])('a password sign-in refuses the body %j', async (body, status, code, message) => {
    await using server = await createTestServer({ engine });
    const reply = await signIn(server, body);
    expect([reply.status, reply.body]).toEqual([status, { code, message }]);
  });

  it('security: password tries are limited per address and client, with Retry-After, for unknown addresses too (DEV-5)', async () => {
    await using server = await createTestServer({ engine, env: { RATE_LIMIT_SCALE: '1' } });
    await signUpByCall(server, ADA);
    for (const email of [ADA, 'nobody@client.example']) {
      for (let i = 0; i < 10; i += 1) {
        expect((await signIn(server, { email, password: `wrong ${i}` }, '198.51.100.1')).status).toBe(400);
      }
      // Another spelling, and members that mean nothing, are the same try.
      const spelled = email.toUpperCase();
      const refused = await signIn(
        server,
        { email: spelled, password: PASSWORD, x: Math.random() },
        '198.51.100.1',
      );
      expect([refused.status, refused.body]).toEqual([
        429,
        { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
      ]);
      expect(Number(refused.headers['retry-after'])).toBe(30);
      server.clock.advance(60);
    }
    // Another client's tries don't keep the owner out.
    expect((await signIn(server, {}, '198.51.100.2')).status).toBe(200);
  });

  it('a sign-in succeeds with a warning when the password is weaker than today’s policy', async () => {
    await using server = await createTestServer({ engine });
    await signUpByCall(server, ADA, { password: 'a b c d e' });
    await using stricter = await createTestServer({ engine, env: { AUTH_PASSWORD_MIN_LENGTH: '12' } });
    const { body: refused } = await callAuth(stricter, '/signup', {
      body: { email: ADA, password: 'a b c d e' },
    });
    expect(refused).toEqual({
      code: 'weak_password',
      message: 'Password should be at least 12 characters.',
      weak_password: { reasons: ['length'] },
    });
    const user = await server.db.selectFrom('auth_users').selectAll().executeTakeFirstOrThrow();
    await stricter.db.insertInto('auth_users').values(user).execute();
    const { body } = await signIn(stricter, { password: 'a b c d e' });
    expect(body.weak_password).toEqual({
      message: 'Password should be at least 12 characters.',
      reasons: ['length'],
    });
    expect(body.access_token).toBeDefined();
  });

  it('six-character passwords are accepted, with a warning at startup, when the settings allow them', async () => {
    await using server = await createTestServer({ engine, env: { AUTH_PASSWORD_MIN_LENGTH: '6' } });
    const warning = server.log.find(({ msg }) => msg.startsWith('AUTH_PASSWORD_MIN_LENGTH'));
    expect(warning).toMatchObject({ level: 40, length: 6, recommended: 8 });
    await signUpByCall(server, ADA, { password: 'x7!kq2' });
    expect((await signIn(server, { password: 'x7!kq2' })).status).toBe(200);
    const { body } = await callAuth(server, '/signup', { body: { email: ADA, password: 'x7!kq' } });
    expect(body.message).toBe('Password should be at least 6 characters.');
    await using usual = await createTestServer({ engine });
    expect(usual.log.filter(({ msg }) => msg.startsWith('AUTH_'))).toEqual([]);
  });

  it('the official client gets its own error classes', async () => {
    await using server = await createTestServer({ engine });
    const { auth } = openBrowser(await server.listen());
    const wrong = await auth.signInWithPassword({ email: ADA, password: 'wrong' });
    expect([wrong.error?.name, wrong.error?.status, wrong.error?.code]).toEqual([
      'AuthApiError',
      400,
      'invalid_credentials',
    ]);
    const weak = await auth.signUp({ email: ADA, password: 'short' });
    expect([weak.error?.name, weak.error?.status, weak.error?.code]).toEqual([
      'AuthWeakPasswordError',
      422,
      'weak_password',
    ]);
  });
});
