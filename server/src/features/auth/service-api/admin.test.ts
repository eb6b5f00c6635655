import { GoTrueAdminApi } from '@supabase/auth-js';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { describeEachEngine } from '../../../../test/harness/database.ts';
import { setUpAppByCall } from '../../../../test/harness/second-factor.ts';
import { createServerOfToday, createTestServer, type TestServer } from '../../../../test/harness/server.ts';
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
import { SigningKeys } from '../tokens/signing-keys.ts';
import { signServiceToken } from './service-token.ts';

const ADA = 'ada@client.example';
const EVE = 'eve@client.example';
const NEW_PASSWORD = 'another sentence nobody else uses';
const ISSUER = 'http://localhost:4000/auth/v1';
const DAY = 24 * 3_600;

/** The keys that the server signs with, got at as the command line does. */
const keysOf = (server: TestServer) => new SigningKeys(server.db, server.secret, server.clock);

const serviceToken = async (server: TestServer, seconds = DAY) =>
  (await signServiceToken({ keys: keysOf(server), issuer: ISSUER, clock: server.clock }, seconds)).token;

/** The official client's own calls for administrators. */
async function openAdmin(server: TestServer): Promise<GoTrueAdminApi> {
  const url = `${await server.listen()}/auth/v1`;
  return new GoTrueAdminApi({ url, headers: { authorization: `Bearer ${await serviceToken(server)}` } });
}

