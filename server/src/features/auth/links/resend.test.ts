import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import {
  attemptByCall,
  callAuth,
  followLink,
  linkIn,
  newestMail,
  openBrowser,
  PASSWORD,
  pressButton,
  signUpByCall,
  tokenIn,
  tryPassword,
} from '../../../../test/harness/sign-in.ts';

const ADA = 'ada@client.example';

const resend = (server: TestServer, body: Record<string, unknown> = {}) =>
  callAuth(server, '/resend', { body: { type: 'signup', email: ADA, ...body } });

/** Queues a request as a process does that stops before it sends the mail. */
const leaveLinkRequest = (server: TestServer, kind: string) =>
  server.db
    .insertInto('auth_link_requests')
    .values({
      id: '019a0000-0000-7000-8000-000000000001',
      kind: kind as 'signup',
      email: ADA,
      redirect_to: 'http://localhost:4000',
      challenge: null,
      challenge_method: null,
      created_at: server.clock.now().toISOString(),
    })
    .execute();

describeAnyEngine((engine) => {
  it('a resend gives the official client another link, which confirms its browser’s attempt', async () => {
    await using server = await createTestServer({ engine });
    const origin = await server.listen();
    const browser = openBrowser(origin);
    const { auth } = browser;
    await auth.signUp({ email: ADA, password: PASSWORD, options: { data: { username: 'ada' } } });
    const old = tokenIn(await newestMail(server, ADA));
    const { error } = await auth.resend({
      type: 'signup',
      email: 'Ada@client.example',
      options: { emailRedirectTo: 'http://localhost:4000/auth/callback' },
    });
    expect(error).toBeNull();
    const mail = await newestMail(server, ADA);
    expect(server.mails).toHaveLength(2);
    const landing = await pressButton(linkIn(mail, origin), browser);
    expect((await followLink(server, 'signup', old)).body.code).toBe('otp_expired');
    expect(landing.pathname).toBe('/auth/callback');
    const { data } = await auth.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
    expect(data.user?.user_metadata.username).toBe('ada');
    await auth.signOut();
    expect((await auth.signInWithPassword({ email: ADA, password: PASSWORD })).error).toBeNull();
  });

  it('a resend works days after the first link expired', async () => {
    await using server = await createTestServer({ engine });
    const cookie = await attemptByCall(server, { email: ADA });
    server.clock.advance(5 * 24 * 3_600);
    await server.instance.jobs.runDue();
    await resend(server);
    const token = tokenIn(await newestMail(server, ADA));
    expect((await followLink(server, 'signup', token, cookie)).status).toBe(200);
    const signedIn = await callAuth(server, '/token?grant_type=password', {
      body: { email: ADA, password: PASSWORD },
    });
    expect(signedIn.status).toBe(200);
  });

  it('security: a resend voids no earlier link or attempt', async () => {
    await using server = await createTestServer({ engine });
    const cookie = await attemptByCall(server, { email: ADA, data: { username: 'ada' } });
    const first = tokenIn(await newestMail(server, ADA));
    await resend(server);
    await resend(server);
    const { body } = await followLink(server, 'signup', first, cookie);
    expect(body.user.user_metadata.username).toBe('ada');
    expect((await tryPassword(server, ADA)).status).toBe(200);
  });

  it('security: the latest five resent links of an address stay valid', async () => {
    await using server = await createTestServer({ engine });
    const cookie = await attemptByCall(server, { email: ADA });
    const tokens: string[] = [];
    for (let again = 0; again < 8; again += 1) {
      await resend(server);
      tokens.push(tokenIn(await newestMail(server, ADA)));
    }
    const kept = await server.db
      .selectFrom('auth_one_time_tokens')
      .select('id')
      .where('pending_password_hash', 'is', null)
      .execute();
    expect(kept).toHaveLength(5);
    expect((await followLink(server, 'signup', tokens.at(-2) ?? '', cookie)).status).toBe(200);
  });

  it('security: a resend with nothing to send gets the same reply and sends nothing', async () => {
    await using server = await createTestServer({ engine });
    await signUpByCall(server, ADA);
    server.clock.advance(31 * 24 * 3_600);
    await server.instance.jobs.runDue();
    const before = server.mails.length;
    for (const body of [{}, { email: 'nobody@client.example' }, { type: 'email_change' }]) {
      const reply = await resend(server, body);
      expect([reply.status, reply.body]).toEqual([200, {}]);
    }
    await server.drainOutbox();
    expect(server.mails).toHaveLength(before);
    expect(await server.db.selectFrom('auth_link_requests').selectAll().execute()).toEqual([]);
  });

  it('security: the pause between mails is the same for any address, and shared with sign-up', async () => {
    await using server = await createTestServer({ engine, env: { RATE_LIMIT_SCALE: '1' } });
    await callAuth(server, '/signup', { body: { email: ADA, password: PASSWORD } });
    const statuses = async (email: string) => {
      const replies = [await resend(server, { email }), await resend(server, { email })];
      return replies.map(({ status, headers }) => [status, headers['retry-after']]);
    };
    expect((await resend(server)).body).toEqual({
      code: 'over_email_send_rate_limit',
      message: 'For security purposes, you can only request this after 30 seconds.',
    });
    server.clock.advance(29);
    expect((await resend(server)).body.message).toBe(
      'For security purposes, you can only request this after 1 second.',
    );
    server.clock.advance(1);
    const refusedThen = [
      [200, undefined],
      [429, '30'],
    ];
    expect(await statuses(ADA)).toEqual(refusedThen);
    expect(await statuses('nobody@client.example')).toEqual(refusedThen);
  });

  it('a resend needs no pause when AUTH_EMAIL_INTERVAL is 0', async () => {
    await using server = await createTestServer({
      engine,
      env: { RATE_LIMIT_SCALE: '1', AUTH_EMAIL_INTERVAL: '0' },
    });
    for (let i = 0; i < 5; i += 1) expect((await resend(server)).status).toBe(200);
    const sixth = await resend(server);
    expect([sixth.status, sixth.body.message]).toEqual([429, 'email rate limit exceeded']);
  });

  it.each([
    [{ type: 'wrong' }, 'Missing one of these types: signup, email_change, sms, phone_change'],
    [{ type: '' }, 'Missing one of these types: signup, email_change, sms, phone_change'],
    [{ type: 'sms' }, 'Type provided requires a phone number'],
    [{ phone: '+491700000000' }, 'Only an email address or phone number should be provided.'],
    [{ email: '' }, 'Type provided requires an email address'],
    [{ email: 'ada' }, 'Unable to validate email address: invalid format'],
    [{ code_challenge: 'x' }, 'PKCE flow requires code_challenge_method and code_challenge'],
  ])('a resend refuses the body %j', async (body, message) => {
    await using server = await createTestServer({ engine });
    const reply = await resend(server, body);
    expect([reply.status, reply.body]).toEqual([400, { code: 'validation_failed', message }]);
  });

  it.each(['sms', 'phone_change', 'signup', 'email_change'])('a resend refuses %s by phone', async (type) => {
    await using server = await createTestServer({ engine });
    const reply = await resend(server, { type, email: '', phone: '+491700000000' });
    expect([reply.status, reply.body]).toEqual([
      400,
      { code: 'phone_provider_disabled', message: 'Phone logins are disabled' },
    ]);
  });

  it('a link request left by a stopped process is sent later, once', async () => {
    await using server = await createTestServer({ engine });
    await callAuth(server, '/signup', { body: { email: ADA, password: PASSWORD } });
    await server.drainOutbox();
    await leaveLinkRequest(server, 'signup');
    await server.instance.jobs.runDue();
    await server.drainOutbox();
    expect(server.mails).toHaveLength(2);
    await server.instance.jobs.runDue();
    await server.drainOutbox();
    expect(server.mails).toHaveLength(2);
  });

  it('a link request of a kind that only another version knows doesn’t hold up the others', async () => {
    await using server = await createTestServer({ engine });
    await callAuth(server, '/signup', { body: { email: ADA, password: PASSWORD } });
    await server.drainOutbox();
    await leaveLinkRequest(server, 'later');
    expect((await resend(server)).status).toBe(200);
    await server.drainOutbox();
    expect(server.mails).toHaveLength(2);
  });
});
