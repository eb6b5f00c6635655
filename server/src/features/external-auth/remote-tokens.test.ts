import { api } from '@atelier/domain/api.ts';
import { type JWTPayload, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../../test/harness/clock.ts';
import {
  claimsOf,
  externalAuthEnv,
  makeSigner,
  startProviderStub,
  statusOf,
} from '../../../test/harness/external-provider.ts';
import { createTestServer, type TestServer } from '../../../test/harness/server.ts';
import { callWith } from '../../../test/harness/test-app.ts';

const SECRET = 'a secret of more than thirty-two characters';

const me = (server: TestServer, token: string) => callWith(server, token)(api.getMe);

describe('security: tokens of another provider', () => {
  it('are refused unless issuer, audience, time, subject and address are right', async () => {
    const clock = createTestClock();
    const signer = await makeSigner(clock, 'one');
    await using remote = await startProviderStub(() => ({ body: JSON.stringify({ keys: [signer.jwk] }) }));
    await using studio = await createTestServer({
      engine: 'sqlite',
      clock,
      env: externalAuthEnv(remote.origin),
    });
    const now = Math.floor(clock.now().getTime() / 1000);
    expect(await statusOf(studio, await signer.sign())).toBe(200);
    const wrong: JWTPayload[] = [
      { iss: 'https://elsewhere.example/auth/v1' },
      { aud: 'anon' },
      { exp: now - 60 },
      { nbf: now + 60 },
      { sub: 'not-an-id' },
      { email: '' },
      { is_anonymous: true },
    ];
    for (const claims of wrong) {
      expect([claims, await statusOf(studio, await signer.sign(claims))]).toEqual([claims, 401]);
    }
  });

  it('grant only roles that the provider’s server sets, in any letter case', async () => {
    const clock = createTestClock();
    const signer = await makeSigner(clock, 'one');
    await using remote = await startProviderStub(() => ({ body: JSON.stringify({ keys: [signer.jwk] }) }));
    await using studio = await createTestServer({
      engine: 'sqlite',
      clock,
      env: externalAuthEnv(remote.origin),
    });
    const roleBy = async (claims: JWTPayload) => (await me(studio, await signer.sign(claims))).body.role;
    expect(await roleBy({ app_metadata: { roles: ['Admin'] } })).toBe('admin');
    expect(await roleBy({ roles: ['ADMIN'] })).toBe('admin');
    expect(await roleBy({ user_metadata: { roles: ['admin'], role: 'admin' }, role: 'admin' })).toBe(
      'client',
    );
    expect(await roleBy({ app_metadata: 'admin', roles: 7 })).toBe('client');
  });

  it('have no second factor and no recent sign-in when they lack level or time', async () => {
    const clock = createTestClock();
    const signer = await makeSigner(clock, 'one');
    await using remote = await startProviderStub(() => ({ body: JSON.stringify({ keys: [signer.jwk] }) }));
    const env = { ...externalAuthEnv(remote.origin), AUTH_ADMIN_MFA: 'required' };
    await using studio = await createTestServer({ engine: 'sqlite', clock, env });
    const now = Math.floor(clock.now().getTime() / 1000);
    const recent = [{ method: 'password', timestamp: now }];
    const codeOf = async (
      claims: JWTPayload,
      endpoint: typeof api.pingAdmin | typeof api.deleteMyAccount,
    ) => {
      const token = await signer.sign({ app_metadata: { roles: ['admin'] }, ...claims });
      const { status, body } = await callWith(studio, token)(endpoint);
      return status === 200 ? 200 : body.code;
    };
    for (const claims of [
      {},
      { aal: 'aal1' },
      { aal: 2 },
      { aal: 'AAL2' },
      { aal: 'aal3' },
    ] as JWTPayload[]) {
      expect([claims, await codeOf(claims, api.pingAdmin)]).toEqual([claims, 'second_factor_setup_required']);
    }
    expect(await codeOf({ aal: 'aal2' }, api.pingAdmin)).toBe(200);
    for (const amr of [undefined, [], 'password', [{ method: 'password' }], ['password']]) {
      expect([amr, await codeOf({ amr }, api.deleteMyAccount)]).toEqual([amr, 'recent_sign_in_required']);
    }
    expect(await codeOf({ amr: recent }, api.deleteMyAccount)).toBe(200);
  });

  it('fetch the keys at most once per interval when many name unknown keys', async () => {
    const clock = createTestClock();
    const signer = await makeSigner(clock, 'one');
    await using remote = await startProviderStub(() => ({ body: JSON.stringify({ keys: [signer.jwk] }) }));
    await using studio = await createTestServer({
      engine: 'sqlite',
      clock,
      env: externalAuthEnv(remote.origin),
    });
    const invented = await Promise.all(
      Array.from({ length: 20 }, (_, n) => signer.sign({}, { kid: `invented-${n}` })),
    );
    for (const token of invented) expect(await statusOf(studio, token)).toBe(401);
    expect(remote.calls()).toBe(1);
    clock.advance(16);
    for (const token of invented) expect(await statusOf(studio, token)).toBe(401);
    expect(remote.calls()).toBe(2);
  });

  it('with an HMAC signature are accepted only with the configured secret, never a public key', async () => {
    const clock = createTestClock();
    const signer = await makeSigner(clock, 'one');
    const oct = { kty: 'oct', kid: 'oct', alg: 'HS256', k: Buffer.from(SECRET).toString('base64url') };
    await using remote = await startProviderStub(() => ({
      body: JSON.stringify({ keys: [signer.jwk, oct] }),
    }));
    const env = externalAuthEnv(remote.origin);
    await using without = await createTestServer({ engine: 'sqlite', clock, env });
    await using withSecret = await createTestServer({
      engine: 'sqlite',
      clock,
      env: { ...env, AUTH_JWT_SECRET: SECRET },
    });
    const signWith = (secret: string, kid?: string) =>
      new SignJWT(claimsOf(clock))
        .setProtectedHeader({ alg: 'HS256', ...(kid ? { kid } : {}) })
        .sign(new TextEncoder().encode(secret));
    expect(await statusOf(withSecret, await signWith(SECRET))).toBe(200);
    expect(await statusOf(without, await signWith(SECRET))).toBe(401);
    expect(await statusOf(without, await signWith(SECRET, 'oct'))).toBe(401);
    expect(await statusOf(withSecret, await signWith(JSON.stringify(signer.jwk), 'one'))).toBe(401);
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(
      JSON.stringify(claimsOf(clock)),
    ).toString('base64url')}.`;
    expect(await statusOf(withSecret, none)).toBe(401);
  });

  it.each([
    ['an error', { status: 500, body: '{}' }],
    ['not JSON', { body: '<html>' }],
    ['not a key set', { body: '{"keys":{}}' }],
    ['endless bytes', { body: `{"keys":["${'x'.repeat(300_000)}"]}` }],
    ['a redirect', { status: 302, body: '' }],
  ])('fail as unavailable when the keys are %s', async (_name, answer) => {
    const clock = createTestClock();
    const signer = await makeSigner(clock, 'one');
    await using remote = await startProviderStub(() => answer);
    await using studio = await createTestServer({
      engine: 'sqlite',
      clock,
      env: externalAuthEnv(remote.origin),
    });
    const reply = await me(studio, await signer.sign());
    expect([reply.status, reply.body.code]).toEqual([503, 'unavailable']);
    studio.takeLoggedErrors();
  });
});
