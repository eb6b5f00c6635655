import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api } from '@atelier/domain/api.ts';
import { decodeProtectedHeader, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createTestClock, type TestClock } from '../../../test/harness/clock.ts';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { setUpAppByCall } from '../../../test/harness/second-factor.ts';
import { createTestServer, type TestServer } from '../../../test/harness/server.ts';
import { callAuth, PASSWORD, signUpByCall } from '../../../test/harness/sign-in.ts';
import { callWith } from '../../../test/harness/test-app.ts';
import { SigningKeys } from '../auth/tokens/signing-keys.ts';

const ADA = 'ada@client.example';
const OWNER = 'owner@studio.example';
/** Issuer of a test server that was not told its address. */
const ISSUER = 'http://localhost:4000/auth/v1';
const SECRET = 'a secret of more than thirty-two characters';
const ADA_ID = '3f0c9a52-7d4e-4c55-9b6e-0d1f7b1c2a3e';

const settings = (origin: string) => ({ AUTH_URL: `${origin}/auth/v1`, AUTH_ISSUER: ISSUER });
const me = (server: TestServer, token: string) => callWith(server, token)(api.getMe);
const statusOf = async (server: TestServer, token: string) => (await me(server, token)).status;

/** Another provider signs with another key from now on; the old one still verifies. */
async function rotate(provider: TestServer): Promise<void> {
  await provider.db.updateTable('auth_keys').set({ signing: null }).execute();
  await new SigningKeys(provider.db, provider.secret, provider.clock).addSigningKey();
}

