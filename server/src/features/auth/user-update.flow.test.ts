import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../../test/clock.ts';
import { describeEachEngine } from '../../../test/database.ts';
import { createTestServer, type TestServer } from '../../../test/server.ts';
import {
  callAuth,
  linkIn,
  newestMail,
  PASSWORD,
  pressButton,
  signUpAndConfirm,
  signUpByCall,
  tokenIn,
} from '../../../test/sign-in.ts';

const ADA = 'ada@client.example';
const NEW = 'new@client.example';
const NEW_PASSWORD = 'another sentence nobody else uses';

const update = (server: TestServer, token: string, body: Record<string, unknown>) =>
  callAuth(server, '/user', { method: 'PUT', token, body });

const follow = (server: TestServer, type: string, token: string) =>
  callAuth(server, '/verify', { body: { type, token_hash: token } });

const signIn = (server: TestServer, email: string, password: string) =>
  callAuth(server, '/token?grant_type=password', { body: { email, password } });

/** A server whose clock agrees with that of the official client. */
const createServerOfToday = (engine: 'sqlite' | 'postgres') =>
  createTestServer({ engine, clock: createTestClock(new Date().toISOString()) });

describeEachEngine((engine) => {
  describe('metadata', () => {
    it('is merged, a null deletes, and tokens carry it from the next one on', async () => {
      await using server = await createServerOfToday(engine);
      const { auth } = await signUpAndConfirm(server, await server.listen(), ADA, { username: 'ada', a: 1 });
      const { data, error } = await auth.updateUser({ data: { a: null, b: { c: 2 } } });
      expect(error).toBeNull();
      expect(data.user?.user_metadata).toMatchObject({ username: 'ada', b: { c: 2 }, email: ADA });
      expect(data.user?.user_metadata).not.toHaveProperty('a');
      await auth.refreshSession();
      expect((await auth.getClaims()).data?.claims.user_metadata).toMatchObject({ b: { c: 2 } });
    });

    it('security: gives nobody a role', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: token } = await signUpByCall(server, ADA);
      const refused = await update(server, token, { app_metadata: { roles: ['admin'] }, data: { a: 1 } });
      expect([refused.status, refused.body]).toEqual([
        403,
        { code: 'not_admin', message: 'Updating app_metadata requires admin privileges' },
      ]);
      const { body } = await update(server, token, {
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

    it('needs somebody who is signed in, and a body that makes sense', async () => {
      await using server = await createTestServer({ engine });
      expect((await callAuth(server, '/user', { method: 'PUT', body: {} })).status).toBe(401);
      const { access_token: token } = await signUpByCall(server, ADA);
      expect((await update(server, token, { data: 'x' })).status).toBe(400);
      expect((await update(server, token, { phone: '+491' })).body.code).toBe('phone_provider_disabled');
      expect((await update(server, token, {})).body.email).toBe(ADA);
      const big = await update(server, token, { data: { a: 'x'.repeat(5_000) }, password: NEW_PASSWORD });
      expect(big.status).toBe(400);
      expect((await signIn(server, ADA, PASSWORD)).status).toBe(200);
    });
  });

  describe('password', () => {
    it('security: all other sessions, every link and every code die with the old one', async () => {
      await using server = await createTestServer({ engine });
      const mine = await signUpByCall(server, ADA);
      const other = (await signIn(server, ADA, PASSWORD)).body;
      await update(server, mine.access_token, { email: NEW });
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

      const { status, body } = await update(server, mine.access_token, { password: NEW_PASSWORD });
      expect(status).toBe(200);
      for (const gone of ['new_email', 'recovery_sent_at', 'confirmation_sent_at', 'email_change_sent_at']) {
        expect(body).not.toHaveProperty(gone);
      }
      expect((await follow(server, 'recovery', recovery)).body.code).toBe('otp_expired');
      expect((await follow(server, 'email_change', change)).body.code).toBe('otp_expired');
      expect(await server.db.selectFrom('auth_codes').selectAll().execute()).toEqual([]);
      const refreshOf = (token: string) =>
        callAuth(server, '/token?grant_type=refresh_token', { body: { refresh_token: token } });
      expect((await refreshOf(other.refresh_token)).body.code).toBe('refresh_token_not_found');
      expect((await callAuth(server, '/user', { token: other.access_token })).body.code).toBe(
        'session_not_found',
      );
      expect((await refreshOf(mine.refresh_token)).status).toBe(200);
      expect((await signIn(server, ADA, PASSWORD)).status).toBe(400);
      expect((await signIn(server, ADA, NEW_PASSWORD)).status).toBe(200);
      const notice = await newestMail(server, ADA);
      expect(notice?.subject).toBe('Your password at Atelier was changed');
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
      const reply = await update(server, token, body);
      expect([reply.status, reply.body.code, reply.body.message]).toEqual([status, code, message]);
    });

    it('asks for the current one where the settings say so, but not after a recovery', async () => {
      await using server = await createTestServer({
        engine,
        env: { AUTH_PASSWORD_CHANGE: 'current-password' },
      });
      await signUpByCall(server, ADA);
      const { access_token: token } = (await signIn(server, ADA, PASSWORD)).body;
      const codeOf = async (body: Record<string, unknown>, by = token) => {
        const reply = await update(server, by, { password: NEW_PASSWORD, ...body });
        return [reply.status, reply.body.code];
      };
      expect(await codeOf({})).toEqual([400, 'current_password_required']);
      expect(await codeOf({ current_password: 'wrong' })).toEqual([400, 'current_password_invalid']);
      expect(await codeOf({ current_password: PASSWORD })).toEqual([200, undefined]);
      await callAuth(server, '/recover', { body: { email: ADA } });
      const recovered = await follow(server, 'recovery', tokenIn(await newestMail(server, ADA)));
      expect(await codeOf({ password: 'a third sentence of mine' }, recovered.body.access_token)).toEqual([
        200,
        undefined,
      ]);
    });

    it('asks for a code once the session is a day old where the settings say so', async () => {
      await using server = await createTestServer({ engine, env: { AUTH_PASSWORD_CHANGE: 'code' } });
      const { refresh_token: refreshToken } = await signUpByCall(server, ADA);
      server.clock.advance(24 * 3_600);
      const { body: session } = await callAuth(server, '/token?grant_type=refresh_token', {
        body: { refresh_token: refreshToken },
      });
      const token = session.access_token;
      const codeOf = async (nonce?: string) =>
        (await update(server, token, { password: NEW_PASSWORD, ...(nonce ? { nonce } : {}) })).body.code;
      expect(await codeOf()).toBe('reauthentication_needed');
      const asked = await callAuth(server, '/reauthenticate', { token });
      expect([asked.status, asked.body]).toEqual([200, {}]);
      const code = /Code: (\d{6})/.exec((await newestMail(server, ADA))?.text ?? '')?.[1] ?? '';
      expect(code).toMatch(/^\d{6}$/);
      expect(await codeOf(code === '000000' ? '000001' : '000000')).toBe('reauthentication_not_valid');
      expect(await codeOf(code)).toBeUndefined();
      expect((await signIn(server, ADA, NEW_PASSWORD)).status).toBe(200);
    });

    it('security: a code runs out, works once, and bears few tries', async () => {
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
        (await update(server, token, { password, nonce })).body.code;
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

  describe('address', () => {
    it.each(['current first', 'new first'])('changes with the second of two links, %s', async (order) => {
      await using server = await createServerOfToday(engine);
      const origin = await server.listen();
      const { auth } = await signUpAndConfirm(server, origin, ADA);
      const asked = await auth.updateUser(
        { email: 'New@Client.example' },
        { emailRedirectTo: 'http://localhost:4000/auth/email-change' },
      );
      expect(asked.error).toBeNull();
      expect(asked.data.user).toMatchObject({ email: ADA, new_email: NEW });
      const links = [
        linkIn(await newestMail(server, ADA), origin),
        linkIn(await newestMail(server, NEW), origin),
      ];
      if (order === 'new first') links.reverse();

      const half = await pressButton(links[0] ?? '');
      const message = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';
      expect(half.searchParams.get('message')).toBe(message);
      expect(half.hash).toBe(`#${new URLSearchParams({ message, sb: '' })}`);
      expect(half.searchParams.has('code')).toBe(false);
      expect((await auth.getUser()).data.user?.email).toBe(ADA);
      // The first link again is not the second.
      expect((await pressButton(links[0] ?? '')).searchParams.get('error_code')).toBe('otp_expired');
      expect((await auth.getUser()).data.user?.email).toBe(ADA);

      const done = await pressButton(links[1] ?? '');
      expect(done.pathname).toBe('/auth/email-change');
      const { data } = await auth.exchangeCodeForSession(done.searchParams.get('code') ?? '');
      expect(data.user).toMatchObject({
        email: NEW,
        user_metadata: { email: NEW, email_verified: true },
        identities: [{ email: NEW, identity_data: { email: NEW } }],
      });
      expect(data.user).not.toHaveProperty('new_email');
      const notice = await newestMail(server, ADA);
      expect([notice?.subject, notice?.text.includes(NEW)]).toEqual([
        'Your address at Atelier was changed',
        true,
      ]);
      expect((await signIn(server, ADA, PASSWORD)).status).toBe(400);
      expect((await signIn(server, NEW, PASSWORD)).status).toBe(200);
    });

    it('tells a client that uses the links by calls', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: token } = await signUpByCall(server, ADA);
      await update(server, token, { email: NEW });
      const [current, next] = [
        tokenIn(await newestMail(server, ADA)),
        tokenIn(await newestMail(server, NEW)),
      ];
      const half = await follow(server, 'email_change', current);
      expect([half.status, half.body]).toEqual([
        200,
        {
          msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
          code: '200',
        },
      ]);
      expect((await follow(server, 'email_change', next)).body.user.email).toBe(NEW);
    });

    it('security: one link changes nothing, also where accounts are confirmed without mail (DEV-7)', async () => {
      await using server = await createTestServer({ engine, env: { AUTH_AUTOCONFIRM: 'on' } });
      const { body } = await callAuth(server, '/signup', { body: { email: ADA, password: PASSWORD } });
      await update(server, body.access_token, { email: NEW });
      await follow(server, 'email_change', tokenIn(await newestMail(server, NEW)));
      expect((await callAuth(server, '/user', { token: body.access_token })).body.email).toBe(ADA);
      // Not even when the other link has run out and its row is gone.
      await server.db.deleteFrom('auth_one_time_tokens').execute();
      expect((await signIn(server, ADA, PASSWORD)).status).toBe(200);
    });

    it('security: makes both links of an earlier request void, and starts from nothing', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: token } = await signUpByCall(server, ADA);
      await update(server, token, { email: 'eve@evil.example' });
      const evil = tokenIn(await newestMail(server, 'eve@evil.example'));
      expect((await follow(server, 'email_change', evil)).status).toBe(200);
      await update(server, token, { email: NEW });
      const next = tokenIn(await newestMail(server, NEW));
      const half = await follow(server, 'email_change', next);
      expect(half.body.code).toBe('200');
      const current = tokenIn(await newestMail(server, ADA));
      expect((await follow(server, 'email_change', current)).body.user.email).toBe(NEW);
    });

    it('sends both links anew on request', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: token } = await signUpByCall(server, ADA);
      await update(server, token, { email: NEW });
      const old = tokenIn(await newestMail(server, NEW));
      await callAuth(server, '/resend', { body: { type: 'email_change', email: ADA } });
      const fresh = [tokenIn(await newestMail(server, NEW)), tokenIn(await newestMail(server, ADA))];
      expect((await follow(server, 'email_change', old)).body.code).toBe('otp_expired');
      expect((await follow(server, 'email_change', fresh[0] ?? '')).status).toBe(200);
      expect((await follow(server, 'email_change', fresh[1] ?? '')).body.user.email).toBe(NEW);
    });

    it('refuses an address that is somebody’s, and passes over one’s own', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: token } = await signUpByCall(server, ADA);
      await signUpByCall(server, 'bob@client.example');
      const before = server.mails.length;
      const taken = await update(server, token, { email: 'Bob@client.example' });
      expect([taken.status, taken.body]).toEqual([
        422,
        {
          code: 'email_exists',
          message: 'A user with this email address has already been registered',
        },
      ]);
      expect((await update(server, token, { email: 'ADA@client.example' })).body).not.toHaveProperty(
        'new_email',
      );
      await server.drainOutbox();
      expect(server.mails).toHaveLength(before);
    });

    it('security: an address that somebody confirms meanwhile stays theirs', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: token } = await signUpByCall(server, ADA);
      await update(server, token, { email: NEW });
      const [current, next] = [
        tokenIn(await newestMail(server, ADA)),
        tokenIn(await newestMail(server, NEW)),
      ];
      await follow(server, 'email_change', next);
      await signUpByCall(server, NEW);
      const late = await follow(server, 'email_change', current);
      expect([late.status, late.body.code]).toEqual([422, 'email_exists']);
      expect((await callAuth(server, '/user', { token })).body.email).toBe(ADA);
    });

    it('security: nobody keeps an address from its owner by signing up with it', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: token } = await signUpByCall(server, ADA);
      await callAuth(server, '/signup', { body: { email: NEW, password: 'the password of Eve' } });
      expect((await update(server, token, { email: NEW })).status).toBe(200);
      const [current, next] = [
        tokenIn(await newestMail(server, ADA)),
        tokenIn(await newestMail(server, NEW)),
      ];
      await follow(server, 'email_change', next);
      expect((await follow(server, 'email_change', current)).body.user.email).toBe(NEW);
      expect((await signIn(server, NEW, 'the password of Eve')).status).toBe(400);
      expect((await signIn(server, NEW, PASSWORD)).status).toBe(200);
    });

    it('security: takes one of two changes to the same address that end at the same moment', async () => {
      await using server = await createTestServer({ engine });
      const people = [
        await signUpByCall(server, 'a@client.example'),
        await signUpByCall(server, 'b@client.example'),
      ];
      const last: string[] = [];
      for (const { access_token: token, user } of people) {
        await update(server, token, { email: NEW });
        await follow(server, 'email_change', tokenIn(await newestMail(server, user.email)));
        last.push(tokenIn(await newestMail(server, NEW)));
      }
      const results = await Promise.all(last.map((token) => follow(server, 'email_change', token)));
      expect(results.map(({ status }) => status).sort()).toEqual([200, 422]);
      const users = await server.db
        .selectFrom('auth_users')
        .select('email')
        .where('email', '=', NEW)
        .execute();
      expect(users).toHaveLength(1);
    });

    it('has a pause between two requests, and floods nobody’s mailbox', async () => {
      await using server = await createTestServer({ engine, env: { RATE_LIMIT_SCALE: '1' } });
      const { access_token: token } = await signUpByCall(server, ADA);
      expect((await update(server, token, { email: NEW })).status).toBe(200);
      const soon = await update(server, token, { email: NEW });
      expect([soon.status, soon.body.code]).toEqual([429, 'over_email_send_rate_limit']);
    });
  });
});
