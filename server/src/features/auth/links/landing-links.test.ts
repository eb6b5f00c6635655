import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import { callAuth, newestMail, signUpByCall, tokenIn } from '../../../../test/harness/sign-in.ts';

const ADA = 'ada@client.example';
const SITE = 'http://localhost:4000';
const CHALLENGE = { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' };

/** Asks for a recovery of Ada's account that leads to `target`. @returns the token of the mail's link */
async function askForRecovery(server: TestServer, target: string, body = {}): Promise<string> {
  await signUpByCall(server, ADA);
  await callAuth(server, `/recover?redirect_to=${encodeURIComponent(target)}`, {
    body: { email: ADA, ...body },
  });
  return tokenIn(await newestMail(server, ADA));
}

const follow = (server: TestServer, token: string, target: string, type = 'recovery') =>
  callAuth(server, `/verify?token=${token}&type=${type}&redirect_to=${encodeURIComponent(target)}`);

describeAnyEngine((engine) => {
  it.each([{}, CHALLENGE])(
    'security: a recovery link leads unused to the page that uses it, requested with %j',
    async (challenge) => {
      await using server = await createTestServer({ engine });
      const token = await askForRecovery(server, `${SITE}/auth/reset?a=1`, challenge);
      const secret = token.replace('pkce_', '');
      for (let i = 0; i < 2; i += 1) {
        const reply = await follow(server, token, `${SITE}/auth/reset?a=1`);
        expect([reply.status, reply.headers.location]).toEqual([
          303,
          `${SITE}/auth/reset?a=1&token_hash=${secret}&type=recovery`,
        ]);
        expect(reply.headers).toMatchObject({
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
        });
      }
      const used = await callAuth(server, '/verify', { body: { type: 'recovery', token_hash: secret } });
      expect([used.status, used.body.user.email]).toEqual([200, ADA]);
      expect((await follow(server, token, `${SITE}/auth/reset`)).headers.location).toContain('otp_expired');
    },
  );

  it('security: a recovery link passes its token to no other page, even one of the same path elsewhere', async () => {
    await using server = await createTestServer({
      engine,
      env: { AUTH_REDIRECTS: 'https://other.example/**' },
    });
    const token = await askForRecovery(server, `${SITE}/auth/reset`);
    for (const target of [
      'https://other.example/auth/reset',
      `${SITE}/auth/invite`,
      `${SITE}/auth/reset/more`,
      'http://evil.example/auth/reset',
    ]) {
      const reply = await follow(server, token, target);
      expect([reply.status, reply.headers.location], target).toEqual([200, undefined]);
      expect(reply.body, target).toContain('<h1>Choose a new password</h1>');
    }
  });

  it('the lookup of a live link names its account and leaves the link unused', async () => {
    await using server = await createTestServer({ engine });
    const token = await askForRecovery(server, `${SITE}/auth/reset`);
    const ask = (hash: string, type: string) =>
      callAuth(server, `/verify/link?token_hash=${hash}&type=${type}`);
    for (let i = 0; i < 2; i += 1) {
      const reply = await ask(token, 'recovery');
      expect([reply.status, reply.body]).toEqual([200, { email: ADA }]);
      expect(reply.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    }
    for (const [hash, type] of [
      [token, 'invite'],
      [token, 'toString'],
      ['made-up', 'recovery'],
      ['', ''],
    ] as const) {
      expect((await ask(hash, type)).body.code, `${hash} ${type}`).toBe('otp_expired');
    }
    server.clock.advance(3_600);
    expect((await ask(token, 'recovery')).status).toBe(403);
  });
});
