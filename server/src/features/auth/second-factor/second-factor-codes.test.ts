import { describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import { setUpAppByCall, showCode } from '../../../../test/harness/second-factor.ts';
import { createTestServer } from '../../../../test/harness/server.ts';
import { callAuth, signInByCall, signUpByCall } from '../../../../test/harness/sign-in.ts';

const ADA = 'ada@client.example';

describeAnyEngine((engine) => {
  describe('security: second-factor codes', () => {
    it('work once when sent twice concurrently', async () => {
      await using server = await createTestServer({ engine });
      const { app } = await setUpAppByCall(server, (await signUpByCall(server, ADA)).access_token);
      // The one that has set it up has been used as well.
      const { access_token: token } = await signInByCall(server, ADA);
      expect((await showCode(server, token, app.factorId, app.code())).body).toEqual({
        code: 'mfa_verification_failed',
        message: 'Invalid TOTP code entered',
      });
      // The right one ends the sessions of the others, in the middle of anything.
      for (let round = 0; round < 6; round += 1) {
        server.clock.advance(60);
        const sessions = await Promise.all([
          signInByCall(server, ADA),
          signInByCall(server, ADA),
          signInByCall(server, ADA),
        ]);
        const replies = await Promise.all(
          sessions.map((session) => showCode(server, session.access_token, app.factorId, app.code())),
        );
        const statuses = replies.map(({ status }) => status);
        expect(statuses.filter((status) => status === 200)).toHaveLength(1);
        expect(statuses.every((status) => status < 500)).toBe(true);
      }
    });

    it('are paused after five wrong tries, each time twice as long', async () => {
      await using server = await createTestServer({ engine });
      const { app } = await setUpAppByCall(server, (await signUpByCall(server, ADA)).access_token);
      server.clock.advance(60);
      const { access_token: token } = await signInByCall(server, ADA);
      const guess = async (code: string) => {
        const { status, headers } = await showCode(server, token, app.factorId, code);
        return status === 429 ? Number(headers['retry-after']) : status;
      };
      const wrong = app.code(50);
      for (const pause of [900, 1_800]) {
        for (let count = 0; count < 5; count += 1) expect(await guess(wrong)).toBe(422);
        expect(await guess(app.code())).toBe(pause);
        server.clock.advance(pause);
      }
      expect(await guess(app.code())).toBe(200);
      const { failed_tries: tries, locked_until: until } = await server.db
        .selectFrom('auth_factors')
        .selectAll()
        .executeTakeFirstOrThrow();
      expect([tries, until]).toEqual([0, null]);
    });

    it('are also paused after wrong tries when they are recovery codes', async () => {
      await using server = await createTestServer({ engine });
      const { session } = await setUpAppByCall(server, (await signUpByCall(server, ADA)).access_token);
      const path = '/factors/recovery-codes';
      const set = await callAuth(server, path, { token: session.access_token, body: {} });
      const { access_token: token } = await signInByCall(server, ADA);
      const guess = (code: string) => callAuth(server, `${path}/verify`, { token, body: { code } });
      for (let count = 0; count < 5; count += 1) expect((await guess('wrong')).status).toBe(422);
      const locked = await guess(set.body.codes[0] ?? '');
      expect([locked.status, locked.body.code]).toEqual([429, 'mfa_recovery_codes_locked']);
      // A user with the app needn't wait.
      await callAuth(server, `${path}/regenerate`, { method: 'POST', token: session.access_token });
      expect((await guess(set.body.codes[0] ?? '')).status).toBe(422);
    });

    it('verify only a challenge of the same session within five minutes', async () => {
      await using server = await createTestServer({ engine });
      const { app, session } = await setUpAppByCall(server, (await signUpByCall(server, ADA)).access_token);
      const { access_token: token } = await signInByCall(server, ADA);
      const path = `/factors/${app.factorId}`;
      const ask = async () =>
        (await callAuth(server, `${path}/challenge`, { method: 'POST', token })).body.id;
      const answer = (by: string, id: string) =>
        callAuth(server, `${path}/verify`, { token: by, body: { challenge_id: id, code: app.code() } });
      server.clock.advance(60);
      const id = await ask();
      expect((await answer(session.access_token, id)).body.code).toBe('mfa_factor_not_found');
      server.clock.advance(300);
      expect((await answer(token, id)).body.code).toBe('mfa_challenge_expired');
      expect((await answer(token, id)).body.code).toBe('mfa_factor_not_found');
      expect((await answer(token, await ask())).status).toBe(200);
    });
  });
});
