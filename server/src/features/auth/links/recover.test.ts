import { studio } from '@atelier/content/studio.ts';
import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import { createServerOfToday, createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import {
  callAuth,
  followLink,
  linkIn,
  newestMail,
  openBrowser,
  PASSWORD,
  pressButton,
  signUpAndConfirm,
  signUpByCall,
  tokenIn,
  tryPassword,
} from '../../../../test/harness/sign-in.ts';

const ADA = 'ada@client.example';
/** A page of another client of the provider, which exchanges its code itself. */
const RESET = 'http://localhost:4000/account/new-password';
const NEW_PASSWORD = 'another sentence nobody else uses';

const recover = (server: TestServer, email: string) => callAuth(server, '/recover', { body: { email } });

describeAnyEngine((engine) => {
  it('the official client sets a new password by the recovery mail', async () => {
    await using server = await createServerOfToday(engine);
    const origin = await server.listen();
    const elsewhere = await signUpAndConfirm(server, origin, ADA);
    const { auth } = openBrowser(origin);
    expect((await auth.resetPasswordForEmail('Ada@client.example', { redirectTo: RESET })).error).toBeNull();
    const mail = await newestMail(server, ADA);
    expect(mail?.subject).toBe(`Choose a new password for ${studio.name}`);
    const landing = await pressButton(linkIn(mail, origin));
    expect(landing.href).toMatch(/^http:\/\/localhost:4000\/account\/new-password\?code=/);

    const events: string[] = [];
    auth.onAuthStateChange((event) => void events.push(event));
    const exchanged = await auth.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
    expect(exchanged.error).toBeNull();
    expect(events).toContain('PASSWORD_RECOVERY');
    const updated = await auth.updateUser({ password: NEW_PASSWORD });
    expect(updated.error).toBeNull();
    expect(updated.data.user?.email).toBe(ADA);

    expect((await newestMail(server, ADA))?.subject).toBe(`Your password at ${studio.name} was changed`);
    expect((await auth.getUser()).data.user?.email).toBe(ADA);
    expect((await auth.refreshSession()).error).toBeNull();
    expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await tryPassword(server, ADA)).body.code).toBe('invalid_credentials');
    expect((await tryPassword(server, ADA, NEW_PASSWORD)).status).toBe(200);
  });

  it('security: a recovery gets the same reply for any address, and mails only the account’s owner', async () => {
    await using server = await createTestServer({ engine });
    await signUpByCall(server, ADA);
    await callAuth(server, '/signup', { body: { email: 'waiting@client.example', password: PASSWORD } });
    await server.drainOutbox();
    const before = server.mails.length;
    for (const email of [ADA, 'waiting@client.example', 'nobody@client.example']) {
      const reply = await recover(server, email);
      expect([reply.status, reply.body]).toEqual([200, {}]);
    }
    await server.drainOutbox();
    expect(server.mails.slice(before).map((mail) => mail.to.address)).toEqual([
      ADA,
      'waiting@client.example',
    ]);
  });

  it('security: the pause between two recovery mails is the same for known and unknown addresses (DEV-4)', async () => {
    await using server = await createTestServer({ engine, env: { RATE_LIMIT_SCALE: '1' } });
    await signUpByCall(server, ADA);
    for (const email of [ADA, 'nobody@client.example']) {
      expect((await recover(server, email)).status).toBe(200);
      const soon = await recover(server, email);
      expect([soon.status, soon.body.code, soon.headers['retry-after']]).toEqual([
        429,
        'over_email_send_rate_limit',
        '30',
      ]);
    }
  });

  it('a new recovery keeps earlier links valid until one is used, and keeps a pending email change (DEV-8)', async () => {
    await using server = await createTestServer({ engine });
    const { access_token: token } = await signUpByCall(server, ADA);
    await callAuth(server, '/user', { method: 'PUT', token, body: { email: 'new@client.example' } });
    await recover(server, ADA);
    const first = tokenIn(await newestMail(server, ADA));
    await recover(server, ADA);
    const second = tokenIn(await newestMail(server, ADA));
    expect((await followLink(server, 'recovery', first)).status).toBe(200);
    for (const spent of [first, second]) {
      expect((await followLink(server, 'recovery', spent)).body.code).toBe('otp_expired');
    }
    const change = tokenIn(await newestMail(server, 'new@client.example'));
    expect((await followLink(server, 'email_change', change)).status).toBe(200);
  });

  it('security: a recovery confirms an address without installing a sign-up from another browser', async () => {
    await using server = await createTestServer({ engine });
    await callAuth(server, '/signup', { body: { email: ADA, password: 'the password of Eve' } });
    const eves = tokenIn(await newestMail(server, ADA));
    await recover(server, ADA);
    const { body } = await followLink(server, 'recovery', tokenIn(await newestMail(server, ADA)));
    expect(body.user.email_confirmed_at).toBeDefined();
    expect((await tryPassword(server, ADA, 'the password of Eve')).body.code).toBe('email_not_confirmed');
    expect((await followLink(server, 'signup', eves)).body.code).toBe('otp_expired');
    const set = await callAuth(server, '/user', {
      method: 'PUT',
      token: body.access_token,
      body: { password: NEW_PASSWORD },
    });
    expect(set.status).toBe(200);
    expect((await tryPassword(server, ADA, NEW_PASSWORD)).status).toBe(200);
  });

  it('a recovery sends nothing to a disabled account', async () => {
    await using server = await createTestServer({ engine });
    await signUpByCall(server, ADA);
    await server.db.updateTable('auth_users').set({ banned_until: '2030-01-01T00:00:00.000Z' }).execute();
    const before = server.mails.length;
    expect((await recover(server, ADA)).status).toBe(200);
    await server.drainOutbox();
    expect(server.mails).toHaveLength(before);
  });

  it.each([
    [{}, 'Password recovery requires an email'],
    [{ email: 'ada' }, 'Unable to validate email address: invalid format'],
    [{ email: ADA, code_challenge: 'x' }, 'PKCE flow requires code_challenge_method and code_challenge'],
  ])('a recovery refuses the body %j', async (body, message) => {
    await using server = await createTestServer({ engine });
    const reply = await callAuth(server, '/recover', { body });
    expect([reply.status, reply.body]).toEqual([400, { code: 'validation_failed', message }]);
  });
});
