import { describe, expect, it } from 'vitest';
import { describeEachEngine } from '../../../../test/harness/database.ts';
import {
  askProduct,
  enroll,
  openApp,
  setUpApp,
  setUpAppByCall,
  showCode,
} from '../../../../test/harness/second-factor.ts';
import { createServerOfToday, createTestServer } from '../../../../test/harness/server.ts';
import {
  callAuth,
  newestMail,
  openBrowser,
  PASSWORD,
  signInByCall,
  signUpAndConfirm,
  signUpByCall,
  tokenIn,
} from '../../../../test/harness/sign-in.ts';

const ADA = 'ada@client.example';

describeEachEngine((engine) => {
  it('security: the first factor requires a recent sign-in, and a further one requires an existing factor', async () => {
    await using server = await createTestServer({ engine });
    const { refresh_token: refreshToken } = await signUpByCall(server, ADA);
    server.clock.advance(600);
    const { body: old } = await callAuth(server, '/token?grant_type=refresh_token', {
      body: { refresh_token: refreshToken },
    });
    const refused = await enroll(server, old.access_token);
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        code: 'reauthentication_needed',
        message: 'Please sign in again to add a second factor.',
      },
    ]);
    expect(await server.db.selectFrom('auth_factors').selectAll().execute()).toEqual([]);
    const { access_token: fresh } = await signInByCall(server, ADA);
    server.clock.advance(599);
    const { session } = await setUpAppByCall(server, fresh);
    server.clock.advance(3_000);
    expect((await enroll(server, session.access_token, { friendly_name: 'Tablet' })).status).toBe(200);
  });

  it('removing a second factor that is in use requires a recent sign-in', async () => {
    await using server = await createTestServer({ engine });
    const { access_token: token } = await signUpByCall(server, ADA);
    const { session } = await setUpAppByCall(server, token);
    const [factor] = await server.db.selectFrom('auth_factors').select('id').execute();
    const remove = () =>
      callAuth(server, `/factors/${factor?.id}`, { method: 'DELETE', token: session.access_token });
    server.clock.advance(600);
    const refused = await remove();
    expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_needed']);
    expect(await server.db.selectFrom('auth_factors').selectAll().execute()).toHaveLength(1);
    server.clock.advance(-1);
    expect((await remove()).status).toBe(200);
  });

  describe('a second factor by the official client', () => {
    it('is set up, required at the next sign-in, listed and removed', async () => {
      await using server = await createServerOfToday(engine);
      const origin = await server.listen();
      const browser = await signUpAndConfirm(server, origin, ADA);
      const { mfa } = browser.auth;
      expect((await mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
        currentLevel: 'aal1',
        nextLevel: 'aal1',
      });

      const { data: enrolled } = await mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
      expect(enrolled).toMatchObject({ type: 'totp', friendly_name: 'Phone' });
      expect(enrolled?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/s);
      expect(enrolled?.totp.uri).toContain(`secret=${enrolled?.totp.secret}`);
      const app = openApp(server, enrolled?.id ?? '', enrolled?.totp.secret ?? '');
      const { data: question } = await mfa.challenge({ factorId: app.factorId });
      expect(question?.expires_at).toBe(Math.floor(server.clock.now().getTime() / 1000) + 300);
      const before = browser.storage.size;
      const { data: verified } = await mfa.verify({
        factorId: app.factorId,
        challengeId: question?.id ?? '',
        code: app.code(),
      });
      expect(verified?.user.factors).toMatchObject([{ id: app.factorId, status: 'verified' }]);
      expect(browser.storage.size).toBe(before);
      const { data: level } = await mfa.getAuthenticatorAssuranceLevel();
      expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
      expect(level?.currentAuthenticationMethods).toMatchObject([
        { method: 'totp' },
        { method: 'email/signup' },
      ]);
      expect((await newestMail(server, ADA))?.subject).toContain('authenticator app was added');

      // It stays so when tokens are refreshed.
      await browser.auth.refreshSession();
      expect((await browser.auth.getClaims()).data?.claims.aal).toBe('aal2');

      server.clock.advance(30);
      const other = openBrowser(origin);
      await other.auth.signInWithPassword({ email: ADA, password: PASSWORD });
      expect((await other.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
        currentLevel: 'aal1',
        nextLevel: 'aal2',
      });
      const shown = await other.auth.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() });
      expect(shown.error).toBeNull();
      expect((await other.auth.mfa.listFactors()).data?.totp).toMatchObject([{ friendly_name: 'Phone' }]);

      expect((await other.auth.mfa.unenroll({ factorId: app.factorId })).data).toEqual({ id: app.factorId });
      await other.auth.refreshSession();
      expect((await other.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
        currentLevel: 'aal1',
        nextLevel: 'aal1',
      });
      expect((await newestMail(server, ADA))?.subject).toContain('authenticator app was removed');
    });

    it('has ten recovery codes, shown once, each usable once', async () => {
      await using server = await createServerOfToday(engine);
      const origin = await server.listen();
      const browser = await signUpAndConfirm(server, origin, ADA);
      const withCodes = (one: typeof browser) => {
        Object.assign(one.auth, { experimental: { recoveryCodes: true } });
        return one.auth.mfa.recoveryCodes;
      };
      const codes = withCodes(browser);
      expect((await codes.generate()).error).toMatchObject({ code: 'mfa_recovery_codes_sole_factor' });
      await setUpApp(server, browser);
      expect((await codes.getStatus()).error).toMatchObject({ code: 'mfa_factor_not_found', status: 404 });
      const { data: set } = await codes.generate();
      expect(set).toMatchObject({ type: 'recovery_code', friendly_name: 'Recovery codes', total: 10 });
      expect(new Set(set?.codes).size).toBe(10);
      expect((await codes.generate()).error).toMatchObject({ code: 'mfa_verified_factor_exists' });
      expect(
        JSON.stringify(await server.db.selectFrom('auth_recovery_codes').selectAll().execute()),
      ).not.toContain(set?.codes[0]);

      const other = openBrowser(origin);
      await other.auth.signInWithPassword({ email: ADA, password: PASSWORD });
      const otherCodes = withCodes(other);
      expect((await otherCodes.regenerate()).error).toMatchObject({ code: 'insufficient_aal' });
      const typed = set?.codes[0]?.toUpperCase().match(/.{4}/g)?.join('-') ?? '';
      expect((await otherCodes.verify({ code: ` ${typed} ` })).error).toBeNull();
      const { data: level } = await other.auth.mfa.getAuthenticatorAssuranceLevel();
      expect(level).toMatchObject({ currentLevel: 'aal2' });
      expect(level?.currentAuthenticationMethods[0]).toMatchObject({ method: 'mfa/recovery_code' });
      expect((await otherCodes.verify({ code: typed })).error).toMatchObject({
        code: 'mfa_verification_failed',
      });
      expect((await otherCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 });

      const { data: renewed } = await otherCodes.regenerate();
      expect(renewed?.id).toBe(set?.id);
      expect((await otherCodes.verify({ code: set?.codes[1] ?? '' })).error).toMatchObject({
        code: 'mfa_verification_failed',
      });
      expect((await otherCodes.unenroll()).data).toEqual({ id: set?.id });
      // The codes had raised this session: without them it is what it was.
      await other.auth.refreshSession();
      expect((await other.auth.getClaims()).data?.claims.aal).toBe('aal1');
    });
  });

  describe('security: a password alone', () => {
    it('signs in and out but grants access to no API call', async () => {
      await using server = await createTestServer({ engine });
      const first = await signUpByCall(server, ADA);
      expect(await askProduct(server, first.access_token)).toEqual([200, undefined]);
      const { app, session } = await setUpAppByCall(server, first.access_token);
      server.clock.advance(60);
      const { access_token: token } = await signInByCall(server, ADA);
      expect(await askProduct(server, token)).toEqual([403, 'second_factor_required']);
      // On a public endpoint the token counts for nothing.
      expect(await askProduct(server, token, '/username-available?u=ada')).toEqual([200, undefined]);
      expect((await callAuth(server, '/user', { token })).status).toBe(200);
      const raised = await showCode(server, token, app.factorId, app.code());
      expect(await askProduct(server, raised.body.access_token)).toEqual([200, undefined]);
      // The level is the session's: its older token opens the same from now on.
      expect(await askProduct(server, token)).toEqual([200, undefined]);
      expect(await askProduct(server, session.access_token)).toEqual([200, undefined]);
    });

    it('changes neither the password, the address nor the factors', async () => {
      await using server = await createTestServer({ engine });
      const { app } = await setUpAppByCall(server, (await signUpByCall(server, ADA)).access_token);
      const { access_token: token } = await signInByCall(server, ADA);
      const update = (body: unknown) => callAuth(server, '/user', { method: 'PUT', token, body });
      for (const body of [{ password: 'another sentence nobody uses' }, { email: 'new@client.example' }]) {
        const refused = await update(body);
        expect([refused.status, refused.body.code]).toEqual([401, 'insufficient_aal']);
      }
      expect((await update({ data: { a: 1 } })).status).toBe(200);
      expect((await enroll(server, token)).body.code).toBe('insufficient_aal');
      const removal = { method: 'DELETE', token } as const;
      expect((await callAuth(server, `/factors/${app.factorId}`, removal)).body.code).toBe(
        'insufficient_aal',
      );
      expect((await callAuth(server, '/factors/recovery-codes', { token, body: {} })).body.code).toBe(
        'insufficient_aal',
      );
    });

    it('can’t set a new password even with a recovery link', async () => {
      await using server = await createTestServer({ engine });
      const { app } = await setUpAppByCall(server, (await signUpByCall(server, ADA)).access_token);
      server.clock.advance(60);
      await callAuth(server, '/recover', { body: { email: ADA } });
      const link = tokenIn(await newestMail(server, ADA));
      const { body } = await callAuth(server, '/verify', { body: { type: 'recovery', token_hash: link } });
      const change = {
        method: 'PUT' as const,
        token: body.access_token,
        body: { password: 'another sentence nobody uses' },
      };
      expect((await callAuth(server, '/user', change)).status).toBe(401);
      expect((await showCode(server, body.access_token, app.factorId, app.code())).status).toBe(200);
      expect((await callAuth(server, '/user', change)).status).toBe(200);
    });
  });

  describe('an admin when AUTH_ADMIN_MFA is required', () => {
    it('is refused admin calls without a second factor, and may set one up', async () => {
      await using server = await createTestServer({ engine, env: { AUTH_ADMIN_MFA: 'required' } });
      const owner = await signUpByCall(server, 'owner@studio.example');
      expect(await askProduct(server, owner.access_token)).toEqual([200, undefined]);
      expect(await askProduct(server, owner.access_token, '/admin/ping')).toEqual([
        403,
        'second_factor_setup_required',
      ]);
      const { session } = await setUpAppByCall(server, owner.access_token);
      expect(await askProduct(server, session.access_token, '/admin/ping')).toEqual([200, undefined]);
      const client = await signUpByCall(server, ADA);
      expect(await askProduct(server, client.access_token)).toEqual([200, undefined]);
      expect(await askProduct(server, client.access_token, '/admin/ping')).toEqual([403, 'forbidden']);
    });

    it('needs no second factor by default', async () => {
      await using server = await createTestServer({ engine });
      const owner = await signUpByCall(server, 'owner@studio.example');
      expect(await askProduct(server, owner.access_token, '/admin/ping')).toEqual([200, undefined]);
    });
  });
});
