import { expect, it } from 'vitest';
import { describeAnyEngine } from '../../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import {
  type AuthCall,
  callAuth,
  PASSWORD,
  signUpByCall,
  updateUser,
} from '../../../../test/harness/sign-in.ts';

const ADA = 'ada@client.example';
const EVE = 'eve@evil.example';
const HOME = '192.0.2.1';
const strict = { RATE_LIMIT_SCALE: '1' };

/** Signs in as Ada by default. */
function signIn(server: TestServer, { ip = HOME, cookie = '', email = ADA, password = PASSWORD }) {
  const headers: Record<string, string> = cookie === '' ? {} : { cookie };
  return callAuth(server, '/token?grant_type=password', { body: { email, password }, ip, headers });
}

const deviceCookie = (headers: Record<string, unknown>) =>
  [headers['set-cookie'] ?? []].flat().find((text) => /^(?:__Host-)?atelier-device-/.test(String(text))) as
    | string
    | undefined;

/** The cookie of a browser that has just signed in, as it sends it back. */
async function cookieAfterSignIn(server: TestServer, email = ADA): Promise<string> {
  const { status, headers } = await signIn(server, { email });
  expect(status).toBe(200);
  return deviceCookie(headers)?.split(';')[0] ?? '';
}

/** Wrong passwords until one is refused; how many were not. */
async function guess(server: TestServer, caller: { ip?: string; cookie?: string }, tries = 60) {
  for (let index = 0; index < tries; index += 1) {
    const { status } = await signIn(server, { ...caller, password: `wrong ${index}` });
    if (status === 429) return index;
    // The endpoint's own limit is another one.
    server.clock.advance(0.1);
  }
  return tries;
}

const ask = (server: TestServer, path: string, body: object, ip: string) =>
  callAuth(server, path, { body, ip } as AuthCall);
const network = (index: number) => `203.0.${Math.floor(index / 250)}.${index % 250}`;