/** Something that answers at an address as `answer` says, and counts how often it was asked. */
async function startStranger(answer: (path: string) => { status?: number; body: string }) {
  let calls = 0;
  const http = createServer((request, reply) => {
    calls += 1;
    const { status = 200, body } = answer(request.url ?? '');
    reply.writeHead(status, { 'content-type': 'application/json' }).end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => http.once('listening', resolve));
  return {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    calls: () => calls,
    [Symbol.asyncDispose]: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** A key pair of a stranger, whose public half can be served and whose private half signs. */
async function makeSigner(clock: TestClock, kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' };
  const sign = (claims: JWTPayload = {}, header: { kid?: string } = {}) =>
    new SignJWT({ ...claimsOf(clock), ...claims })
      .setProtectedHeader({ alg: 'ES256', kid, ...header })
      .sign(privateKey);
  return { jwk, sign };
}

function claimsOf(clock: TestClock): JWTPayload {
  const now = Math.floor(clock.now().getTime() / 1000);
  return {
    iss: ISSUER,
    sub: ADA_ID,
    aud: 'authenticated',
    iat: now,
    exp: now + 3600,
    email: ADA,
    role: 'authenticated',
  };
}

describeEachEngine((engine) => {
  describe('with another provider', () => {
    it('knows people by its tokens, and serves none of the embedded one', async () => {
      await using provider = await createTestServer({ engine });
      await using studio = await createTestServer({ engine, env: settings(await provider.listen()) });
      const { access_token: token, user } = await signUpByCall(provider, ADA, { data: { username: 'ada' } });
      const reply = await me(studio, token);
      expect([reply.status, reply.body.user]).toMatchObject([
        200,
        { _id: user.id, email: ADA, username: 'ada' },
      ]);
      expect(reply.body.role).toBe('client');
      for (const path of ['/signup', '/user', '/.well-known/jwks.json', '/health']) {
        const { status, body } = await callAuth(studio, path);
        expect([path, status, body.code]).toEqual([path, 404, 'not_found']);
      }
    });

    it('makes the owner admin by what the provider has confirmed', async () => {
      await using provider = await createTestServer({ engine });
      await using studio = await createTestServer({ engine, env: settings(await provider.listen()) });
      const { access_token: token } = await signUpByCall(provider, OWNER);
      await provider.db.updateTable('auth_users').set({ email_confirmed_at: null }).execute();
      expect((await me(studio, token)).body.role).toBe('client');
      await provider.db
        .updateTable('auth_users')
        .set({ email_confirmed_at: '2026-03-02T09:00:00.000Z' })
        .execute();
      expect((await me(studio, token)).body.role).toBe('admin');
    });

    it('security: does not start where the provider confirms the owner’s address by itself', async () => {
      await using provider = await createTestServer({ engine, env: { AUTH_AUTOCONFIRM: 'on' } });
      const env = settings(await provider.listen());
      const start = (more: Record<string, string>) => createTestServer({ engine, env: { ...env, ...more } });
      await expect(start({ PUBLIC_URL: 'http://studio.example' })).rejects.toThrow(
        /AUTH_URL must be a provider that confirms addresses by mail/,
      );
      await using _local = await start({});
      await using _ownerless = await start({ PUBLIC_URL: 'http://studio.example', OWNER_EMAIL: '' });
    });

    it('security: makes nobody the owner before the provider has said that it confirms by mail', async () => {
      const clock = createTestClock();
      const signer = await makeSigner(clock, 'theirs');
      let answer: { status?: number; body: string } = { status: 503, body: '{}' };
      const user = { id: ADA_ID, email: OWNER, email_confirmed_at: '2026-03-02T09:00:00.000Z' };
      await using stranger = await startStranger((path) => {
        if (path.endsWith('/jwks.json')) return { body: JSON.stringify({ keys: [signer.jwk] }) };
        return path.endsWith('/user') ? { body: JSON.stringify(user) } : answer;
      });
      const env = { ...settings(stranger.origin), PUBLIC_URL: 'http://studio.example' };
      await using studio = await createTestServer({ engine, clock, env });
      expect(studio.log.some(({ msg }) => msg.startsWith('the provider of AUTH_URL does not say'))).toBe(
        true,
      );
      const token = await signer.sign({ email: OWNER });
      expect(await statusOf(studio, token)).toBe(503);
      expect(studio.takeLoggedErrors()).toHaveLength(1);
      answer = { body: '{"mailer_autoconfirm":true}' };
      expect((await me(studio, token)).body.role).toBe('client');
      answer = { body: '{"mailer_autoconfirm":false}' };
      expect((await me(studio, token)).body.role).toBe('client');
      clock.advance(601);
      expect((await me(studio, token)).body.role).toBe('admin');
    });

    it('copies the address as the provider has it now, not as the token says', async () => {
      await using provider = await createTestServer({ engine });
      await using studio = await createTestServer({ engine, env: settings(await provider.listen()) });
      const { access_token: token } = await signUpByCall(provider, ADA);
      const call = callWith(studio, token);
      await call(api.getMe);
      await provider.db.updateTable('auth_users').set({ email: 'new@client.example' }).execute();
      expect((await call(api.syncEmail)).body).toEqual({ email: 'new@client.example' });
      expect((await call(api.getMe)).body.user.email).toBe('new@client.example');
    });

    it('follows a rotation of its keys at once, old tokens included', async () => {
      const clock = createTestClock();
      await using provider = await createTestServer({ engine, clock });
      await using studio = await createTestServer({ engine, clock, env: settings(await provider.listen()) });
      const { access_token: before } = await signUpByCall(provider, ADA);
      expect(await statusOf(studio, before)).toBe(200);
      await rotate(provider);
      clock.advance(61);
      const { body } = await callAuth(provider, '/token?grant_type=password', {
        body: { email: ADA, password: PASSWORD },
      });
      const kid = (token: string) => decodeProtectedHeader(token).kid;
      expect(kid(body.access_token)).not.toBe(kid(before));
      expect(await statusOf(studio, body.access_token)).toBe(200);
      expect(await statusOf(studio, before)).toBe(200);
    });

    it('security: lets an admin act with the level aal2 alone, where the settings ask for a second factor', async () => {
      await using provider = await createTestServer({ engine });
      const env = settings(await provider.listen());
      await using studio = await createTestServer({ engine, env: { ...env, AUTH_ADMIN_MFA: 'required' } });
      await using easy = await createTestServer({ engine, env });
      const ping = async (server: TestServer, token: string) => {
        const { status, body } = await callWith(server, token)(api.pingAdmin);
        return [status, body.code];
      };
      const { access_token: token } = await signUpByCall(provider, OWNER);
      expect((await me(studio, token)).body.role).toBe('admin');
      expect(await ping(studio, token)).toEqual([403, 'second_factor_setup_required']);
      const { session } = await setUpAppByCall(provider, token);
      expect(await ping(studio, session.access_token)).toEqual([200, undefined]);
      // That there is a factor now is not to be seen in a token that has not shown it.
      expect(await ping(studio, token)).toEqual([403, 'second_factor_setup_required']);
      expect(await ping(easy, token)).toEqual([200, undefined]);
    });

    it('goes on with the keys at hand while the provider is out of reach, and says so where it has none', async () => {
      const clock = createTestClock();
      const provider = await createTestServer({ engine, clock });
      const env = settings(await provider.listen());
      await using studio = await createTestServer({ engine, clock, env });
      await using late = await createTestServer({ engine, clock, env });
      const { access_token: token } = await signUpByCall(provider, ADA);
      expect(await statusOf(studio, token)).toBe(200);
      await provider.close();
      clock.advance(1_200);
      expect(await statusOf(studio, token)).toBe(200);
      const reply = await me(late, token);
      expect([reply.status, reply.body.code]).toEqual([503, 'unavailable']);
      expect(late.takeLoggedErrors()).toHaveLength(1);
      const sync = await callWith(studio, token)(api.syncEmail);
      expect([sync.status, sync.body.code]).toEqual([503, 'unavailable']);
      expect(studio.takeLoggedErrors()).toHaveLength(1);
    });
  });
});

describe('security: tokens of another provider', () => {
  it('are refused unless issuer, audience, time, subject and address are right', async () => {
    const clock = createTestClock();
    const signer = await makeSigner(clock, 'one');
    await using stranger = await startStranger(() => ({ body: JSON.stringify({ keys: [signer.jwk] }) }));
    await using studio = await createTestServer({ engine: 'sqlite', clock, env: settings(stranger.origin) });
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

  it('give roles of the server’s making alone, in any case of letters', async () => {
    const clock = createTestClock();
    const signer = await makeSigner(clock, 'one');
    await using stranger = await startStranger(() => ({ body: JSON.stringify({ keys: [signer.jwk] }) }));
    await using studio = await createTestServer({ engine: 'sqlite', clock, env: settings(stranger.origin) });
    const roleBy = async (claims: JWTPayload) => (await me(studio, await signer.sign(claims))).body.role;
    expect(await roleBy({ app_metadata: { roles: ['Admin'] } })).toBe('admin');
    expect(await roleBy({ roles: ['ADMIN'] })).toBe('admin');
    expect(await roleBy({ user_metadata: { roles: ['admin'], role: 'admin' }, role: 'admin' })).toBe(
      'client',
    );
    expect(await roleBy({ app_metadata: 'admin', roles: 7 })).toBe('client');
  });

  it('that say nothing of level or time count as the least: no second factor, no recent sign-in', async () => {
    const clock = createTestClock();
    const signer = await makeSigner(clock, 'one');
    await using stranger = await startStranger(() => ({ body: JSON.stringify({ keys: [signer.jwk] }) }));
    const env = { ...settings(stranger.origin), AUTH_ADMIN_MFA: 'required' };
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

  it('ask for the keys once in a while at most, however many keys they invent', async () => {
    const clock = createTestClock();
    const signer = await makeSigner(clock, 'one');
    await using stranger = await startStranger(() => ({ body: JSON.stringify({ keys: [signer.jwk] }) }));
    await using studio = await createTestServer({ engine: 'sqlite', clock, env: settings(stranger.origin) });
    const invented = await Promise.all(
      Array.from({ length: 20 }, (_, n) => signer.sign({}, { kid: `invented-${n}` })),
    );
    for (const token of invented) expect(await statusOf(studio, token)).toBe(401);
    expect(stranger.calls()).toBe(1);
    clock.advance(16);
    for (const token of invented) expect(await statusOf(studio, token)).toBe(401);
    expect(stranger.calls()).toBe(2);
  });

  it('signed with a secret are taken only where that secret is set, and never with a public key for one', async () => {
    const clock = createTestClock();
    const signer = await makeSigner(clock, 'one');
    const oct = { kty: 'oct', kid: 'oct', alg: 'HS256', k: Buffer.from(SECRET).toString('base64url') };
    await using stranger = await startStranger(() => ({ body: JSON.stringify({ keys: [signer.jwk, oct] }) }));
    const env = settings(stranger.origin);
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
    ['no JSON', { body: '<html>' }],
    ['no key set', { body: '{"keys":{}}' }],
    ['endless bytes', { body: `{"keys":["${'x'.repeat(300_000)}"]}` }],
    ['a redirect', { status: 302, body: '' }],
  ])('cannot be checked where the keys are %s, and that is said', async (_name, answer) => {
    const clock = createTestClock();
    const signer = await makeSigner(clock, 'one');
    await using stranger = await startStranger(() => answer);
    await using studio = await createTestServer({ engine: 'sqlite', clock, env: settings(stranger.origin) });
    const reply = await me(studio, await signer.sign());
    expect([reply.status, reply.body.code]).toEqual([503, 'unavailable']);
    studio.takeLoggedErrors();
  });
});
