import { expect, it } from 'vitest';
import { createTestClock } from '../../../test/clock.ts';
import { describeEachEngine } from '../../../test/database.ts';
import { createTestServer } from '../../../test/server.ts';
import { callAuth, signUpAndConfirm } from '../../../test/sign-in.ts';

describeEachEngine((engine) => {
  it('says to the official client of every way that is not offered that it is not', async () => {
    await using server = await createTestServer({
      engine,
      clock: createTestClock(new Date().toISOString()),
    });
    const { auth } = await signUpAndConfirm(server, await server.listen(), 'ada@client.example');
    const codeOf = ({ error }: { error: { code?: unknown } | null }) => error?.code;
    const email = 'eve@client.example';
    const phone = '+491700000000';
    expect(codeOf(await auth.signInWithOtp({ email }))).toBe('otp_disabled');
    expect(codeOf(await auth.signInWithOtp({ phone }))).toBe('otp_disabled');
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

  it('says so of single calls, and of a way that nobody knows that it is none', async () => {
    await using server = await createTestServer({ engine });
    const post = async (path: string) => {
      const { status, body } = await callAuth(server, path, { body: {} });
      return [status, body.code];
    };
    expect(await post('/token?grant_type=web3')).toEqual([422, 'web3_provider_disabled']);
    expect(await post('/token?grant_type=id_token')).toEqual([400, 'provider_disabled']);
    expect(await post('/token?grant_type=toString')).toEqual([400, 'invalid_credentials']);
    expect(await post('/passkeys/authentication/options')).toEqual([404, 'passkey_disabled']);
    expect(await post('/passkeys/registration/verify')).toEqual([404, 'passkey_disabled']);
    expect(await post('/otp')).toEqual([422, 'otp_disabled']);
    expect((await callAuth(server, '/authorize?provider=google')).body.code).toBe('validation_failed');
  });
});