describeEachEngine((engine) => {
  describe('accounts by the official client', () => {
    it('are made, read, changed and deleted', async () => {
      await using server = await createServerOfToday(engine);
      const admin = await openAdmin(server);
      const { data: made, error } = await admin.createUser({
        email: 'ADA@client.example',
        password: PASSWORD,
        email_confirm: true,
        user_metadata: { username: 'ada' },
        app_metadata: { roles: ['admin'] },
      });
      expect(error).toBeNull();
      expect(made.user).toMatchObject({
        email: ADA,
        user_metadata: { username: 'ada', email_verified: true },
        app_metadata: { provider: 'email', roles: ['admin'] },
      });
      const id = made.user?.id ?? '';
      const { body: session } = await tryPassword(server, ADA, PASSWORD);
      const ping = () =>
        server.inject({
          url: '/api/admin/ping',
          headers: { authorization: `Bearer ${session.access_token}` },
        });
      expect((await ping()).statusCode).toBe(200);
      expect((await admin.getUserById(id)).data.user?.email).toBe(ADA);

      await admin.updateUserById(id, { app_metadata: { roles: null } });
      expect((await ping()).statusCode).toBe(403);
      const { data: renamed } = await admin.updateUserById(id, { email: EVE, user_metadata: { a: 1 } });
      expect(renamed.user).toMatchObject({
        email: EVE,
        user_metadata: { username: 'ada', a: 1 },
      });

      await admin.updateUserById(id, { password: NEW_PASSWORD });
      expect((await ping()).statusCode).toBe(401);
      expect((await tryPassword(server, EVE)).status).toBe(400);
      expect((await tryPassword(server, EVE, NEW_PASSWORD)).status).toBe(200);

      expect((await admin.deleteUser(id)).error).toBeNull();
      expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' });
      expect((await admin.deleteUser(id)).error).toMatchObject({ code: 'user_not_found' });
      expect((await tryPassword(server, EVE, NEW_PASSWORD)).body.code).toBe('invalid_credentials');
    });

    it('show their metadata as it was sent; only a confirmation adds to it', async () => {
      await using server = await createServerOfToday(engine);
      const admin = await openAdmin(server);
      const sent = { username: 'ada', theme: { dark: true } };
      const { data: made } = await admin.createUser({ email: ADA, user_metadata: sent });
      expect(made.user?.user_metadata).toEqual(sent);
      const id = made.user?.id ?? '';
      const { data: changed } = await admin.updateUserById(id, { user_metadata: { theme: null, a: 1 } });
      expect(changed.user?.user_metadata).toEqual({ username: 'ada', a: 1 });
      const { data: confirmed } = await admin.updateUserById(id, { email_confirm: true });
      expect(confirmed.user?.user_metadata).toEqual({ username: 'ada', a: 1, email_verified: true });
      expect((await admin.getUserById(id)).data.user?.user_metadata).toEqual({
        username: 'ada',
        a: 1,
        email_verified: true,
      });
    });

    it('security: are confirmed with the password of the one sign-up, and every link of before is void', async () => {
      await using server = await createServerOfToday(engine);
      const admin = await openAdmin(server);
      await attemptByCall(server, { email: ADA, data: { username: 'ada' } });
      const token = tokenIn(await newestMail(server, ADA));
      await callAuth(server, '/recover', { body: { email: ADA } });
      const recovery = tokenIn(await newestMail(server, ADA));
      const { data } = await admin.listUsers();
      const id = data.users[0]?.id ?? '';
      const { data: changed } = await admin.updateUserById(id, { email_confirm: true });
      expect(changed.user?.email_confirmed_at).toBeDefined();
      expect(changed.user?.user_metadata).toMatchObject({ username: 'ada' });
      expect((await tryPassword(server, ADA)).status).toBe(200);
      await admin.updateUserById(id, { email_confirm: true });
      expect((await tryPassword(server, ADA)).status).toBe(200);
      for (const [type, link] of [
        ['signup', token],
        ['recovery', recovery],
      ] as const) {
        expect((await followLink(server, type, link)).body.code).toBe('otp_expired');
      }
      await server.drainOutbox();
      expect(server.mails).toHaveLength(2);
    });

    it('security: keep the password that an admin gives with the confirmation, or gave before it', async () => {
      await using server = await createServerOfToday(engine);
      const admin = await openAdmin(server);
      for (const before of [true, false]) {
        const email = before ? ADA : EVE;
        const { data: made } = await admin.createUser({
          email,
          ...(before ? { password: NEW_PASSWORD } : {}),
        });
        await attemptByCall(server, { email });
        await admin.updateUserById(made.user?.id ?? '', {
          email_confirm: true,
          ...(before ? {} : { password: NEW_PASSWORD }),
        });
        expect((await tryPassword(server, email)).status).toBe(400);
        expect((await tryPassword(server, email, NEW_PASSWORD)).status).toBe(200);
      }
    });

    it('are shut for a time, from the next call on', async () => {
      await using server = await createServerOfToday(engine);
      const { access_token: token, user } = await signUpByCall(server, ADA);
      const admin = await openAdmin(server);
      await admin.updateUserById(user.id, { ban_duration: '30m' });
      expect((await callAuth(server, '/user', { token })).body.code).toBe('user_banned');
      expect((await tryPassword(server, ADA)).body.code).toBe('user_banned');
      server.clock.advance(1_800);
      expect((await tryPassword(server, ADA)).status).toBe(200);
      await admin.updateUserById(user.id, { ban_duration: '24h' });
      await admin.updateUserById(user.id, { ban_duration: 'none' });
      expect((await callAuth(server, '/user', { token })).status).toBe(200);
    });

    it('are listed by pages, newest first', async () => {
      await using server = await createServerOfToday(engine);
      const admin = await openAdmin(server);
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        await admin.createUser({ email: `${name}@client.example` });
        server.clock.advance(1);
      }
      const { data } = await admin.listUsers({ page: 2, perPage: 2 });
      expect(data).toMatchObject({ aud: 'authenticated', nextPage: 3, lastPage: 3, total: 5 });
      expect(data.users.map(({ email }) => email)).toEqual(['c@client.example', 'b@client.example']);
      expect((await admin.listUsers({ page: 3, perPage: 2 })).data).toMatchObject({
        nextPage: null,
        lastPage: 3,
      });
      expect((await admin.listUsers()).data.users).toHaveLength(5);
      for (const query of ['page=0', 'page=x', 'per_page=-1', 'page=99999999999']) {
        const reply = await callAuth(server, `/admin/users?${query}`, { token: await serviceToken(server) });
        expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed']);
      }
    });

    it('have factors, which can be taken away for somebody who has lost all', async () => {
      await using server = await createServerOfToday(engine);
      const { access_token: token, user } = await signUpByCall(server, ADA);
      const { app, session } = await setUpAppByCall(server, token);
      await callAuth(server, '/factors/recovery-codes', { token: session.access_token, body: {} });
      const admin = await openAdmin(server);
      const { data } = await admin.mfa.listFactors({ userId: user.id });
      expect(data?.factors).toHaveLength(2);
      expect((await admin.listUsers()).data.users[0]?.factors).toHaveLength(2);
      expect((await admin.mfa.deleteFactor({ userId: user.id, id: app.factorId })).error).toBeNull();
      expect((await admin.mfa.listFactors({ userId: user.id })).data?.factors).toEqual([]);
      const { body } = await tryPassword(server, ADA, PASSWORD);
      const me = await server.inject({
        url: '/api/me',
        headers: { authorization: `Bearer ${body.access_token}` },
      });
      expect(me.statusCode).toBe(200);
    });

    it('are refused where the address is taken or what is asked for is not offered', async () => {
      await using server = await createServerOfToday(engine);
      const { user } = await signUpByCall(server, ADA);
      const token = await serviceToken(server);
      const post = async (body: unknown) => {
        const reply = await callAuth(server, '/admin/users', { token, body });
        return [reply.status, reply.body.code];
      };
      expect(await post({ email: ADA })).toEqual([422, 'email_exists']);
      expect(await post({ password: PASSWORD })).toEqual([400, 'validation_failed']);
      expect(await post({ email: EVE, password: 'short' })).toEqual([422, 'weak_password']);
      expect(await post({ email: EVE, ban_duration: 'forever' })).toEqual([400, 'validation_failed']);
      expect(await post({ email: EVE, password_hash: '$2a$' })).toEqual([400, 'validation_failed']);
      expect(await post({ email: EVE, phone: '+491' })).toEqual([422, 'phone_provider_disabled']);
      expect(await post({ email: EVE, app_metadata: [] })).toEqual([400, 'validation_failed']);
      await post({ email: EVE, email_confirm: true });
      const url = `/admin/users/${user.id}`;
      const taken = await callAuth(server, url, { method: 'PUT', token, body: { email: EVE } });
      expect([taken.status, taken.body.code]).toEqual([422, 'email_exists']);
      const soft = await callAuth(server, url, {
        method: 'DELETE',
        token,
        body: { should_soft_delete: true },
      });
      expect(soft.status).toBe(400);
      const unknown = await callAuth(server, '/admin/users/nobody', { token });
      expect([unknown.status, unknown.body.code]).toEqual([404, 'user_not_found']);
    });
  });

  describe('links by the official client', () => {
    it('invite by mail: the button signs in, and a password of somebody else’s is void', async () => {
      await using server = await createServerOfToday(engine);
      const admin = await openAdmin(server);
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

    it('are made for a service’s own mails, and work once', async () => {
      await using server = await createServerOfToday(engine);
      const admin = await openAdmin(server);
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

    it('are refused for what is not there or not offered', async () => {
      await using server = await createServerOfToday(engine);
      await signUpByCall(server, ADA);
      const token = await serviceToken(server);
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

    it('security: lead nowhere else', async () => {
      await using server = await createServerOfToday(engine);
      await signUpByCall(server, ADA);
      const body = { type: 'recovery', email: ADA, redirect_to: 'https://evil.example/x' };
      const reply = await callAuth(server, '/admin/generate_link', {
        token: await serviceToken(server),
        body,
      });
      expect(reply.body.redirect_to).not.toContain('evil');
      expect(reply.body.action_link).not.toContain('evil');
    });
  });

  describe('security: a service’s token', () => {
    const calls = [
      ['GET', '/admin/users'],
      ['POST', '/admin/users'],
      ['PUT', '/admin/users/x'],
      ['DELETE', '/admin/users/x'],
      ['GET', '/admin/users/x/factors'],
      ['DELETE', '/admin/users/x/factors/y'],
      ['POST', '/invite'],
      ['POST', '/admin/generate_link'],
    ] as const;

    it('is asked for by every one of these calls, and a user’s own is none, admin or not', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: owner } = await signUpByCall(server, 'owner@studio.example');
      await server.db.updateTable('auth_users').set({ app_metadata: '{"roles":["admin"]}' }).execute();
      for (const [method, path] of calls) {
        const asked = { method, body: method === 'GET' ? undefined : {} };
        const none = await callAuth(server, path, asked);
        expect([path, none.status, none.body.code]).toEqual([path, 401, 'no_authorization']);
        const own = await callAuth(server, path, { ...asked, token: owner });
        expect([path, own.status, own.body.code]).toEqual([path, 403, 'not_admin']);
        const forged = await callAuth(server, path, { ...asked, token: `${owner.slice(0, -5)}AAAAA` });
        expect([path, forged.status, forged.body.code]).toEqual([path, 403, 'bad_jwt']);
      }
    });

    it('expires, and counts for this provider and this purpose alone', async () => {
      await using server = await createTestServer({ engine });
      const token = await serviceToken(server, 3_600);
      const list = async (by: string) => (await callAuth(server, '/admin/users', { token: by })).status;
      expect(await list(token)).toBe(200);
      server.clock.advance(3_600);
      expect(await list(token)).toBe(403);
      const { kid, algorithm, privateKey } = await keysOf(server).signingKey();
      const sign = (claims: Record<string, unknown>, audience: string, issuer = ISSUER) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
          .setAudience(audience)
          .setIssuer(issuer)
          .setIssuedAt(Math.floor(server.clock.now().getTime() / 1000))
          .setExpirationTime(Math.floor(server.clock.now().getTime() / 1000) + 60)
          .sign(privateKey);
      expect(await list(await sign({ role: 'service_role' }, 'service_role'))).toBe(200);
      expect(await list(await sign({ role: 'authenticated' }, 'service_role'))).toBe(403);
      expect(await list(await sign({ role: 'service_role' }, 'authenticated'))).toBe(403);
      expect(await list(await sign({ role: 'service_role' }, 'service_role', 'https://x.example'))).toBe(403);
    });

    it('signs nobody in to the product', async () => {
      await using server = await createTestServer({ engine });
      const token = await serviceToken(server);
      for (const url of ['/api/me', '/api/admin/ping', '/auth/v1/user']) {
        const reply = await server.inject({ url, headers: { authorization: `Bearer ${token}` } });
        expect([url, reply.statusCode]).toEqual([url, url.startsWith('/api') ? 401 : 403]);
      }
    });
  });
});

function addressOf(server: TestServer): string {
  const address = server.http.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen');
  return `127.0.0.1:${address.port}`;
}
