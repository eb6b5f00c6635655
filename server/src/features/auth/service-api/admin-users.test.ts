import { describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import { setUpAppByCall } from '../../../../test/harness/second-factor.ts';
import { createServerOfToday } from '../../../../test/harness/server.ts';
import {
  attemptByCall,
  callAuth,
  followLink,
  makeServiceToken,
  newestMail,
  openAdminClient,
  PASSWORD,
  signUpByCall,
  tokenIn,
  tryPassword,
} from '../../../../test/harness/sign-in.ts';
import { parseBanDuration } from './admin-users.flow.ts';

describe('parseBanDuration', () => {
  it.each([
    ['none', 0],
    ['24h', 86_400],
    ['1h30m', 5_400],
    ['1.5h', 5_400],
    ['90s', 90],
    ['500ms', 0.5],
    ['876000h', 3_153_600_000],
  ])('reads %s', (text, seconds) => {
    expect(parseBanDuration(text)).toBe(seconds);
  });

  it.each(['', '24', 'h', '-1h', '1d', '1h ', 'forever', '1h-30m', `${'9'.repeat(400)}h`, '900000h'])(
    'refuses "%s"',
    (text) => {
      expect(() => parseBanDuration(text)).toThrow('invalid format for ban duration');
    },
  );
});

const ADA = 'ada@client.example';
const EVE = 'eve@client.example';
const NEW_PASSWORD = 'another sentence nobody else uses';

describeAnyEngine((engine) => {
  describe('accounts by the official client', () => {
    it('are created, read, updated and deleted', async () => {
      await using server = await createServerOfToday(engine);
      const admin = await openAdminClient(server);
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

    it('return metadata as sent, to which only a confirmation adds', async () => {
      await using server = await createServerOfToday(engine);
      const admin = await openAdminClient(server);
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

    it('security: are confirmed with the only sign-up’s password, which voids every earlier link', async () => {
      await using server = await createServerOfToday(engine);
      const admin = await openAdminClient(server);
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

    it('security: keep the password that an admin sets with the confirmation or before it', async () => {
      await using server = await createServerOfToday(engine);
      const admin = await openAdminClient(server);
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

    it('are disabled from the next call until the ban ends', async () => {
      await using server = await createServerOfToday(engine);
      const { access_token: token, user } = await signUpByCall(server, ADA);
      const admin = await openAdminClient(server);
      await admin.updateUserById(user.id, { ban_duration: '30m' });
      expect((await callAuth(server, '/user', { token })).body.code).toBe('user_banned');
      expect((await tryPassword(server, ADA)).body.code).toBe('user_banned');
      server.clock.advance(1_800);
      expect((await tryPassword(server, ADA)).status).toBe(200);
      await admin.updateUserById(user.id, { ban_duration: '24h' });
      await admin.updateUserById(user.id, { ban_duration: 'none' });
      expect((await callAuth(server, '/user', { token })).status).toBe(200);
    });

    it('are listed in pages, newest first', async () => {
      await using server = await createServerOfToday(engine);
      const admin = await openAdminClient(server);
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
        const reply = await callAuth(server, `/admin/users?${query}`, {
          token: await makeServiceToken(server),
        });
        expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed']);
      }
    });

    it('have factors that a service can remove when the user has lost them', async () => {
      await using server = await createServerOfToday(engine);
      const { access_token: token, user } = await signUpByCall(server, ADA);
      const { app, session } = await setUpAppByCall(server, token);
      await callAuth(server, '/factors/recovery-codes', { token: session.access_token, body: {} });
      const admin = await openAdminClient(server);
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

    it('are refused when the address is taken or a feature is unsupported', async () => {
      await using server = await createServerOfToday(engine);
      const { user } = await signUpByCall(server, ADA);
      const token = await makeServiceToken(server);
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
});
