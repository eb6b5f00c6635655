import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import {
  type AuthCall,
  callAuth,
  codeIn,
  followLink,
  newestMail,
  PASSWORD,
  signUpByCall,
  tokenIn,
  updateUser,
} from '../../../../test/harness/sign-in.ts';

const ADA = 'ada@client.example';
const EVE = 'eve@evil.example';
const HOME = '192.0.2.1';
const strict = { RATE_LIMIT_SCALE: '1' };

/** Signs in as Ada unless said otherwise. */
function signIn(server: TestServer, { ip = HOME, cookie = '', email = ADA, password = PASSWORD }) {
  const headers: Record<string, string> = cookie === '' ? {} : { cookie };
  return callAuth(server, '/token?grant_type=password', { body: { email, password }, ip, headers });
}

const deviceCookie = (headers: Record<string, unknown>) =>
  [headers['set-cookie'] ?? []].flat().find((text) => String(text).startsWith('atelier-device-')) as
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

describeEachEngine((engine) => {
  it('security: guesses from elsewhere keep nobody from signing in, at home or from a new address', async () => {
    await using server = await createTestServer({ engine, env: strict });
    await signUpByCall(server, ADA);
    const cookie = await cookieAfterSignIn(server);
    for (let index = 0; index < 7; index += 1) expect(await guess(server, { ip: network(index) })).toBe(10);
    expect((await signIn(server, { ip: network(0) })).status).toBe(429);
    expect((await signIn(server, { ip: network(0), cookie })).status).toBe(200);
    expect((await signIn(server, { ip: '198.51.100.7' })).status).toBe(200);
    expect((await signIn(server, {})).status).toBe(200);
  });

  it('security: strangers together have a limit for one account, which no known browser feels', async () => {
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

  it('security: a known browser has an allowance of its own and no more, however often it signs in', async () => {
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

  it('security: in the long run a network has forty wrong passwords a day for an account', async () => {
    await using server = await createTestServer({ engine, env: strict });
    await signUpByCall(server, ADA);
    let guesses = 0;
    for (let round = 0; round < 6; round += 1) {
      guesses += await guess(server, { ip: network(1) });
      server.clock.advance(300);
    }
    expect(guesses).toBe(40);
  });

  it('does not count passwords that are right', async () => {
    await using server = await createTestServer({ engine, env: strict });
    await signUpByCall(server, ADA);
    for (let index = 0; index < 45; index += 1) {
      server.clock.advance(3);
      expect((await signIn(server, {})).status).toBe(200);
    }
    expect(await guess(server, { ip: HOME })).toBe(10);
  });

  it('security: the cookie is for the provider alone, of one account, and cannot be made or kept', async () => {
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

  it('knows a browser again after a refresh, and travels over https alone where the site does', async () => {
    await using server = await createTestServer({ engine, env: { PUBLIC_URL: 'https://studio.example' } });
    const session = await signUpByCall(server, ADA);
    const refreshed = await callAuth(server, '/token?grant_type=refresh_token', {
      body: { refresh_token: session.refresh_token },
      headers: { origin: 'https://studio.example' },
    });
    expect(deviceCookie(refreshed.headers)).toContain('; Secure');
    expect(refreshed.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('security: an IPv6 network is no crowd of clients, whatever its size', async () => {
    await using server = await createTestServer({ engine, env: strict });
    await signUpByCall(server, ADA);
    let guesses = 0;
    for (let index = 0; index < 8; index += 1) {
      guesses += await guess(server, { ip: `2001:db8:1:${index.toString(16)}::1` });
    }
    expect(guesses).toBe(40);
    expect(await guess(server, { ip: '2001:db8:2::1' })).toBe(10);
  });

  it('security: requests for mails to others stop nobody’s recovery, sign-up or resend', async () => {
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

  it('security: over the cap mails wait, with the same reply, and their links live an hour from then', async () => {
    await using server = await createTestServer({ engine, env: strict });
    await signUpByCall(server, ADA);
    const before = server.mails.length;
    const email = (index: number) => `new${index}@client.example`;
    for (let index = 0; index < 204; index += 1) {
      const reply = await ask(server, '/signup', { email: email(index), password: PASSWORD }, network(index));
      expect([reply.status, reply.body.email]).toEqual([200, email(index)]);
    }
    await server.drainOutbox();
    // The hundred of the hour, but for the one of Ada's own sign-up.
    expect(server.mails.length - before).toBe(99);
    // An account's recovery does not wait behind them.
    await ask(server, '/recover', { email: ADA }, HOME);
    expect((await newestMail(server, ADA))?.subject).toContain('Choose a new password');
    server.clock.advance(36);
    await server.drainOutbox();
    expect(server.mails.length - before).toBe(101);
    server.clock.advance(3_600);
    await server.drainOutbox();
    expect(server.mails.length - before).toBe(201);
    const late = server.mails.at(-1);
    server.clock.advance(3_590);
    expect((await followLink(server, 'signup', tokenIn(late))).status).toBe(200);
  });

  it('security: changes of address, which few accounts can ask for many times, delay no recovery and no sign-up', async () => {
    await using server = await createTestServer({ engine, env: strict });
    await signUpByCall(server, ADA);
    for (let account = 0; account < 3; account += 1) {
      const { access_token: token } = await signUpByCall(server, `eve${account}@evil.example`);
      for (let index = 0; index < 45; index += 1) {
        const asked = await callAuth(server, '/user', {
          method: 'PUT',
          token,
          body: { email: `next${account}-${index}@evil.example` },
          ip: network(index),
        });
        expect(asked.status).toBe(200);
      }
    }
    await ask(server, '/recover', { email: ADA }, HOME);
    expect((await newestMail(server, ADA))?.subject).toContain('Choose a new password');
    await ask(server, '/signup', { email: 'new@client.example', password: PASSWORD }, HOME);
    expect((await newestMail(server, 'new@client.example'))?.subject).toContain('Confirm your email address');
  });

  it('security: what a resend mails later works from then on, its code too', async () => {
    await using server = await createTestServer({ engine, env: strict });
    for (let index = 0; index < 5; index += 1) {
      await ask(server, '/signup', { email: ADA, password: PASSWORD }, network(index));
    }
    await ask(server, '/resend', { type: 'signup', email: ADA }, HOME);
    await server.drainOutbox();
    expect(server.mails).toHaveLength(5);
    server.clock.advance(600);
    const late = await newestMail(server, ADA);
    expect(server.mails).toHaveLength(6);
    const body = { type: 'signup', email: ADA, token: codeIn(late) };
    expect((await callAuth(server, '/verify', { body })).status).toBe(200);
  });

  it('security: a mailbox is not flooded from many networks, and its owner gets a link that works', async () => {
    await using server = await createTestServer({ engine, env: strict });
    await signUpByCall(server, ADA);
    const before = server.mails.length;
    for (let index = 0; index < 30; index += 1) {
      expect((await ask(server, '/recover', { email: ADA }, network(index))).status).toBe(200);
    }
    expect((await ask(server, '/recover', { email: ADA }, HOME)).status).toBe(200);
    await server.drainOutbox();
    const first = server.mails.slice(before);
    expect(first).toHaveLength(5);
    // One waits, for all of those that were asked for meanwhile.
    server.clock.advance(600);
    await server.drainOutbox();
    expect(server.mails.slice(before)).toHaveLength(6);
    server.clock.advance(3_000);
    await server.drainOutbox();
    expect(server.mails.slice(before)).toHaveLength(6);
    // Those of others have not made it void.
    expect((await followLink(server, 'recovery', tokenIn(server.mails.at(-1)))).status).toBe(200);
    expect((await followLink(server, 'recovery', tokenIn(first[1]))).body.code).toBe('otp_expired');
  });

  it('lets those sign in whose clock was two days ahead when they last did', async () => {
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

  it('waits no longer for mails when the clock has stepped back', async () => {
    await using server = await createTestServer({ engine, env: strict });
    server.clock.step(48 * 3_600);
    for (let index = 0; index < 4; index += 1) {
      await ask(server, '/signup', { email: ADA, password: PASSWORD }, network(index));
    }
    await server.drainOutbox();
    server.clock.step(-48 * 3_600);
    const before = server.mails.length;
    await ask(server, '/signup', { email: ADA, password: PASSWORD }, network(9));
    server.clock.advance(600);
    await server.drainOutbox();
    expect(server.mails.length).toBe(before + 1);
  });
});
