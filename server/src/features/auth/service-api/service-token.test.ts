import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import { callAuth, makeServiceToken, signUpByCall } from '../../../../test/harness/sign-in.ts';
import { SigningKeys } from '../tokens/signing-keys.ts';

const ISSUER = 'http://localhost:4000/auth/v1';

/** The keys that the server signs with, got at as the command line does. */
const keysOf = (server: TestServer) => new SigningKeys(server.db, server.secret, server.clock);

describeAnyEngine((engine) => {
  describe('security: a service’s token', () => {
    const calls = [
      ['GET', '/admin/users'],
      ['POST', '/admin/users'],
      ['PUT', '/admin/users/x'],
      ['DELETE', '/admin/users/x'],
      ['GET', '/admin/users/x/factors'],
      ['DELETE', '/admin/users/x/factors/y'],
      ['POST', '/invite'],
      ['POST', '/admin/generate_link'],
    ] as const;

    it('is required by every service call, and a user’s access token is refused, even an admin’s', async () => {
      await using server = await createTestServer({ engine });
      const { access_token: owner } = await signUpByCall(server, 'owner@studio.example');
      await server.db.updateTable('auth_users').set({ app_metadata: '{"roles":["admin"]}' }).execute();
      for (const [method, path] of calls) {
        const asked = { method, body: method === 'GET' ? undefined : {} };
        const none = await callAuth(server, path, asked);
        expect([path, none.status, none.body.code]).toEqual([path, 401, 'no_authorization']);
        const own = await callAuth(server, path, { ...asked, token: owner });
        expect([path, own.status, own.body.code]).toEqual([path, 403, 'not_admin']);
        const forged = await callAuth(server, path, { ...asked, token: `${owner.slice(0, -5)}AAAAA` });
        expect([path, forged.status, forged.body.code]).toEqual([path, 403, 'bad_jwt']);
      }
    });

    it('is refused when expired or made for another provider or purpose', async () => {
      await using server = await createTestServer({ engine });
      const token = await makeServiceToken(server, 3_600);
      const list = async (by: string) => (await callAuth(server, '/admin/users', { token: by })).status;
      expect(await list(token)).toBe(200);
      server.clock.advance(3_600);
      expect(await list(token)).toBe(403);
      const { kid, algorithm, privateKey } = await keysOf(server).signingKey();
      const sign = (claims: Record<string, unknown>, audience: string, issuer = ISSUER) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
          .setAudience(audience)
          .setIssuer(issuer)
          .setIssuedAt(Math.floor(server.clock.now().getTime() / 1000))
          .setExpirationTime(Math.floor(server.clock.now().getTime() / 1000) + 60)
          .sign(privateKey);
      expect(await list(await sign({ role: 'service_role' }, 'service_role'))).toBe(200);
      expect(await list(await sign({ role: 'authenticated' }, 'service_role'))).toBe(403);
      expect(await list(await sign({ role: 'service_role' }, 'authenticated'))).toBe(403);
      expect(await list(await sign({ role: 'service_role' }, 'service_role', 'https://x.example'))).toBe(403);
    });

    it('doesn’t sign in to the product', async () => {
      await using server = await createTestServer({ engine });
      const token = await makeServiceToken(server);
      for (const url of ['/api/me', '/api/admin/ping', '/auth/v1/user']) {
        const reply = await server.inject({ url, headers: { authorization: `Bearer ${token}` } });
        expect([url, reply.statusCode]).toEqual([url, url.startsWith('/api') ? 401 : 403]);
      }
    });
  });
});
