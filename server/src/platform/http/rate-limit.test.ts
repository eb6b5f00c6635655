import { endpoint } from '@atelier/domain/endpoint.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestClock } from '../../../test/harness/clock.ts';
import { createTestActor, createTestHttp } from '../../../test/harness/http.ts';
import { bindEndpoint } from './bind.ts';
import { addressKey, widestNetwork } from './client.ts';
import { MemoryRateLimitStore, RateLimitedError, RateLimiter } from './rate-limit.ts';

const reply = z.object({});
const byAddress = endpoint({
  method: 'GET',
  path: '/limited',
  access: 'public',
  summary: 's',
  limit: { max: 3, seconds: 60, per: 'address' },
  reply,
});
const byAccount = endpoint({
  ...byAddress,
  path: '/mine',
  access: 'signed-in',
  limit: { max: 2, seconds: 60, per: 'account' },
});

const access = {
  authenticate: async (token: string) => ({
    actor: createTestActor({ accountId: token }),
    project: undefined,
  }),
  findProjectAccess: async () => undefined,
};

function server(trustedProxies: string[] = []) {
  return createTestHttp(
    (app) => {
      bindEndpoint(app, byAddress, async () => ({}));
      bindEndpoint(app, byAccount, async () => ({}));
    },
    { access, trustedProxies, scale: 1 },
  );
}

describe('a limit', () => {
  it('lets the allowed number through, then says how long to wait', async () => {
    await using http = await server();
    const call = () => http.app.inject({ url: '/api/limited' });
    expect([await call(), await call(), await call()].map((r) => r.statusCode)).toEqual([200, 200, 200]);
    const refused = await call();
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
      429,
      'rate_limited',
      '20',
    ]);
    http.clock.advance(19);
    expect((await call()).statusCode).toBe(429);
    http.clock.advance(1);
    expect((await call()).statusCode).toBe(200);
    expect((await call()).statusCode).toBe(429);
  });

  it('admits callers after a clock two days ahead is set back', async () => {
    await using http = await server();
    const call = () => http.app.inject({ url: '/api/limited' });
    http.clock.step(48 * 3600);
    for (let i = 0; i < 3; i++) await call();
    http.clock.step(-48 * 3600);
    expect([(await call()).statusCode, (await call()).headers['retry-after']]).toEqual([429, '20']);
    http.clock.advance(20);
    expect([(await call()).statusCode, (await call()).statusCode]).toEqual([200, 429]);
  });

  it('counts each address separately', async () => {
    await using http = await server();
    const call = async (remoteAddress: string) =>
      (await http.app.inject({ url: '/api/limited', remoteAddress })).statusCode;
    for (let i = 0; i < 3; i++) await call('192.0.2.1');
    expect([await call('192.0.2.1'), await call('::ffff:192.0.2.1'), await call('192.0.2.2')]).toEqual([
      429, 429, 200,
    ]);
  });

  it('counts an IPv6 caller by their /64, and all of a /48 by four times as much', async () => {
    await using http = await server();
    const call = async (network: number) =>
      (await http.app.inject({ url: '/api/limited', remoteAddress: `2001:db8:1:${network}::${network}` }))
        .statusCode;
    for (let i = 0; i < 3; i++) await call(0);
    expect(await call(0)).toBe(429);
    const others = await Promise.all(Array.from({ length: 20 }, (_, n) => call(n + 1)));
    expect(others.filter((status) => status === 200)).toHaveLength(9);
    const elsewhere = await http.app.inject({ url: '/api/limited', remoteAddress: '2001:db8:2::1' });
    expect(elsewhere.statusCode).toBe(200);
  });

  it('ignores a forged X-Forwarded-For', async () => {
    await using http = await server();
    const call = async (i: number) =>
      (
        await http.app.inject({
          url: '/api/limited',
          headers: { 'x-forwarded-for': `192.0.2.${i}`, forwarded: `for=192.0.2.${i}` },
        })
      ).statusCode;
    expect([await call(1), await call(2), await call(3), await call(4)]).toEqual([200, 200, 200, 429]);
  });

  it('trusts the part of X-Forwarded-For that a trusted proxy added', async () => {
    await using http = await server(['10.0.0.0/8']);
    const call = async (forwarded: string, remoteAddress = '10.0.0.1') =>
      (
        await http.app.inject({
          url: '/api/limited',
          remoteAddress,
          headers: { 'x-forwarded-for': forwarded },
        })
      ).statusCode;
    for (let i = 0; i < 3; i++) await call(`198.51.100.${i}, 192.0.2.1`);
    expect(await call('198.51.100.9, 192.0.2.1')).toBe(429);
    expect(await call('192.0.2.2')).toBe(200);
    expect(await call('192.0.2.1', '203.0.113.5')).toBe(200);
  });

  it('counts an account across addresses', async () => {
    await using http = await server();
    const call = async (token: string, remoteAddress: string) =>
      (
        await http.app.inject({
          url: `/api/mine?x=${remoteAddress}`,
          remoteAddress,
          headers: { authorization: `Bearer ${token}` },
        })
      ).statusCode;
    expect([
      await call('a', '192.0.2.1'),
      await call('a', '192.0.2.2'),
      await call('a', '192.0.2.3'),
    ]).toEqual([200, 200, 429]);
    expect(await call('b', '192.0.2.3')).toBe(200);
  });

  it('also counts all calls of an address together', async () => {
    await using http = await server();
    const statuses: number[] = [];
    for (let i = 0; i < 601; i++) statuses.push((await http.app.inject({ url: '/api/nothing' })).statusCode);
    expect([statuses[599], statuses[600]]).toEqual([404, 429]);
  });
});

describe('RateLimiter', () => {
  const limiter = (scale = 1) => new RateLimiter(new MemoryRateLimitStore(), createTestClock(), scale);
  const countAllowed = async (subject: RateLimiter, calls: number) => {
    let allowed = 0;
    for (let i = 0; i < calls; i++) {
      await subject.consume('k', { max: 7, seconds: 60 }).then(
        () => allowed++,
        (error) => expect(error).toBeInstanceOf(RateLimitedError),
      );
    }
    return allowed;
  };

  it("is exact when a call's share is not an integer", async () => {
    expect(await countAllowed(limiter(), 20)).toBe(7);
  });

  it('gives back one call and no more, at any time of day', async () => {
    const [clock, one] = [createTestClock(), { max: 3, seconds: 60 }];
    const subject = new RateLimiter(new MemoryRateLimitStore(), clock, 1);
    for (let i = 0; i < 3; i++) await subject.consume('k', one);
    clock.step(48 * 3600);
    await subject.giveBack('k', one);
    await subject.consume('k', one);
    await expect(subject.consume('k', one)).rejects.toThrow(RateLimitedError);
  });

  it('multiplies every limit by the scale', async () => {
    expect(await countAllowed(limiter(2), 20)).toBe(14);
  });

  it('forgets the least recently used keys beyond its maximum', async () => {
    const [store, clock] = [new MemoryRateLimitStore(), createTestClock()];
    for (let i = 0; i < 100_001; i++) await store.take(`k${i}`, 60, 60, clock);
    expect(await store.take('k0', 60, 60, clock)).toBeUndefined();
    expect(await store.take('k100000', 60, 60, clock)).toBe(60);
  });
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('limits count %s as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

it.each([
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::9', '2001:db8:1::/48'],
])('the widest network of %s is %s', (address, network) => {
  expect(widestNetwork(address)).toBe(network);
});
