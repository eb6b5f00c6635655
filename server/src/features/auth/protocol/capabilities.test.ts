import { expect, it } from 'vitest';
import { createTestClock } from '../../../../test/harness/clock.ts';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import { createTestServer } from '../../../../test/harness/server.ts';
import { callAuth, signUpAndConfirm } from '../../../../test/harness/sign-in.ts';

describeAnyEngine((engine) => {
  it('the official client gets a refusal for each unsupported sign-in method', async () => {
    await using server = await createTestServer({
      engine,
      clock: createTestClock(new Date().toISOString()),
    });
    const { auth } = await signUpAndConfirm(server, await server.listen(), 'ada@client.example');
    const codeOf = ({ error }: { error: { code?: unknown } | null }) => error?.code;
    const email = 'eve@client.example';
    const phone = '+491700000000';
    expect(codeOf(await auth.signInWithOtp({ email }))).toBe('otp_disabled');
    expect(codeOf(await auth.signInWithOtp({ phone }))).toBe('phone_provider_disabled');
    expect(codeOf(await auth.resend({ type: 'sms', phone }))).toBe('phone_provider_disabled');
    expect(codeOf(await auth.resend({ type: 'phone_change', phone }))).toBe('phone_provider_disabled');
    expect(codeOf(await auth.verifyOtp({ type: 'sms', phone, token: '123456' }))).toBe('otp_expired');
    expect(codeOf(await auth.signInAnonymously())).toBe('anonymous_provider_disabled');
    expect(codeOf(await auth.signUp({ phone, password: 'a long sentence of nobody' }))).toBe(
      'phone_provider_disabled',
    );
    expect(codeOf(await auth.signInWithPassword({ phone, password: 'a' }))).toBe('phone_provider_disabled');
    expect(codeOf(await auth.signInWithIdToken({ provider: 'google', token: 'x' }))).toBe(
      'provider_disabled',
    );
    expect(codeOf(await auth.signInWithSSO({ domain: 'client.example' }))).toBe('saml_provider_disabled');
    expect(codeOf(await auth.mfa.enroll({ factorType: 'phone', phone }))).toBe(
      'mfa_phone_enroll_not_enabled',
    );
    await auth.signOut({ scope: 'local' });
  });

  it('unsupported calls are refused, and unknown paths are not found', async () => {
    await using server = await createTestServer({ engine });
    const post = async (path: string) => {
      const { status, body } = await callAuth(server, path, { body: {} });
      return [status, body.code];
    };
    expect(await post('/token?grant_type=web3')).toEqual([422, 'web3_provider_disabled']);
    expect(await post('/token?grant_type=id_token')).toEqual([400, 'provider_disabled']);
    expect(await post('/token?grant_type=toString')).toEqual([400, 'invalid_credentials']);
    for (const [method, path] of [
      ['GET', '/admin/oauth/clients'],
      ['POST', '/admin/oauth/clients'],
      ['GET', '/admin/oauth/clients/x'],
      ['PUT', '/admin/oauth/clients/x'],
      ['DELETE', '/admin/oauth/clients/x'],
      ['POST', '/admin/oauth/clients/x/regenerate_secret'],
    ] as const) {
      const { status, body } = await callAuth(server, path, { method });
      expect([path, status, body.code]).toEqual([path, 404, 'feature_disabled']);
    }
    for (const [method, path] of [
      ['GET', '/passkeys'],
      ['PATCH', '/passkeys/x'],
      ['DELETE', '/passkeys/x'],
      ['POST', '/passkeys/authentication/options'],
      ['POST', '/passkeys/authentication/verify'],
      ['POST', '/passkeys/registration/options'],
      ['POST', '/passkeys/registration/verify'],
      ['GET', '/admin/users/x/passkeys'],
      ['DELETE', '/admin/users/x/passkeys/y'],
    ] as const) {
      const { status, body } = await callAuth(server, path, { method });
      expect([path, status, body.code]).toEqual([path, 404, 'passkey_disabled']);
    }
    expect((await callAuth(server, '/authorize?provider=google')).body.code).toBe('validation_failed');
  });

  it.each([
    [{}, 400, 'validation_failed', 'One of email or phone must be set'],
    [{ email: '', phone: null }, 400, 'validation_failed', 'One of email or phone must be set'],
    [{ phone: '+491700000000' }, 400, 'phone_provider_disabled', 'Unsupported phone provider'],
    [
      { email: 'a@b.c', phone: '+491700000000' },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided',
    ],
    [{ email: 'a@' }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
    [{ email: 'a@b.c' }, 422, 'otp_disabled', 'Signups not allowed for otp'],
  ])('a mailed sign-in code is refused for the body %j', async (body, status, code, message) => {
    await using server = await createTestServer({ engine });
    for (const path of ['/otp', '/magiclink']) {
      const reply = await callAuth(server, path, { body });
      expect([reply.status, reply.body]).toEqual([status, { code, message }]);
    }
  });
});
