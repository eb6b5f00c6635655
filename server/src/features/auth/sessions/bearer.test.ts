import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../../../test/harness/clock.ts';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import {
  callAuth,
  openBrowser,
  PASSWORD,
  signUpAndConfirm,
  signUpByCall,
} from '../../../../test/harness/sign-in.ts';

const ADA = 'ada@client.example';

const getUser = async (server: TestServer, token: string) => {
  const { status, body } = await callAuth(server, '/user', { token });
  return [status, body.code ?? body.email];
};

/** The product's own calls take exactly what the provider takes. */
const apiStatus = async (server: TestServer, token: string) =>
  (await server.inject({ url: '/api/me', headers: { authorization: `Bearer ${token}` } })).statusCode;

const partsOf = (token: string) =>
  token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describeAnyEngine((engine) => {
  describe('the current user', () => {
    it('is read from the database on each call', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: token } = await signUpByCall(server, ADA);
      expect(await getUser(server, token)).toEqual([200, ADA]);
      await server.db.updateTable('auth_users').set({ email: 'new@client.example' }).execute();
      expect(await getUser(server, token)).toEqual([200, 'new@client.example']);
    });

    it.each([
      undefined,
      'Basic YTpi',
      'Bearer',
      'Bearer ',
      'Bearer a b',
      'token',
      `Bearer ${'a'.repeat(9_000)}`,
    ])('is refused when the Authorization header is %s', async (authorization) => {
      await using server = await createTestServer({ engine });
      const reply = await callAuth(server, '/user', authorization ? { headers: { authorization } } : {});
      expect([reply.status, reply.body]).toEqual([
        401,
        { code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' },
      ]);
    });
  });

  describe('security: an unexpired access token of an ended session or account', () => {
    it('is refused from the next call after a sign-out of this, the other or all sessions', async () => {
      // The client compares the token's times with its own clock.
      await using server = await createTestServer({
        engine,
        clock: createTestClock(new Date().toISOString()),
      });
      const origin = await server.listen();
      const a = await signUpAndConfirm(server, origin, ADA);
      const others = [openBrowser(origin), openBrowser(origin)];
      for (const { auth } of others) await auth.signInWithPassword({ email: ADA, password: PASSWORD });
      const tokens = await Promise.all(
        [a, ...others].map(async ({ auth }) => (await auth.getSession()).data.session?.access_token ?? ''),
      );
      const states = () =>
        Promise.all(
          tokens.map(async (token) => [await apiStatus(server, token), (await getUser(server, token))[1]]),
        );
      const alive = [200, ADA];
      const ended = [401, 'session_not_found'];
      expect(await states()).toEqual([alive, alive, alive]);

      await others[0]?.auth.signOut({ scope: 'local' });
      expect(await states()).toEqual([alive, ended, alive]);
      expect((await a.auth.signOut({ scope: 'others' })).error).toBeNull();
      expect(await states()).toEqual([alive, ended, ended]);
      await others[1]?.auth.signInWithPassword({ email: ADA, password: PASSWORD });
      expect((await a.auth.signOut()).error).toBeNull();
      expect(await states()).toEqual([ended, ended, ended]);
      expect(await server.db.selectFrom('auth_sessions').selectAll().execute()).toEqual([]);
      // The client treats an ended session as signed out.
      expect((await a.auth.signOut()).error).toBeNull();
      const me = await others[1]?.auth.getUser();
      expect(me?.error?.name).toBe('AuthSessionMissingError');
    });

    it('signs out with 204 for a JSON type without a body, and refuses an unknown scope', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: token } = await signUpByCall(server, ADA);
      const headers = { 'content-type': 'application/json;charset=UTF-8' };
      const odd = await callAuth(server, '/logout?scope=everybody', { method: 'POST', token, headers });
      expect([odd.status, odd.body.code]).toEqual([400, 'validation_failed']);
      const done = await callAuth(server, '/logout', { method: 'POST', token, headers });
      expect([done.status, done.body]).toEqual([204, '']);
      const again = await callAuth(server, '/logout', { method: 'POST', token, headers });
      expect([again.status, again.body.code]).toEqual([403, 'session_not_found']);
    });

    it('is refused when its account is disabled or deleted', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: token } = await signUpByCall(server, ADA);
      expect(await apiStatus(server, token)).toBe(200);
      await server.db.updateTable('auth_users').set({ banned_until: '2030-01-01T00:00:00.000Z' }).execute();
      expect([await getUser(server, token), await apiStatus(server, token)]).toEqual([
        [403, 'user_banned'],
        401,
      ]);
      await server.db.deleteFrom('auth_users').execute();
      expect([await getUser(server, token), await apiStatus(server, token)]).toEqual([
        [403, 'user_not_found'],
        401,
      ]);
    });

    it('is refused once expired by the clock, even when it was verified before', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: token } = await signUpByCall(server, ADA);
      server.clock.advance(3_599);
      expect(await apiStatus(server, token)).toBe(200);
      server.clock.advance(1);
      expect([await getUser(server, token), await apiStatus(server, token)]).toEqual([[403, 'bad_jwt'], 401]);
    });
  });

  describe('security: forged tokens', () => {
    it('are refused unless our key signed them with its own algorithm', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: token } = await signUpByCall(server, ADA);
      const [header, claims] = partsOf(token);
      const [publicJwk] = (await callAuth(server, '/.well-known/jwks.json')).body.keys;
      const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const sign = (changes: object, head: object = {}, key = foreign.privateKey, alg = 'ES256') =>
        new SignJWT({ ...claims, ...changes }).setProtectedHeader({ ...header, alg, ...head }).sign(key);
      const hmacOver = (secret: string | Buffer) => {
        const signed = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
        return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
      };
      const pem = (await import('node:crypto')).createPublicKey({ key: publicJwk ?? {}, format: 'jwk' });
      const forged: Record<string, string> = {
        'alg none': `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`,
        'alg None': `${encode({ ...header, alg: 'None' })}.${encode(claims)}.`,
        'no signature': `${token.split('.').slice(0, 2).join('.')}.`,
        'HS256 with the public key as JSON': hmacOver(JSON.stringify(publicJwk)),
        'HS256 with the public key as PEM': hmacOver(pem.export({ type: 'spki', format: 'pem' })),
        'HS256 with the public key as DER': hmacOver(pem.export({ type: 'spki', format: 'der' })),
        'HS256 with nothing': hmacOver(''),
        'a foreign key under our kid': await sign({}),
        'a foreign key under its own kid': await sign({}, { kid: randomUUID() }),
        'a foreign key in the header': await sign({}, { kid: 'x', jwk: await exportJWK(foreign.publicKey) }),
        'a foreign key by address': await sign({}, { jku: 'https://evil.example/jwks.json' }),
        'another algorithm under our kid': await sign({}, {}, rsa.privateKey, 'RS256'),
        'no kid': await sign({}, { kid: undefined }),
        'a kid of another kind': await sign({}, { kid: { $ne: null } as unknown as string }),
        'changed claims': `${token.split('.')[0]}.${encode({ ...claims, sub: randomUUID() })}.${token.split('.')[2]}`,
        rubbish: 'a.b.c',
        empty: '..',
      };
      for (const [name, candidate] of Object.entries(forged)) {
        expect([await getUser(server, candidate), await apiStatus(server, candidate)], name).toEqual([
          [403, 'bad_jwt'],
          401,
        ]);
      }
      expect(await getUser(server, token)).toEqual([200, ADA]);
    });

    it('are refused when our own key signed them for another purpose', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: token } = await signUpByCall(server, ADA);
      const [header, claims] = partsOf(token);
      const { SigningKeys } = await import('../tokens/signing-keys.ts');
      const keys = new SigningKeys(server.db, server.secret, server.clock);
      const { privateKey } = await keys.signingKey();
      const sign = (changes: object, head: object = {}) =>
        new SignJWT({ ...claims, ...changes }).setProtectedHeader({ ...header, ...head }).sign(privateKey);
      expect(await getUser(server, await sign({}))).toEqual([200, ADA]);
      for (const [changes, head, status, code] of [
        [{ iss: 'https://evil.example/auth/v1' }, {}, 403, 'bad_jwt'],
        [{ iss: undefined }, {}, 403, 'bad_jwt'],
        [{ aud: 'service' }, {}, 403, 'bad_jwt'],
        [{ aud: undefined }, {}, 403, 'bad_jwt'],
        [{ exp: undefined }, {}, 403, 'bad_jwt'],
        [{ exp: claims.iat - 1 }, {}, 403, 'bad_jwt'],
        [{ nbf: claims.exp }, {}, 403, 'bad_jwt'],
        [{}, { typ: 'at+jwt' }, 403, 'bad_jwt'],
        [{ sub: 'no uuid' }, {}, 400, 'bad_jwt'],
        [{ sub: randomUUID() }, {}, 403, 'user_not_found'],
        [{ session_id: randomUUID() }, {}, 403, 'session_not_found'],
        [{ session_id: undefined }, {}, 403, 'session_not_found'],
      ] as const) {
        const candidate = await sign(changes, head);
        const name = JSON.stringify([changes, head]);
        expect([await getUser(server, candidate), await apiStatus(server, candidate)], name).toEqual([
          [status, code],
          401,
        ]);
      }
    });

    it('are refused when the session belongs to another account', async () => {
      await using server = await createTestServer({ engine });
      const ada = await signUpByCall(server, ADA);
      const eve = await signUpByCall(server, 'eve@client.example');
      const [header, claims] = partsOf(eve.access_token);
      const { SigningKeys } = await import('../tokens/signing-keys.ts');
      const { privateKey } = await new SigningKeys(server.db, server.secret, server.clock).signingKey();
      const mixed = await new SignJWT({ ...claims, sub: ada.user.id })
        .setProtectedHeader(header)
        .sign(privateKey);
      expect(await getUser(server, mixed)).toEqual([403, 'session_not_found']);
    });
  });
});
