import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import {
  type AuthReply,
  callAuth,
  cookieOf,
  followLink,
  newestMail,
  PASSWORD,
  tokenIn,
  tryPassword,
} from '../../../../test/harness/sign-in.ts';

const ADA = 'ada@client.example';

const signUp = (server: TestServer, body: Record<string, unknown> = {}) =>
  callAuth(server, '/signup', { body: { email: ADA, password: PASSWORD, ...body } });

describeAnyEngine((engine) => {
  it('security: the sign-up cookie is the same for a new, an unconfirmed and a confirmed address', async () => {
    await using server = await createTestServer({ engine });
    const shapeOf = (reply: AuthReply) => String(reply.headers['set-cookie']).replace(/=[\w-]{43};/, '=…;');
    const first = await signUp(server);
    const second = await signUp(server);
    await followLink(server, 'signup', tokenIn(await newestMail(server, ADA)), cookieOf(second));
    const third = await signUp(server);
    for (const reply of [first, second, third]) {
      expect(shapeOf(reply)).toBe(
        'atelier-sign-up=…; Max-Age=2595600; Path=/auth/v1; HttpOnly; SameSite=Lax',
      );
    }
    expect(new Set([first, second, third].map(cookieOf)).size).toBe(3);
  });

  it('security: the sign-up cookie lists a browser’s attempts, newest first and at most eight', async () => {
    await using server = await createTestServer({ engine, env: { PUBLIC_URL: 'https://studio.example' } });
    let cookie = `__Host-atelier-sign-up=${'x'.repeat(43)}.not-a-secret`;
    for (let i = 0; i < 10; i += 1) {
      const reply = await callAuth(server, '/signup', {
        body: { email: `ada-${i}@client.example`, password: PASSWORD },
        headers: { cookie },
      });
      expect(reply.headers['set-cookie']).toMatch(/^__Host-.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      cookie = cookieOf(reply);
    }
    expect(cookie).toMatch(/^__Host-atelier-sign-up=([\w-]{43}\.){7}[\w-]{43}$/);
    for (const [email, works] of [
      ['ada-9@client.example', 200],
      ['ada-2@client.example', 200],
      ['ada-1@client.example', 400],
    ] as const) {
      await followLink(server, 'signup', tokenIn(await newestMail(server, email)), cookie);
      expect([email, (await tryPassword(server, email)).status]).toEqual([email, works]);
    }
  });

  it('security: a sign-up cookie that a sibling host could plant installs no attempt', async () => {
    await using server = await createTestServer({ engine, env: { PUBLIC_URL: 'https://studio.example' } });
    const confirm = async (email: string, cookieOfBrowser: (own: string) => string) => {
      const own = cookieOf(await signUp(server, { email }));
      await followLink(server, 'signup', tokenIn(await newestMail(server, email)), cookieOfBrowser(own));
      return (await tryPassword(server, email)).status;
    };
    expect(await confirm('ada@client.example', (own) => own.replace('__Host-', ''))).toBe(400);
    expect(await confirm('bea@client.example', (own) => own)).toBe(200);
  });
});
