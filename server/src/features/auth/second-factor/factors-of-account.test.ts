import { describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import {
  askProduct,
  enroll,
  openApp,
  setUpAppByCall,
  showCode,
} from '../../../../test/harness/second-factor.ts';
import { createTestServer } from '../../../../test/harness/server.ts';
import { callAuth, signInByCall, signUpByCall } from '../../../../test/harness/sign-in.ts';
import { loadConfig } from '../../../config.ts';
import { deleteExpiredRows } from '../auth.feature.ts';

const ADA = 'ada@client.example';

describeAnyEngine((engine) => {
  describe('factors of an account', () => {
    it('belong to that account alone', async () => {
      await using server = await createTestServer({ engine });
      const { app } = await setUpAppByCall(server, (await signUpByCall(server, ADA)).access_token);
      const { access_token: token } = await signUpByCall(server, 'eve@client.example');
      for (const [method, path] of [
        ['POST', '/challenge'],
        ['POST', '/verify'],
        ['DELETE', ''],
      ] as const) {
        const body = { challenge_id: 'x', code: app.code() };
        const reply = await callAuth(server, `/factors/${app.factorId}${path}`, { method, token, body });
        expect([reply.status, reply.body.code]).toEqual([404, 'mfa_factor_not_found']);
      }
      expect((await callAuth(server, '/factors', { body: { factor_type: 'totp' } })).status).toBe(401);
    });

    it('number at most ten with unique names, and replace unfinished ones', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: token } = await signUpByCall(server, ADA);
      expect((await enroll(server, token, { friendly_name: 'Phone' })).status).toBe(200);
      expect((await enroll(server, token, { friendly_name: ' Phone ' })).status).toBe(200);
      for (let count = 1; count < 10; count += 1) expect((await enroll(server, token)).status).toBe(200);
      expect((await enroll(server, token)).body.code).toBe('too_many_enrolled_mfa_factors');
      server.clock.advance(3_600);
      const later = (await signInByCall(server, ADA)).access_token;
      const { body } = await enroll(server, later, { friendly_name: 'Phone' });
      const factors = await server.db.selectFrom('auth_factors').select('id').execute();
      expect(factors).toEqual([{ id: body.id }]);
      const app = openApp(server, body.id, body.totp.secret);
      const { body: session } = await showCode(server, later, app.factorId, app.code());
      const again = await enroll(server, session.access_token, { friendly_name: 'Phone' });
      expect([again.status, again.body.code]).toEqual([422, 'mfa_factor_name_conflict']);
    });

    it('are deleted while unfinished, once another is finished or they expire', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: token } = await signUpByCall(server, ADA);
      const planted = (await enroll(server, token)).body;
      const { app } = await setUpAppByCall(server, token);
      const rest = await server.db.selectFrom('auth_factors').select('id').execute();
      expect(rest).toEqual([{ id: app.factorId }]);
      const { access_token: lower } = await signInByCall(server, ADA);
      const stolen = openApp(server, planted.id, planted.totp.secret);
      const answer = { challenge_id: app.factorId, code: stolen.code() };
      const refused = await callAuth(server, `/factors/${planted.id}/verify`, { token: lower, body: answer });
      expect([refused.status, refused.body.code]).toEqual([404, 'mfa_factor_not_found']);

      const { access_token: eve } = await signUpByCall(server, 'eve@client.example');
      await enroll(server, eve);
      server.clock.advance(3_600);
      await deleteExpiredRows({ ...server.instance.platform, settings: loadConfig({}).auth });
      expect(await server.db.selectFrom('auth_factors').select('id').execute()).toEqual(rest);
      expect(await server.db.selectFrom('auth_challenges').select('id').execute()).toEqual([]);
    });

    it('end sessions without a second factor once the first is verified', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: stolen } = await signUpByCall(server, ADA);
      const { access_token: own } = await signInByCall(server, ADA);
      await setUpAppByCall(server, own);
      expect((await callAuth(server, '/user', { token: stolen })).body.code).toBe('session_not_found');
      expect((await callAuth(server, '/user', { token: own })).status).toBe(200);
    });

    it('lower the session’s level when removed, until another app is verified', async () => {
      await using server = await createTestServer({ engine });
      const { session } = await setUpAppByCall(server, (await signUpByCall(server, ADA)).access_token);
      const token = session.access_token;
      server.clock.advance(60);
      const { app: second } = await setUpAppByCall(server, token);
      await callAuth(server, '/factors/recovery-codes', { token, body: {} });
      await callAuth(server, `/factors/${second.factorId}`, { method: 'DELETE', token });
      expect(await askProduct(server, token)).toEqual([403, 'second_factor_required']);
      expect(await server.db.selectFrom('auth_recovery_codes').selectAll().execute()).toHaveLength(10);
    });

    it('end with the last app, which also deletes the recovery codes', async () => {
      await using server = await createTestServer({ engine });
      const { app, session } = await setUpAppByCall(server, (await signUpByCall(server, ADA)).access_token);
      const token = session.access_token;
      await callAuth(server, '/factors/recovery-codes', { token, body: {} });
      expect((await callAuth(server, `/factors/${app.factorId}`, { method: 'DELETE', token })).status).toBe(
        200,
      );
      expect(await server.db.selectFrom('auth_factors').selectAll().execute()).toEqual([]);
      expect(await askProduct(server, (await signInByCall(server, ADA)).access_token)).toEqual([
        200,
        undefined,
      ]);
    });

    it('are refused as unsupported when of another kind', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: token } = await signUpByCall(server, ADA);
      const code = async (body: Record<string, unknown>) => (await enroll(server, token, body)).body.code;
      expect(await code({ factor_type: 'phone' })).toBe('mfa_phone_enroll_not_enabled');
      expect(await code({ factor_type: 'webauthn' })).toBe('mfa_webauthn_enroll_not_enabled');
      expect(await code({ factor_type: 'retina' })).toBe('validation_failed');
      expect(await code({ friendly_name: 'x'.repeat(101) })).toBe('validation_failed');
      expect(await code({ issuer: 'x'.repeat(101) })).toBe('validation_failed');
    });

    it('store no secret that a copy of the database would reveal', async () => {
      await using server = await createTestServer({ engine });
      const { app } = await setUpAppByCall(server, (await signUpByCall(server, ADA)).access_token);
      const rows = JSON.stringify([
        await server.db.selectFrom('auth_factors').selectAll().execute(),
        await server.db.selectFrom('auth_audit').selectAll().execute(),
        server.log,
      ]);
      expect(rows).not.toContain(app.secret);
    });
  });
});