describeAnyEngine((engine) => {
  it('security: wrong guesses from elsewhere don’t block the owner’s sign-in, at home or at a new address', async () => {
    await using server = await createTestServer({ engine, env: strict });
    await signUpByCall(server, ADA);
    const cookie = await cookieAfterSignIn(server);
    for (let index = 0; index < 7; index += 1) expect(await guess(server, { ip: network(index) })).toBe(10);
    expect((await signIn(server, { ip: network(0) })).status).toBe(429);
    expect((await signIn(server, { ip: network(0), cookie })).status).toBe(200);
    expect((await signIn(server, { ip: '198.51.100.7' })).status).toBe(200);
    expect((await signIn(server, {})).status).toBe(200);
  });

  it('security: unknown browsers share one limit per account, which doesn’t apply to known browsers', async () => {
    await using server = await createTestServer({
      engine,
      env: { RATE_LIMIT_SCALE: '0.1', AUTH_AUTOCONFIRM: 'on' },
    });
    await callAuth(server, '/signup', { body: { email: ADA, password: PASSWORD } });
    const cookie = await cookieAfterSignIn(server);
    const statuses: number[] = [];
    for (let index = 0; index < 103; index += 1) {
      statuses.push((await signIn(server, { ip: network(index), password: 'wrong' })).status);
    }
    expect(statuses).toEqual([...Array(100).fill(400), 429, 429, 429]);
    expect((await signIn(server, { ip: network(200) })).status).toBe(429);
    expect((await signIn(server, { ip: network(200), cookie })).status).toBe(200);
  });

  it('security: a known browser has a separate limit that signing in doesn’t reset', async () => {
    await using server = await createTestServer({ engine, env: strict });
    await signUpByCall(server, ADA);
    const cookie = await cookieAfterSignIn(server);
    server.clock.advance(2 * 24 * 3_600);
    const renewed = deviceCookie((await signIn(server, { cookie })).headers)?.split(';')[0] ?? '';
    expect(renewed.split('.')[0]).toBe(cookie.split('.')[0]);
    expect(renewed).not.toBe(cookie);
    expect(await guess(server, { cookie, ip: network(1) }, 6)).toBe(6);
    expect(await guess(server, { cookie: renewed, ip: network(2) })).toBe(4);
    expect((await signIn(server, { cookie: renewed, ip: network(3) })).status).toBe(429);
  });

  it('security: a network can try at most forty wrong passwords a day for an account', async () => {
    await using server = await createTestServer({ engine, env: strict });
    await signUpByCall(server, ADA);
    let guesses = 0;
    for (let round = 0; round < 6; round += 1) {
      guesses += await guess(server, { ip: network(1) });
      server.clock.advance(300);
    }
    expect(guesses).toBe(40);
  });

  it('correct passwords don’t count towards the limit', async () => {
    await using server = await createTestServer({ engine, env: strict });
    await signUpByCall(server, ADA);
    for (let index = 0; index < 45; index += 1) {
      server.clock.advance(3);
      expect((await signIn(server, {})).status).toBe(200);
    }
    expect(await guess(server, { ip: HOME })).toBe(10);
  });

  it('security: the known-browser cookie is scoped to the provider and one account, and can’t be forged or kept', async () => {
    await using server = await createTestServer({ engine, env: strict });
    await signUpByCall(server, ADA);
    await signUpByCall(server, EVE);
    const { headers, body } = await signIn(server, {});
    const attributes = deviceCookie(headers)?.split('; ').slice(1).sort();
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=15552000', 'Path=/auth/v1', 'SameSite=Lax']);
    const cookie = deviceCookie(headers)?.split(';')[0] ?? '';
    const [name = '', value = ''] = cookie.split('=');
    const eves = await cookieAfterSignIn(server, EVE);
    expect(eves.split('=')[0]).not.toBe(name);
    expect(await guess(server, { ip: HOME })).toBe(10);
    const [device, moment, signature] = value.split('.');
    for (const worthless of [
      `${name}=${eves.split('=')[1]}`,
      `${name}=${device}.${Number(moment) + 1}.${signature}`,
      `${name}=${'x'.repeat(43)}.${moment}.${signature}`,
      `${name}=`,
      `${name}=${'x'.repeat(4_000)}`,
      `${name}=%`,
    ]) {
      expect([worthless, (await signIn(server, { cookie: worthless })).status]).toEqual([worthless, 429]);
    }
    expect((await signIn(server, { cookie })).status).toBe(200);
    await updateUser(server, body.access_token, {
      password: 'quite another one',
      current_password: PASSWORD,
    });
    expect((await signIn(server, { cookie, password: 'quite another one' })).status).toBe(429);
  });

  it('the known-browser cookie is renewed by a refresh, and is secure when the site uses https', async () => {
    await using server = await createTestServer({ engine, env: { PUBLIC_URL: 'https://studio.example' } });
    const session = await signUpByCall(server, ADA);
    const refreshed = await callAuth(server, '/token?grant_type=refresh_token', {
      body: { refresh_token: session.refresh_token },
      headers: { origin: 'https://studio.example' },
    });
    expect(deviceCookie(refreshed.headers)).toMatch(/^__Host-.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(refreshed.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('security: an IPv6 network of any size counts as few clients', async () => {
    await using server = await createTestServer({ engine, env: strict });
    await signUpByCall(server, ADA);
    let guesses = 0;
    for (let index = 0; index < 8; index += 1) {
      guesses += await guess(server, { ip: `2001:db8:1:${index.toString(16)}::1` });
    }
    expect(guesses).toBe(40);
    expect(await guess(server, { ip: '2001:db8:2::1' })).toBe(10);
  });

  it('security: mail requests for other addresses block no recovery, sign-up or resend', async () => {
    await using server = await createTestServer({ engine, env: strict });
    await signUpByCall(server, ADA);
    for (let index = 0; index < 120; index += 1) {
      const { status } = await ask(server, '/recover', { email: `nobody${index}@x.example` }, network(index));
      expect(status).toBe(200);
    }
    const before = server.mails.length;
    expect((await ask(server, '/recover', { email: ADA }, network(200))).status).toBe(200);
    expect((await ask(server, '/recover', { email: ADA }, network(200))).status).toBe(429);
    const owner = [
      await ask(server, '/recover', { email: ADA }, HOME),
      await ask(server, '/signup', { email: 'new@client.example', password: PASSWORD }, HOME),
    ];
    expect(owner.map(({ status }) => status)).toEqual([200, 200]);
    await server.drainOutbox();
    const recipients = server.mails.slice(before).map((mail) => mail.to.address);
    expect(recipients.sort()).toEqual([ADA, ADA, 'new@client.example']);
  });

  it('sign-in works when the clock was two days ahead at the last one', async () => {
    await using server = await createTestServer({ engine, env: strict });
    await signUpByCall(server, ADA);
    server.clock.step(48 * 3_600);
    expect((await signIn(server, {})).status).toBe(200);
    server.clock.step(-48 * 3_600);
    // What all processes count by the time of day, calls of the endpoint, is just used up: for two seconds.
    await signIn(server, {});
    server.clock.advance(2);
    expect((await signIn(server, {})).status).toBe(200);
  });
});
