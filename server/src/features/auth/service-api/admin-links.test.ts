import { describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import { createServerOfToday, type TestServer } from '../../../../test/harness/server.ts';
import {
  callAuth,
  linkIn,
  makeServiceToken,
  newestMail,
  openAdminClient,
  openBrowser,
  PASSWORD,
  pressButton,
  signUpByCall,
  tryPassword,
} from '../../../../test/harness/sign-in.ts';

const ADA = 'ada@client.example';
const EVE = 'eve@client.example';
const NEW_PASSWORD = 'another sentence nobody else uses';

describeAnyEngine((engine) => {
  describe('links by the official client', () => {
    it('invite by mail: the button signs in, and a stranger’s sign-up password is void', async () => {
      await using server = await createServerOfToday(engine);
      const admin = await openAdminClient(server);
      const origin = `http://${addressOf(server)}`;
      await callAuth(server, '/signup', { body: { email: ADA, password: 'a password of somebody else' } });
      const { data, error } = await admin.inviteUserByEmail(ADA, { data: { username: 'ada' } });
      expect(error).toBeNull();
      expect(data.user?.invited_at).toBeDefined();
      const mail = await newestMail(server, ADA);
      expect(mail?.subject).toContain('invited');
      const landing = await pressButton(linkIn(mail, origin));
      expect([landing.pathname, landing.hash, landing.searchParams.get('type')]).toEqual([
        '/auth/invite',
        '',
        'invite',
      ]);
      const used = await callAuth(server, '/verify', { body: Object.fromEntries(landing.searchParams) });
      const token = used.body.access_token;
      const { body } = await callAuth(server, '/user', { token });
      expect(body).toMatchObject({ email: ADA, user_metadata: { username: 'ada', email_verified: true } });
      expect((await tryPassword(server, ADA, 'a password of somebody else')).status).toBe(400);
      await callAuth(server, '/user', { method: 'PUT', token, body: { password: NEW_PASSWORD } });
      expect((await tryPassword(server, ADA, NEW_PASSWORD)).status).toBe(200);
      expect((await admin.inviteUserByEmail(ADA)).error).toMatchObject({ code: 'email_exists' });
    });

    it('are generated for a service’s own mails, and work once', async () => {
      await using server = await createServerOfToday(engine);
      const admin = await openAdminClient(server);
      const browser = openBrowser(`http://${addressOf(server)}`);
      const { data: signUp } = await admin.generateLink({
        type: 'signup',
        email: ADA,
        password: PASSWORD,
        options: { data: { username: 'ada' } },
      });
      expect(signUp.properties).toMatchObject({ verification_type: 'signup' });
      expect(signUp.properties?.email_otp).toMatch(/^\d{6}$/);
      expect(signUp.properties?.action_link).toMatch(/^http:\/\/localhost:4000\/auth\/v1\/verify\?token=/);
      expect(signUp.user).toMatchObject({ email: ADA, user_metadata: { username: 'ada' } });
      const use = async (hash: string | undefined, type: 'signup' | 'recovery' | 'invite' | 'email_change') =>
        (await browser.auth.verifyOtp({ token_hash: hash ?? '', type })).error?.code;
      expect(await use(signUp.properties?.hashed_token, 'signup')).toBeUndefined();
      expect(await use(signUp.properties?.hashed_token, 'signup')).toBe('otp_expired');
      expect((await tryPassword(server, ADA)).status).toBe(200);

      const { data: recovery } = await admin.generateLink({ type: 'recovery', email: ADA });
      expect(await use(recovery.properties?.hashed_token, 'recovery')).toBeUndefined();
      const { data: invitation } = await admin.generateLink({ type: 'invite', email: EVE });
      expect(await use(invitation.properties?.hashed_token, 'invite')).toBeUndefined();

      const change = { email: ADA, newEmail: 'new@client.example' };
      const { data: current } = await admin.generateLink({ type: 'email_change_current', ...change });
      const { data: next } = await admin.generateLink({ type: 'email_change_new', ...change });
      expect(await use(next.properties?.hashed_token, 'email_change')).toBeUndefined();
      expect(await use(current.properties?.hashed_token, 'email_change')).toBeUndefined();
      expect((await tryPassword(server, 'new@client.example')).status).toBe(200);
      await server.drainOutbox();
      expect(server.mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('was changed')]);
    });

    it('are refused when the account doesn’t exist or the type is unsupported', async () => {
      await using server = await createServerOfToday(engine);
      await signUpByCall(server, ADA);
      const token = await makeServiceToken(server);
      const ask = async (body: unknown) => {
        const reply = await callAuth(server, '/admin/generate_link', { token, body });
        return [reply.status, reply.body.code];
      };
      expect(await ask({ type: 'recovery', email: EVE })).toEqual([404, 'user_not_found']);
      expect(await ask({ type: 'signup', email: ADA, password: PASSWORD })).toEqual([422, 'email_exists']);
      expect(await ask({ type: 'signup', email: EVE })).toEqual([400, 'validation_failed']);
      expect(await ask({ type: 'magiclink', email: ADA })).toEqual([422, 'otp_disabled']);
      expect(await ask({ type: 'x', email: ADA })).toEqual([400, 'validation_failed']);
      expect(await ask({ type: 'email_change_new', email: ADA, new_email: ADA })).toEqual([
        422,
        'email_exists',
      ]);
      expect(await ask({ type: 'recovery', email: 'nobody' })).toEqual([400, 'validation_failed']);
    });

    it('security: lead only to allowed addresses', async () => {
      await using server = await createServerOfToday(engine);
      await signUpByCall(server, ADA);
      const body = { type: 'recovery', email: ADA, redirect_to: 'https://evil.example/x' };
      const reply = await callAuth(server, '/admin/generate_link', {
        token: await makeServiceToken(server),
        body,
      });
      expect(reply.body.redirect_to).not.toContain('evil.example');
      expect(reply.body.action_link).not.toContain('evil.example');
    });
  });
});

function addressOf(server: TestServer): string {
  const address = server.http.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen');
  return `127.0.0.1:${address.port}`;
}
