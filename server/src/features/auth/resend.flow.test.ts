import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/database.ts';
import { createTestServer, type TestServer } from '../../../test/server.ts';
import {
  callAuth,
  followLink,
  linkIn,
  newestMail,
  openBrowser,
  PASSWORD,
  pressButton,
  signUpByCall,
  tokenIn,
} from '../../../test/sign-in.ts';

const ADA = 'ada@client.example';

const resend = (server: TestServer, body: Record<string, unknown> = {}) =>
  callAuth(server, '/resend', { body: { type: 'signup', email: ADA, ...body } });

describeEachEngine((engine) => {
  it('sends the official client a new link in place of the old one, with the attempt’s own credentials', async () => {
    await using server = await createTestServer({ engine });
    const origin = await server.listen();
    const { auth } = openBrowser(origin);
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
    expect((await followLink(server, 'signup', old)).body.code).toBe('otp_expired');
    const landing = await pressButton(linkIn(mail, origin));
    expect(landing.pathname).toBe('/auth/callback');
    const { data } = await auth.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
    expect(data.user?.user_metadata.username).toBe('ada');
    await auth.signOut();
    expect((await auth.signInWithPassword({ email: ADA, password: PASSWORD })).error).toBeNull();
  });

  it('works days after the first link has run out', async () => {
    await using server = await createTestServer({ engine });
    await callAuth(server, '/signup', { body: { email: ADA, password: PASSWORD } });
    server.clock.advance(5 * 24 * 3_600);
    await server.app.jobs.runDue();
    await resend(server);
    expect((await followLink(server, 'signup', tokenIn(await newestMail(server, ADA)))).status).toBe(200);
    const signedIn = await callAuth(server, '/token?grant_type=password', {
      body: { email: ADA, password: PASSWORD },
    });
    expect(signedIn.status).toBe(200);
  });

  it('security: is answered alike for what has nothing to send, and sends nothing', async () => {
    await using server = await createTestServer({ engine });
    await signUpByCall(server, ADA);
    const before = server.mails.length;
    for (const body of [{}, { email: 'nobody@client.example' }, { type: 'email_change' }]) {
      const reply = await resend(server, body);
      expect([reply.status, reply.body]).toEqual([200, {}]);
    }
    await server.drainOutbox();
    expect(server.mails).toHaveLength(before);
    expect(await server.db.selectFrom('auth_link_requests').selectAll().execute()).toEqual([]);
  });

  it('security: the pause between two mails is the same for known and unknown addresses, and shared with sign-up', async () => {
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

  it('keeps to the interval of the settings', async () => {
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
    [{ email: '' }, 'Type provided requires an email address'],
    [{ email: 'ada' }, 'Unable to validate email address: invalid format'],
    [{ code_challenge: 'x' }, 'PKCE flow requires code_challenge_method and code_challenge'],
  ])('refuses %j', async (body, message) => {
    await using server = await createTestServer({ engine });
    const reply = await resend(server, body);
    expect([reply.status, reply.body]).toEqual([400, { code: 'validation_failed', message }]);
  });

  it('does later what a stopped process left undone', async () => {
    await using server = await createTestServer({ engine });
    await callAuth(server, '/signup', { body: { email: ADA, password: PASSWORD } });
    await server.drainOutbox();
    await server.db
      .insertInto('auth_link_requests')
      .values({
        id: '019a0000-0000-7000-8000-000000000001',
        kind: 'signup',
        email: ADA,
        redirect_to: 'http://localhost:4000',
        challenge: null,
        challenge_method: null,
        created_at: server.clock.now().toISOString(),
      })
      .execute();
    await server.app.jobs.runDue();
    await server.drainOutbox();
    expect(server.mails).toHaveLength(2);
    await server.app.jobs.runDue();
    await server.drainOutbox();
    expect(server.mails).toHaveLength(2);
  });
});
