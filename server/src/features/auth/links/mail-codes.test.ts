import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { describeEachEngine } from '../../../../test/harness/database.ts';
import { createServerOfToday, createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import {
  attemptByCall,
  callAuth,
  codeIn,
  followLink,
  makeServiceToken,
  newestMail,
  openBrowser,
  PASSWORD,
  signUpByCall,
  tokenIn,
  tryPassword,
  updateUser,
} from '../../../../test/harness/sign-in.ts';

const ADA = 'ada@client.example';
const NEW = 'new@client.example';
const NOBODY = 'nobody@client.example';

const typeCode = (server: TestServer, token: string, type = 'signup', email = ADA) =>
  callAuth(server, '/verify', { body: { type, email, token } });

/** A code that isn't this one. */
const wrongFor = (code: string, nth = 1) => String((Number(code) + nth) % 1_000_000).padStart(6, '0');

const newestCode = async (server: TestServer, email = ADA) => codeIn(await newestMail(server, email));

/** Types wrong codes, and returns the replies’ codes. */
async function guess(server: TestServer, times: number, code: string, email = ADA): Promise<unknown[]> {
  const replies: unknown[] = [];
  for (let i = 1; i <= times; i += 1) {
    const { status, body } = await typeCode(server, wrongFor(code, i), 'signup', email);
    replies.push([status, body]);
  }
  return replies;
}

const REFUSED = [403, { code: 'otp_expired', message: 'Token has expired or is invalid' }];

describeEachEngine((engine) => {
  describe('a mailed code', () => {
    it('confirms a sign-up when typed into the official client on another device', async () => {
      await using server = await createServerOfToday(engine);
      const origin = await server.listen();
      const { auth } = openBrowser(origin);
      await auth.signUp({ email: ADA, password: PASSWORD, options: { data: { username: 'ada' } } });
      const token = await newestCode(server);
      const { data, error } = await openBrowser(origin).auth.verifyOtp({ type: 'email', email: ADA, token });
      expect([error, data.user?.user_metadata.username]).toEqual([null, 'ada']);
      expect((await tryPassword(server, ADA)).status).toBe(200);
      const again = await auth.verifyOtp({ type: 'signup', email: ADA, token });
      expect([again.error?.status, again.error?.code]).toEqual([403, 'otp_expired']);
    });

    it('works for a recovery, an invitation and both halves of an email change', async () => {
      await using server = await createTestServer({ engine });
      await signUpByCall(server, ADA);
      await callAuth(server, '/recover', { body: { email: ADA } });
      const recovered = await typeCode(server, await newestCode(server), 'recovery');
      expect([recovered.status, recovered.body.user.email]).toEqual([200, ADA]);

      await callAuth(server, '/invite', {
        token: await makeServiceToken(server),
        body: { email: 'ben@client.example' },
      });
      const code = await newestCode(server, 'ben@client.example');
      expect((await typeCode(server, code, 'invite', 'ben@client.example')).status).toBe(200);

      await updateUser(server, recovered.body.access_token, { email: NEW });
      const half = await typeCode(server, await newestCode(server), 'email_change', ADA);
      expect([half.status, half.body.code]).toEqual([200, '200']);
      const whole = await typeCode(server, await newestCode(server, NEW), 'email_change', NEW);
      expect([whole.status, whole.body.user.email]).toEqual([200, NEW]);
    });

    it('is the email_otp that generate_link returns', async () => {
      await using server = await createTestServer({ engine });
      const token = await makeServiceToken(server);
      const body = { type: 'signup', email: ADA, password: PASSWORD, data: { username: 'ada', a: 1 } };
      const made = await callAuth(server, '/admin/generate_link', { token, body });
      expect(made.body).toMatchObject({ email: ADA, user_metadata: { username: 'ada', a: 1 } });
      const shown = await callAuth(server, `/admin/users/${made.body.id}`, { token });
      expect(shown.body.user_metadata).toEqual({ username: 'ada', a: 1 });
      const { body: session } = await typeCode(server, made.body.email_otp);
      expect(session.user.user_metadata).toMatchObject({ username: 'ada', a: 1 });
      expect((await tryPassword(server, ADA)).status).toBe(200);
    });

    it('expires after ten minutes, and its link after an hour', async () => {
      await using server = await createTestServer({ engine });
      const cookie = await attemptByCall(server, { email: ADA });
      const mail = await newestMail(server, ADA);
      server.clock.advance(600);
      expect((await typeCode(server, codeIn(mail))).body.code).toBe('otp_expired');
      expect((await followLink(server, 'signup', tokenIn(mail), cookie)).status).toBe(200);
      await attemptByCall(server, { email: NEW });
      const code = await newestCode(server, NEW);
      server.clock.advance(599);
      expect((await typeCode(server, code, 'signup', NEW)).status).toBe(200);
    });

    it('works only for its own type and only from the newest mail', async () => {
      await using server = await createTestServer({ engine });
      await attemptByCall(server, { email: ADA });
      const first = await newestCode(server);
      await callAuth(server, '/resend', { body: { type: 'signup', email: ADA } });
      const second = await newestCode(server);
      if (first !== second) expect((await typeCode(server, first)).body.code).toBe('otp_expired');
      for (const type of ['recovery', 'invite', 'email_change', 'magiclink', 'constructor']) {
        expect([type, (await typeCode(server, second, type)).body.code]).toEqual([type, 'otp_expired']);
      }
      expect((await typeCode(server, second)).status).toBe(200);
    });
  });

  describe('guessing a mailed code', () => {
    it('security: is refused after five wrong tries, while the link and the next mail’s code work', async () => {
      await using server = await createTestServer({ engine });
      await attemptByCall(server, { email: ADA });
      const code = await newestCode(server);
      expect(await guess(server, 5, code)).toEqual(Array(5).fill(REFUSED));
      expect((await typeCode(server, code)).status).toBe(403);
      await callAuth(server, '/resend', { body: { type: 'signup', email: ADA } });
      const next = await newestCode(server);
      expect(await guess(server, 4, next)).toEqual(Array(4).fill(REFUSED));
      expect((await typeCode(server, next)).status).toBe(200);
    });

    it('security: is refused after twenty wrong tries per account and day, while links work', async () => {
      await using server = await createTestServer({ engine });
      const cookie = await attemptByCall(server, { email: ADA });
      const link = tokenIn(await newestMail(server, ADA));
      for (let mail = 0; mail < 4; mail += 1) {
        await callAuth(server, '/resend', { body: { type: 'signup', email: ADA } });
        await guess(server, 5, await newestCode(server));
      }
      await callAuth(server, '/recover', { body: { email: ADA } });
      const right = await typeCode(server, await newestCode(server), 'recovery');
      expect([right.status, right.body]).toEqual(REFUSED);
      expect((await followLink(server, 'signup', link, cookie)).status).toBe(200);
      server.clock.advance(24 * 3_600);
      await server.instance.jobs.runDue();
      expect(await server.db.selectFrom('auth_code_tries').selectAll().execute()).toEqual([]);
      await callAuth(server, '/recover', { body: { email: ADA } });
      expect((await typeCode(server, await newestCode(server), 'recovery')).status).toBe(200);
    });

    it('security: counts each of several concurrent tries', async () => {
      await using server = await createTestServer({ engine });
      await attemptByCall(server, { email: ADA });
      const code = await newestCode(server);
      await Promise.all(Array.from({ length: 12 }, (_, i) => typeCode(server, wrongFor(code, i + 1))));
      expect((await typeCode(server, code)).status).toBe(403);
      const { tries } = await server.db
        .selectFrom('auth_code_tries')
        .select('tries')
        .executeTakeFirstOrThrow();
      expect(tries).toBe(13);
    });

    it('security: gives one session when a right code is typed concurrently', async () => {
      await using server = await createTestServer({ engine });
      await attemptByCall(server, { email: ADA });
      const code = await newestCode(server);
      const replies = await Promise.all(Array.from({ length: 4 }, () => typeCode(server, code)));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
      expect(await server.db.selectFrom('auth_sessions').select('id').execute()).toHaveLength(1);
    });

    it('security: keeps the daily count when the clock is set back', async () => {
      await using server = await createTestServer({ engine });
      await attemptByCall(server, { email: ADA });
      const now = server.clock.now().toISOString();
      server.clock.advance(48 * 3_600);
      await guess(server, 20, '000000');
      server.clock.set(now);
      await callAuth(server, '/verify', {
        body: { type: 'signup', email: ADA, token: '000000' },
        ip: '203.0.113.7',
      });
      const { since, tries } = await server.db
        .selectFrom('auth_code_tries')
        .select(['since', 'tries'])
        .executeTakeFirstOrThrow();
      expect([since, tries]).toEqual([now, 21]);
    });

    it('security: gets the same reply for an unknown, an unconfirmed and a confirmed address', async () => {
      await using server = await createTestServer({ engine });
      await signUpByCall(server, ADA);
      await attemptByCall(server, { email: NEW });
      const code = await newestCode(server, NEW);
      for (const email of [ADA, NEW, NOBODY]) {
        expect([email, await guess(server, 22, code, email)]).toEqual([email, Array(22).fill(REFUSED)]);
      }
      const rows = await server.db.selectFrom('auth_code_tries').select('tries').execute();
      expect(rows.map(({ tries }) => tries)).toEqual([22, 22, 22]);
    });

    it('security: has no stored code when its link is not sent', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: token } = await signUpByCall(server, ADA);
      await signUpByCall(server, NEW);
      await attemptByCall(server, { email: ADA });
      await updateUser(server, token, { email: NEW });
      const rows = await server.db
        .selectFrom('auth_one_time_tokens')
        .select(['kind', 'code_hash'])
        .orderBy('kind')
        .execute();
      expect(rows).toEqual([
        { kind: 'email_change_current', code_hash: expect.any(String) },
        { kind: 'email_change_new', code_hash: null },
        { kind: 'signup', code_hash: null },
      ]);
    });
  });

  it('security: stored codes are keyed with a secret outside the database, and none is logged', async () => {
    await using server = await createTestServer({ engine });
    await attemptByCall(server, { email: ADA });
    const code = await newestCode(server);
    await guess(server, 1, code);
    const row = await server.db.selectFrom('auth_one_time_tokens').selectAll().executeTakeFirstOrThrow();
    const plain = [code, `${row.id}:${code}`, `${row.user_id}:${code}`, `${ADA}:${code}`];
    for (const text of plain) {
      expect(row.code_hash).not.toBe(createHash('sha256').update(text).digest('base64url'));
    }
    expect(JSON.stringify(row)).not.toContain(`"${code}"`);
    expect(JSON.stringify(server.log)).not.toContain(`"${code}"`);
  });
});
