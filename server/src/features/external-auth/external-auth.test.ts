import { api } from '@atelier/domain/api.ts';
import { decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../../test/harness/clock.ts';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import {
  ADA_ID,
  externalAuthEnv,
  makeSigner,
  startProviderStub,
  statusOf,
} from '../../../test/harness/external-provider.ts';
import { setUpAppByCall } from '../../../test/harness/second-factor.ts';
import { createTestServer, type TestServer } from '../../../test/harness/server.ts';
import { callAuth, PASSWORD, signUpByCall } from '../../../test/harness/sign-in.ts';
import { callWith } from '../../../test/harness/test-app.ts';
import { SigningKeys } from '../auth/tokens/signing-keys.ts';
import { presentProviderTag } from './external-auth.feature.ts';

const ADA = 'ada@client.example';
const OWNER = 'owner@studio.example';

const me = (server: TestServer, token: string) => callWith(server, token)(api.getMe);

/** Another provider signs with another key from now on; the old one still verifies. */
async function rotate(provider: TestServer): Promise<void> {
  await provider.db.updateTable('auth_keys').set({ signing: null }).execute();
  await new SigningKeys(provider.db, provider.secret, provider.clock).addSigningKey();
}

describeAnyEngine((engine) => {
  describe('the server with an external provider', () => {
    it('authenticates users by the provider’s tokens, and serves no embedded provider', async () => {
      await using provider = await createTestServer({ engine });
      await using studio = await createTestServer({ engine, env: externalAuthEnv(await provider.listen()) });
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

    it('makes the owner admin when the provider has confirmed the address', async () => {
      await using provider = await createTestServer({ engine });
      await using studio = await createTestServer({ engine, env: externalAuthEnv(await provider.listen()) });
      const { access_token: token } = await signUpByCall(provider, OWNER);
      await provider.db.updateTable('auth_users').set({ email_confirmed_at: null }).execute();
      expect((await me(studio, token)).body.role).toBe('client');
      await provider.db
        .updateTable('auth_users')
        .set({ email_confirmed_at: '2026-03-02T09:00:00.000Z' })
        .execute();
      expect((await me(studio, token)).body.role).toBe('admin');
    });

    it('security: refuses to start when the provider confirms addresses without a mail', async () => {
      await using provider = await createTestServer({ engine, env: { AUTH_AUTOCONFIRM: 'on' } });
      const env = externalAuthEnv(await provider.listen());
      const start = (more: Record<string, string>) => createTestServer({ engine, env: { ...env, ...more } });
      await expect(start({ PUBLIC_URL: 'http://studio.example' })).rejects.toThrow(
        /AUTH_URL must be a provider that confirms addresses by mail/,
      );
      await using _local = await start({});
      await using _ownerless = await start({ PUBLIC_URL: 'http://studio.example', OWNER_EMAIL: '' });
    });

    it('security: promotes no owner until the provider reports that it confirms by mail', async () => {
      const clock = createTestClock();
      const signer = await makeSigner(clock, 'theirs');
      let answer: { status?: number; body: string } = { status: 503, body: '{}' };
      const user = { id: ADA_ID, email: OWNER, email_confirmed_at: '2026-03-02T09:00:00.000Z' };
      await using remote = await startProviderStub((path) => {
        if (path.endsWith('/jwks.json')) return { body: JSON.stringify({ keys: [signer.jwk] }) };
        return path.endsWith('/user') ? { body: JSON.stringify(user) } : answer;
      });
      const env = { ...externalAuthEnv(remote.origin), PUBLIC_URL: 'http://studio.example' };
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

    it('copies the provider’s current address, not the token’s', async () => {
      await using provider = await createTestServer({ engine });
      await using studio = await createTestServer({ engine, env: externalAuthEnv(await provider.listen()) });
      const { access_token: token } = await signUpByCall(provider, ADA);
      const call = callWith(studio, token);
      await call(api.getMe);
      await provider.db.updateTable('auth_users').set({ email: 'new@client.example' }).execute();
      expect((await call(api.syncEmail)).body).toEqual({ email: 'new@client.example' });
      expect((await call(api.getMe)).body.user.email).toBe('new@client.example');
    });

    it('accepts old and new tokens after the provider rotates its keys', async () => {
      const clock = createTestClock();
      await using provider = await createTestServer({ engine, clock });
      await using studio = await createTestServer({
        engine,
        clock,
        env: externalAuthEnv(await provider.listen()),
      });
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

    it('security: lets an admin act only with level aal2 when AUTH_ADMIN_MFA is required', async () => {
      await using provider = await createTestServer({ engine });
      const env = externalAuthEnv(await provider.listen());
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

    it('uses known keys when the provider is unreachable, and fails as unavailable without keys', async () => {
      const clock = createTestClock();
      const provider = await createTestServer({ engine, clock });
      const env = externalAuthEnv(await provider.listen());
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

describe('presentProviderTag', () => {
  it('escapes the settings for HTML', () => {
    const tag = presentProviderTag({ url: 'https://p.example/auth/v1', apiKey: 'pk"<&' });
    expect(tag).toMatch(/^<meta name="auth-provider" content="[^"<>]*"\/>$/);
    expect(tag).toContain('&quot;apiKey&quot;:&quot;pk\\&quot;&lt;&amp;&quot;');
  });

  it('gives each address a separate id', () => {
    const idOf = (url: string) =>
      /id&quot;:&quot;(\w+)/.exec(presentProviderTag({ url, apiKey: undefined }))?.[1];
    expect(idOf('https://p.example/a')).not.toBe(idOf('https://p.example/b'));
    expect(idOf('https://p.example/a')).toBe(idOf('https://p.example/a'));
  });
});
