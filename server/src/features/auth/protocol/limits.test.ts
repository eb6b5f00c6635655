import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import { type AuthCall, callAuth, PASSWORD } from '../../../../test/harness/sign-in.ts';

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
  it('security: each endpoint lets a client through thirty times in five minutes, each on its own count', async () => {
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

  it('security: a client asks for five mails an hour to an address, and for thirty in all', async () => {
    await using server = await createTestServer({ engine, env: { ...strict, AUTH_EMAIL_INTERVAL: '0' } });
    const resend = (email: string, ip: string): [string, AuthCall] => [
      '/resend',
      { body: { type: 'signup', email }, ip },
    ];
    expect(await countAllowed(server, 10, () => resend('a@b.c', '198.51.100.1'))).toBe(5);
    expect(await countAllowed(server, 10, () => resend('a@b.c', '198.51.100.2'))).toBe(5);
    // An IPv6 client has a whole network of addresses and counts as one.
    const fromOne = await countAllowed(server, 40, (i) => resend(`a${i}@b.c`, `2001:db8::${i.toString(16)}`));
    expect(fromOne).toBe(30);
    expect(await countAllowed(server, 120, (i) => resend(`b${i}@b.c`, `203.0.113.${i}`))).toBe(120);
  });

  it('security: a header of the client’s own making does not make it another client', async () => {
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

  it('counts by what a trusted proxy says', async () => {
    await using server = await createTestServer({ engine, env: { ...strict, TRUST_PROXY: '127.0.0.1' } });
    const from = (address: string): AuthCall => ({
      body: {},
      headers: { 'x-forwarded-for': `1.1.1.1, ${address}` },
    });
    expect(await countAllowed(server, 40, () => ['/token?grant_type=x', from('198.51.100.1')])).toBe(30);
    expect(await countAllowed(server, 1, () => ['/token?grant_type=x', from('198.51.100.2')])).toBe(1);
  });

  it('is as wide as the settings say', async () => {
    await using server = await createTestServer({ engine, env: { RATE_LIMIT_SCALE: '2' } });
    expect(await countAllowed(server, 70, () => ['/token?grant_type=x', { body: {} }])).toBe(60);
  });

  it('security: answers at once for other calls while passwords are hashed', async () => {
    await using server = await createTestServer({ engine });
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
