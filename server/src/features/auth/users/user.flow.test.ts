import { studio } from '@atelier/content/studio.ts';
import { describe, expect, it } from 'vitest';
import { describeEachEngine } from '../../../../test/harness/database.ts';
import { createServerOfToday, createTestServer } from '../../../../test/harness/server.ts';
import {
  callAuth,
  followLink,
  newestMail,
  PASSWORD,
  signUpAndConfirm,
  signUpByCall,
  tokenIn,
  tryPassword,
  updateUser,
} from '../../../../test/harness/sign-in.ts';

const ADA = 'ada@client.example';
const NEW = 'new@client.example';
const NEW_PASSWORD = 'another sentence nobody else uses';

describeEachEngine((engine) => {
  describe('metadata', () => {
    it('merges the update, deletes keys set to null, and appears in the next access token', async () => {
      await using server = await createServerOfToday(engine);
      const { auth } = await signUpAndConfirm(server, await server.listen(), ADA, { username: 'ada', a: 1 });
      const { data, error } = await auth.updateUser({ data: { a: null, b: { c: 2 } } });
      expect(error).toBeNull();
      expect(data.user?.user_metadata).toMatchObject({ username: 'ada', b: { c: 2 }, email: ADA });
      expect(data.user?.user_metadata).not.toHaveProperty('a');
      await auth.refreshSession();
      expect((await auth.getClaims()).data?.claims.user_metadata).toMatchObject({ b: { c: 2 } });
    });

    it('security: user metadata grants no role', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: token } = await signUpByCall(server, ADA);
      const refused = await updateUser(server, token, { app_metadata: { roles: ['admin'] }, data: { a: 1 } });
      expect([refused.status, refused.body]).toEqual([
        403,
        { code: 'not_admin', message: 'Updating app_metadata requires admin privileges' },
      ]);
      const { body } = await updateUser(server, token, {
        data: { roles: ['admin'], sub: 'x', email: 'y' },
        role: 'admin',
      });
      expect(body.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
      expect(body.user_metadata).toMatchObject({ sub: body.id, email: ADA });
      const admin = await server.inject({
        url: '/api/admin/ping',
        headers: { authorization: `Bearer ${token}` },
      });
      expect(admin.statusCode).toBe(403);
    });

    it('requires a signed-in user and a well-formed body', async () => {
      await using server = await createTestServer({ engine });
      expect((await callAuth(server, '/user', { method: 'PUT', body: {} })).status).toBe(401);
      const { access_token: token } = await signUpByCall(server, ADA);
      expect((await updateUser(server, token, { data: 'x' })).status).toBe(400);
      expect((await updateUser(server, token, { phone: '+491' })).body.code).toBe('phone_provider_disabled');
      expect((await updateUser(server, token, {})).body.email).toBe(ADA);
      const big = await updateUser(server, token, { data: { a: 'x'.repeat(5_000) }, password: NEW_PASSWORD });
      expect(big.status).toBe(400);
      expect((await tryPassword(server, ADA)).status).toBe(200);
    });
  });

  describe('password', () => {
    it('security: a password change ends all other sessions and voids every link and code', async () => {
      await using server = await createTestServer({ engine });
      const mine = await signUpByCall(server, ADA);
      const other = (await tryPassword(server, ADA)).body;
      await updateUser(server, mine.access_token, { email: NEW });
      const change = tokenIn(await newestMail(server, NEW));
      await callAuth(server, '/recover', { body: { email: ADA } });
      const recovery = tokenIn(await newestMail(server, ADA));
      await server.db
        .insertInto('auth_codes')
        .values({
          code_hash: 'x',
          user_id: mine.user.id,
          method: 'recovery',
          challenge: 'x',
          challenge_method: 'plain',
          issued_at: server.clock.now().toISOString(),
          failed_tries: 0,
        })
        .execute();

      const { status, body } = await updateUser(server, mine.access_token, { password: NEW_PASSWORD });
      expect(status).toBe(200);
      for (const gone of ['new_email', 'recovery_sent_at', 'confirmation_sent_at', 'email_change_sent_at']) {
        expect(body).not.toHaveProperty(gone);
      }
      expect((await followLink(server, 'recovery', recovery)).body.code).toBe('otp_expired');
      expect((await followLink(server, 'email_change', change)).body.code).toBe('otp_expired');
      expect(await server.db.selectFrom('auth_codes').selectAll().execute()).toEqual([]);
      const refreshOf = (token: string) =>
        callAuth(server, '/token?grant_type=refresh_token', { body: { refresh_token: token } });
      expect((await refreshOf(other.refresh_token)).body.code).toBe('refresh_token_not_found');
      expect((await callAuth(server, '/user', { token: other.access_token })).body.code).toBe(
        'session_not_found',
      );
      expect((await refreshOf(mine.refresh_token)).status).toBe(200);
      expect((await tryPassword(server, ADA)).status).toBe(400);
      expect((await tryPassword(server, ADA, NEW_PASSWORD)).status).toBe(200);
      const notice = await newestMail(server, ADA);
      expect(notice?.subject).toBe(`Your password at ${studio.name} was changed`);
      expect(`${notice?.text}${notice?.html}`).not.toContain(NEW_PASSWORD);
    });

    it.each([
      [{ password: 'short' }, 422, 'weak_password', 'Password should be at least 8 characters.'],
      [{ password: 'Password1' }, 422, 'weak_password', expect.stringContaining('easy to guess')],
      [
        { password: PASSWORD },
        422,
        'same_password',
        'New password should be different from the old password.',
      ],
      [
        { password: 'x'.repeat(129) },
        400,
        'validation_failed',
        'Password cannot be longer than 128 characters',
      ],
    ])('refuses %j', async (body, status, code, message) => {
      await using server = await createTestServer({ engine });
      const { access_token: token } = await signUpByCall(server, ADA);
      const reply = await updateUser(server, token, body);
      expect([reply.status, reply.body.code, reply.body.message]).toEqual([status, code, message]);
    });

    it('security: a password change requires the current password, except within 15 minutes of a recovery', async () => {
      await using server = await createTestServer({ engine });
      await signUpByCall(server, ADA);
      const { access_token: token } = (await tryPassword(server, ADA)).body;
      const codeOf = async (body: Record<string, unknown>, by = token) => {
        const reply = await updateUser(server, by, { password: NEW_PASSWORD, ...body });
        return [reply.status, reply.body.code];
      };
      expect(await codeOf({})).toEqual([400, 'current_password_required']);
      expect(await codeOf({ current_password: 'wrong' })).toEqual([400, 'current_password_invalid']);
      expect(await codeOf({ current_password: PASSWORD })).toEqual([200, undefined]);
      await callAuth(server, '/recover', { body: { email: ADA } });
      const recovered = await followLink(server, 'recovery', tokenIn(await newestMail(server, ADA)));
      const byMail = recovered.body.access_token;
      expect(await codeOf({ password: 'a third sentence of mine' }, byMail)).toEqual([200, undefined]);
      server.clock.advance(15 * 60 - 1);
      expect(await codeOf({ password: 'a fourth sentence of mine' }, byMail)).toEqual([200, undefined]);
      server.clock.advance(1);
      const late = { password: 'a fifth sentence of mine' };
      expect(await codeOf(late, byMail)).toEqual([400, 'current_password_required']);
      const refreshed = await callAuth(server, '/token?grant_type=refresh_token', {
        body: { refresh_token: recovered.body.refresh_token },
      });
      expect(await codeOf(late, refreshed.body.access_token)).toEqual([400, 'current_password_required']);
      const current = { current_password: 'a fourth sentence of mine' };
      expect(await codeOf({ ...late, ...current }, byMail)).toEqual([200, undefined]);
    });

    it('requires no current password when the account has none', async () => {
      await using server = await createTestServer({ engine });
      await signUpByCall(server, ADA);
      const { access_token: token } = (await tryPassword(server, ADA)).body;
      await server.db.updateTable('auth_users').set({ password_hash: null }).execute();
      expect((await updateUser(server, token, { password: NEW_PASSWORD })).status).toBe(200);
      expect((await updateUser(server, token, { password: PASSWORD })).body.code).toBe(
        'current_password_required',
      );
    });

    it('requires no current password when AUTH_PASSWORD_CHANGE is free', async () => {
      await using server = await createTestServer({ engine, env: { AUTH_PASSWORD_CHANGE: 'free' } });
      await signUpByCall(server, ADA);
      const { access_token: token } = (await tryPassword(server, ADA)).body;
      expect((await updateUser(server, token, { password: NEW_PASSWORD })).status).toBe(200);
    });

    it('requires a mailed code in a day-old session when AUTH_PASSWORD_CHANGE is code', async () => {
      await using server = await createTestServer({ engine, env: { AUTH_PASSWORD_CHANGE: 'code' } });
      const { refresh_token: refreshToken } = await signUpByCall(server, ADA);
      server.clock.advance(24 * 3_600);
      const { body: session } = await callAuth(server, '/token?grant_type=refresh_token', {
        body: { refresh_token: refreshToken },
      });
      const token = session.access_token;
      const codeOf = async (nonce?: string) =>
        (await updateUser(server, token, { password: NEW_PASSWORD, ...(nonce ? { nonce } : {}) })).body.code;
      expect(await codeOf()).toBe('reauthentication_needed');
      const asked = await callAuth(server, '/reauthenticate', { token });
      expect([asked.status, asked.body]).toEqual([200, {}]);
      const code = /Code: (\d{6})/.exec((await newestMail(server, ADA))?.text ?? '')?.[1] ?? '';
      expect(code).toMatch(/^\d{6}$/);
      expect(await codeOf(code === '000000' ? '000001' : '000000')).toBe('reauthentication_not_valid');
      expect(await codeOf(code)).toBeUndefined();
      expect((await tryPassword(server, ADA, NEW_PASSWORD)).status).toBe(200);
    });

    it('security: a reauthentication code expires, works once and allows few tries', async () => {
      await using server = await createTestServer({
        engine,
        env: { AUTH_PASSWORD_CHANGE: 'code', RATE_LIMIT_SCALE: '1', AUTH_EMAIL_INTERVAL: '0' },
      });
      const { refresh_token: refreshToken } = await signUpByCall(server, ADA);
      server.clock.advance(24 * 3_600);
      const { body: session } = await callAuth(server, '/token?grant_type=refresh_token', {
        body: { refresh_token: refreshToken },
      });
      const token = session.access_token;
      const tryCode = async (nonce: string, password = NEW_PASSWORD) =>
        (await updateUser(server, token, { password, nonce })).body.code;
      await callAuth(server, '/reauthenticate', { token });
      const readCode = async () =>
        /Code: (\d{6})/.exec((await newestMail(server, ADA))?.text ?? '')?.[1] ?? '';
      const first = await readCode();
      await server.db
        .updateTable('auth_one_time_tokens')
        .set({ expires_at: server.clock.now().toISOString() })
        .execute();
      expect(await tryCode(first)).toBe('reauthentication_not_valid');
      await callAuth(server, '/reauthenticate', { token });
      const second = await readCode();
      expect(await tryCode(second)).toBeUndefined();
      const third = 'a third sentence of mine';
      for (const code of [second, '111111', '222222']) {
        expect(await tryCode(code, third)).toBe('reauthentication_not_valid');
      }
      expect(await tryCode('333333', third)).toBe('over_request_rate_limit');
    });
  });
});
