import { describe, expect, it } from 'vitest';
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
} from '../../../../test/harness/sign-in.ts';
import { PasswordHasher } from '../passwords/passwords.ts';

/** How many calls in a row are let through, up to `tries`. */
async function countAllowed(
  server: TestServer,
  tries: number,
  call: (index: number) => [string, AuthCall],
): Promise<number> {
  for (let index = 0; index < tries; index += 1) {
    const reply = await callAuth(server, ...call(index));
    if (reply.status === 429) {
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      expect(reply.body.code).toMatch(/^over_(request|email_send)_rate_limit$/);
      return index;
    }
  }
  return tries;
}

const strict = { RATE_LIMIT_SCALE: '1' };

describeEachEngine((engine) => {
  describe('auth request limits', () => {
    it('security: each endpoint allows a client thirty calls in five minutes, counted separately', async () => {
      await using server = await createTestServer({ engine, env: strict });
      const short: AuthCall = { body: { email: 'a@b.c', password: 'x' } };
      expect(await countAllowed(server, 40, () => ['/signup', short])).toBe(30);
      expect(await countAllowed(server, 40, () => ['/resend', { body: { type: 'signup' } }])).toBe(30);
      expect(await countAllowed(server, 40, () => ['/verify', { body: {} }])).toBe(30);
      expect(await countAllowed(server, 40, () => ['/token?grant_type=x', { body: {} }])).toBe(30);
      server.clock.advance(10);
      expect(await countAllowed(server, 40, () => ['/signup', short])).toBe(1);
      expect(await countAllowed(server, 40, () => ['/token?grant_type=x', { body: {} }])).toBe(5);
      expect(await countAllowed(server, 1, () => ['/signup', { ...short, ip: '198.51.100.7' }])).toBe(1);
    });

    it('security: further fields of a body get around no limit', async () => {
      await using server = await createTestServer({ engine, env: { ...strict, AUTH_EMAIL_INTERVAL: '0' } });
      const allowed = await countAllowed(server, 10, (i) => [
        `/resend?email=other${i}@b.c`,
        {
          body: { type: 'signup', email: 'a@b.c', x: i, emails: [`${i}@b.c`], phone: '', user: { email: i } },
          ip: '198.51.100.1',
        },
      ]);
      expect(allowed).toBe(5);
    });

    it('security: a client can request five mails an hour to one address and thirty in total', async () => {
      await using server = await createTestServer({ engine, env: { ...strict, AUTH_EMAIL_INTERVAL: '0' } });
      const resend = (email: string, ip: string): [string, AuthCall] => [
        '/resend',
        { body: { type: 'signup', email }, ip },
      ];
      expect(await countAllowed(server, 10, () => resend('a@b.c', '198.51.100.1'))).toBe(5);
      expect(await countAllowed(server, 10, () => resend('a@b.c', '198.51.100.2'))).toBe(5);
      // An IPv6 client has a whole network of addresses and counts as one.
      const fromOne = await countAllowed(server, 40, (i) =>
        resend(`a${i}@b.c`, `2001:db8::${i.toString(16)}`),
      );
      expect(fromOne).toBe(30);
      expect(await countAllowed(server, 120, (i) => resend(`b${i}@b.c`, `203.0.113.${i}`))).toBe(120);
    });

    it('security: address headers that a client sends are ignored when no proxy is trusted', async () => {
      await using server = await createTestServer({ engine, env: strict });
      const allowed = await countAllowed(server, 40, (i) => [
        '/token?grant_type=x',
        {
          body: {},
          headers: {
            'x-forwarded-for': `198.51.100.${i}`,
            'x-real-ip': `198.51.100.${i}`,
            'x-client-ip': `1.2.3.${i}`,
          },
        },
      ]);
      expect(allowed).toBe(30);
    });

    it('calls are counted by the client address that a trusted proxy reports', async () => {
      await using server = await createTestServer({ engine, env: { ...strict, TRUST_PROXY: '127.0.0.1' } });
      const from = (address: string): AuthCall => ({
        body: {},
        headers: { 'x-forwarded-for': `1.1.1.1, ${address}` },
      });
      expect(await countAllowed(server, 40, () => ['/token?grant_type=x', from('198.51.100.1')])).toBe(30);
      expect(await countAllowed(server, 1, () => ['/token?grant_type=x', from('198.51.100.2')])).toBe(1);
    });

    it('RATE_LIMIT_SCALE multiplies the limits', async () => {
      await using server = await createTestServer({ engine, env: { RATE_LIMIT_SCALE: '2' } });
      expect(await countAllowed(server, 70, () => ['/token?grant_type=x', { body: {} }])).toBe(60);
    });

    it('security: other calls are answered without delay while passwords are hashed', async () => {
      await using server = await createTestServer({ engine, hasher: new PasswordHasher() });
      const flood = Array.from({ length: 30 }, (_, i) =>
        callAuth(server, '/token?grant_type=password', { body: { email: `a${i}@b.c`, password: PASSWORD } }),
      );
      const started = performance.now();
      const health = await callAuth(server, '/health');
      const waited = performance.now() - started;
      const replies = await Promise.all(flood);
      const took = performance.now() - started;
      expect(health.status).toBe(200);
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400]));
      expect(waited).toBeLessThan(took / 2);
    });
  });
});

const ADA = 'ada@client.example';
const HOME = '192.0.2.1';

const ask = (server: TestServer, path: string, body: object, ip: string) =>
  callAuth(server, path, { body, ip } as AuthCall);
const network = (index: number) => `203.0.${Math.floor(index / 250)}.${index % 250}`;

describeEachEngine((engine) => {
  describe('the mail rate limit', () => {
    it('security: mails over the cap are delayed with the same reply, and their links last an hour once sent', async () => {
      await using server = await createTestServer({ engine, env: strict });
      await signUpByCall(server, ADA);
      const before = server.mails.length;
      const email = (index: number) => `new${index}@client.example`;
      for (let index = 0; index < 204; index += 1) {
        const reply = await ask(
          server,
          '/signup',
          { email: email(index), password: PASSWORD },
          network(index),
        );
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

    it('security: repeated email changes delay no recovery or sign-up mail', async () => {
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
      expect((await newestMail(server, 'new@client.example'))?.subject).toContain(
        'Confirm your email address',
      );
    });

    it('security: a delayed resend’s link and code work once it is sent', async () => {
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

    it('security: requests from many networks don’t flood a mailbox, and its owner still gets a working link', async () => {
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
      // One mail is pending, for all requests since.
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

    it.each([3, 48])('a mail isn’t delayed longer when the clock is set back %i hours', async (hours) => {
      await using server = await createTestServer({ engine, env: strict });
      server.clock.step(hours * 3_600);
      for (let index = 0; index < 4; index += 1) {
        await ask(server, '/signup', { email: ADA, password: PASSWORD }, network(index));
      }
      await server.drainOutbox();
      server.clock.step(-hours * 3_600);
      const before = server.mails.length;
      await ask(server, '/signup', { email: ADA, password: PASSWORD }, network(9));
      server.clock.advance(600);
      await server.drainOutbox();
      expect(server.mails.length).toBe(before + 1);
    });
  });
});
