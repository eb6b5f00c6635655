import { studio } from '@atelier/content/studio.ts';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../../test/harness/database.ts';
import { createServerOfToday, createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import {
  callAuth,
  cookieOf,
  followLink,
  linkIn,
  newestMail,
  openBrowser,
  openLink,
  PASSWORD,
  pressButton,
  signUpByCall,
  tokenIn,
} from '../../../../test/harness/sign-in.ts';

const ADA = 'ada@client.example';

const signUp = (server: TestServer, body: Record<string, unknown> = {}) =>
  callAuth(server, '/signup', { body: { email: ADA, password: PASSWORD, ...body } });

describeEachEngine((engine) => {
  it('the official client signs up, confirms by mail and signs in', async () => {
    await using server = await createServerOfToday(engine);
    const origin = await server.listen();
    const browser = openBrowser(origin);
    const { auth } = browser;

    const signedUp = await auth.signUp({
      email: 'Ada@Client.example',
      password: PASSWORD,
      options: { data: { username: 'ada' }, emailRedirectTo: 'http://localhost:4000/auth/callback?x=1' },
    });
    expect(signedUp.error).toBeNull();
    expect(signedUp.data.session).toBeNull();
    expect(signedUp.data.user).toMatchObject({ email: ADA, user_metadata: { username: 'ada' } });
    expect(signedUp.data.user?.email_confirmed_at).toBeUndefined();

    const early = await auth.signInWithPassword({ email: ADA, password: PASSWORD });
    expect([early.error?.status, early.error?.code]).toEqual([400, 'email_not_confirmed']);

    const link = linkIn(await newestMail(server, ADA), origin);
    const page = await openLink(link, {}, browser);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const landing = await pressButton(link, browser);
    expect(landing.href).toMatch(/^http:\/\/localhost:4000\/auth\/callback\?x=1&code=[\w-]{43}$/);
    const exchanged = await auth.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
    expect(exchanged.error).toBeNull();
    expect(exchanged.data.user?.id).toBe(signedUp.data.user?.id);
    expect(exchanged.data.user).toMatchObject({
      email: ADA,
      user_metadata: { username: 'ada', email: ADA, email_verified: true },
      app_metadata: { provider: 'email', providers: ['email'] },
    });

    const me = await auth.getUser();
    expect(me.data.user?.email_confirmed_at).toBe(server.clock.now().toISOString());
    const claims = await auth.getClaims();
    expect(claims.data?.claims).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'email/signup' }],
    });
    expect((await auth.refreshSession()).error).toBeNull();
    expect((await auth.signOut()).error).toBeNull();
    expect(
      (await auth.signInWithPassword({ email: 'ADA@client.example', password: PASSWORD })).error,
    ).toBeNull();
  });

  it.each([
    [{ email: undefined }, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
    [{ email: null, phone: '' }, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
    [{ password: '' }, 400, 'validation_failed', 'Signup requires a valid password'],
    [{ password: null }, 400, 'validation_failed', 'Signup requires a valid password'],
    [{ password: 'seven7!' }, 422, 'weak_password', 'Password should be at least 8 characters.'],
    [
      { phone: '+491' },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on signup.',
    ],
    [{ email: '', phone: '+491' }, 400, 'phone_provider_disabled', 'Phone signups are disabled'],
    [{ email: 'ada' }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
    [{ email: `a ${ADA}` }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
    [{ email: `${'a'.repeat(300)}@b.example` }, 400, 'validation_failed', 'An email address is too long'],
    [
      { code_challenge: 'short' },
      400,
      'validation_failed',
      'PKCE flow requires code_challenge_method and code_challenge',
    ],
    [{ data: 'text' }, 400, 'validation_failed', 'data must be an object'],
    [{ email: 5 }, 400, 'bad_json', 'Could not parse request body as JSON: email must be a string'],
  ])('sign-up refuses the body %j', async (body, status, code, message) => {
    await using server = await createTestServer({ engine });
    const reply = await signUp(server, body);
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([status, code, message]);
    await server.drainOutbox();
    expect(server.mails).toEqual([]);
  });

  it('security: sign-up replies are the same for a new, an unconfirmed and a confirmed address (DEV-1, DEV-3)', async () => {
    await using server = await createTestServer({ engine });
    const first = await signUp(server, { data: { username: 'first' } });
    const second = await signUp(server, { data: { username: 'second' } });
    await followLink(server, 'signup', tokenIn(await newestMail(server, ADA)), cookieOf(second));
    const third = await signUp(server, { data: { username: 'third' } });

    const shapeOf = (body: unknown): unknown =>
      typeof body === 'object' && body !== null
        ? Array.isArray(body)
          ? body.map(shapeOf)
          : Object.fromEntries(Object.entries(body).map(([name, value]) => [name, shapeOf(value)]))
        : typeof body;
    for (const reply of [first, second, third]) {
      expect(reply.status).toBe(200);
      expect(shapeOf(reply.body)).toEqual(shapeOf(first.body));
      expect(reply.body).toMatchObject({ role: 'authenticated', identities: [{ provider: 'email' }] });
      expect(reply.body.email_confirmed_at).toBeUndefined();
    }
    expect([first, second, third].map((reply) => reply.body.user_metadata.username)).toEqual([
      'first',
      'second',
      'third',
    ]);
    expect(new Set([first, second, third].map((reply) => reply.body.id)).size).toBe(3);

    const toOwner = await newestMail(server, ADA);
    expect(toOwner?.subject).toBe(`You already have an account at ${studio.name}`);
    expect(toOwner?.text).not.toContain('/verify');
    expect(server.mails).toHaveLength(3);
  });

  it('security: at most twenty sign-up attempts are kept per address, with or without an account', async () => {
    await using server = await createTestServer({ engine });
    await signUpByCall(server, 'known@client.example');
    for (const email of ['known@client.example', ADA]) {
      for (let i = 0; i < 22; i += 1) await signUp(server, { email });
      const rows = await server.db
        .selectFrom('auth_one_time_tokens')
        .select('id')
        .where('email', '=', email)
        .execute();
      expect([email, rows.length]).toEqual([email, 20]);
    }
  });

  it('security: sign-up limits mails to an address before it looks up the account (DEV-4)', async () => {
    await using server = await createTestServer({ engine, env: { RATE_LIMIT_SCALE: '1' } });
    const waits = async (email: string) => {
      const reply = await callAuth(server, '/signup', { body: { email, password: PASSWORD } });
      return [reply.status, reply.body.code, reply.body.message, reply.headers['retry-after']];
    };
    const tooSoon = [
      429,
      'over_email_send_rate_limit',
      'For security purposes, you can only request this after 30 seconds.',
      '30',
    ];
    await signUpByCall(server, 'known@client.example');
    server.clock.advance(60);
    for (const email of ['known@client.example', 'new@client.example']) {
      expect((await waits(email))[0]).toBe(200);
      expect(await waits(email)).toEqual(tooSoon);
    }
    server.clock.advance(30);
    for (const email of ['known@client.example', 'new@client.example']) {
      expect((await waits(email))[0]).toBe(200);
    }
  });

  it('security: sign-up data never sets roles or identity', async () => {
    await using server = await createTestServer({ engine });
    const session = await signUpByCall(server, ADA, {
      data: {
        roles: ['admin'],
        role: 'admin',
        sub: 'x',
        email: 'owner@studio.example',
        app_metadata: { roles: ['admin'] },
      },
      app_metadata: { roles: ['admin'] },
      role: 'service_role',
    });
    expect(session.user.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
    expect(session.user.role).toBe('authenticated');
    expect(session.user.user_metadata).toMatchObject({ sub: session.user.id, email: ADA });
    const me = await server.inject({
      url: '/api/me',
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    expect(me.json()).toMatchObject({ role: 'client', roles: ['client'], user: { email: ADA } });
    const admin = await server.inject({
      url: '/api/admin/ping',
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    expect(admin.statusCode).toBe(403);
  });

  it('security: mails contain no text typed at sign-up', async () => {
    await using server = await createTestServer({ engine });
    await signUp(server, { data: { username: '<a href="https://evil.example">Win a prize</a>' } });
    const mail = await newestMail(server, ADA);
    // Neither is shorter than what the letters of a link's token spell by chance.
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/evil\.example|Win a prize/);
  });

  it('sign-up confirms the account and signs in when autoconfirm is on', async () => {
    await using server = await createTestServer({ engine, env: { AUTH_AUTOCONFIRM: 'on' } });
    const reply = await signUp(server, { data: { username: 'ada' } });
    expect(reply.body).toMatchObject({
      token_type: 'bearer',
      user: { email: ADA, user_metadata: { username: 'ada' } },
    });
    expect(reply.body.user.email_confirmed_at).toBeDefined();
    expect((await callAuth(server, '/user', { token: reply.body.access_token })).status).toBe(200);
    const again = await signUp(server);
    expect([again.status, again.body.code]).toEqual([422, 'user_already_exists']);
    await server.drainOutbox();
    expect(server.mails).toEqual([]);
  });

  it('concurrent sign-ups for one address create one account, and each gets its own link', async () => {
    await using server = await createTestServer({ engine });
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => signUp(server, { data: { attempt: index } })),
    );
    expect(replies.map((reply) => reply.status)).toEqual(Array(8).fill(200));
    await server.drainOutbox();
    const results = await Promise.all(
      server.mails.map((mail) => followLink(server, 'signup', tokenIn(mail))),
    );
    expect(results.filter((result) => result.status === 200)).toHaveLength(1);
    expect(results.filter((result) => result.body.code === 'otp_expired')).toHaveLength(7);
    const users = await server.db.selectFrom('auth_users').select(['email', 'email_confirmed_at']).execute();
    expect(users).toEqual([{ email: ADA, email_confirmed_at: server.clock.now().toISOString() }]);
  });

  it('security: the database and the log contain no password or token in plain text (DEV-12)', async () => {
    await using server = await createTestServer({ engine });
    const session = await signUpByCall(server, ADA);
    await signUp(server, { email: 'waiting@client.example' });
    const waiting = tokenIn(await newestMail(server, 'waiting@client.example'));
    const tables = [
      'auth_users',
      'auth_sessions',
      'auth_one_time_tokens',
      'auth_codes',
      'auth_keys',
      'auth_audit',
    ] as const;
    const kept = await Promise.all(tables.map((table) => server.db.selectFrom(table).selectAll().execute()));
    const everything = JSON.stringify(kept);
    for (const secret of [PASSWORD, waiting, session.access_token, session.refresh_token]) {
      expect(everything).not.toContain(secret);
    }
    expect(JSON.stringify(server.log)).not.toMatch(new RegExp(`${PASSWORD}|${waiting}`));
  });
});
