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
} from '../../../../test/harness/sign-in.ts';

const ADA = 'ada@client.example';
const HOME = '192.0.2.1';
const strict = { RATE_LIMIT_SCALE: '1' };

const ask = (server: TestServer, path: string, body: object, ip: string) =>
  callAuth(server, path, { body, ip } as AuthCall);
const network = (index: number) => `203.0.${Math.floor(index / 250)}.${index % 250}`;

describeEachEngine((engine) => {
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
