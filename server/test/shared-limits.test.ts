import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { RateLimitedError, RateLimiter } from '../src/platform/http/rate-limit.ts';
import { SharedRateLimitStore } from '../src/platform/http/shared-rate-limits.repository.ts';
import { createTestClock } from './harness/clock.ts';
import { createTestDatabase, createTestLocation } from './harness/database.ts';
import { chosenEngines } from './harness/engines.ts';
import { startProduct } from './harness/running-product.ts';

describe.runIf(chosenEngines(process.env.ENGINES).includes('postgres'))('shared limits', () => {
  it('security: two processes together let a password be tried ten times, not twenty', async () => {
    const { location, remove } = await createTestLocation('postgres');
    if (location.engine !== 'postgres') throw new TypeError('Not PostgreSQL');
    const folder = mkdtempSync(`${tmpdir()}/atelier-limits-`);
    const env = { DATA_DIR: folder, DATABASE_URL: location.url, RATE_LIMIT_SCALE: '1' };
    const products = [await startProduct(env), await startProduct(env)];
    const tries = Array.from({ length: 24 }, async (_, i) => {
      const reply = await fetch(`${products[i % 2]?.origin}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@client.example', password: `guess number ${i}` }),
      });
      return reply.status;
    });
    const statuses = await Promise.all(tries);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(14);
    for (const product of products) await product.stop();
    await remove();
    rmSync(folder, { recursive: true });
  });

  it('count as in memory: the whole allowance at once, then one call per share of the time', async () => {
    await using database = await createTestDatabase('postgres');
    const clock = createTestClock();
    const store = new SharedRateLimitStore(database.db);
    const limiter = new RateLimiter(store, clock, 1);
    const allowance = { max: 3, seconds: 60 };
    const take = () =>
      limiter.consume('somebody', allowance).then(
        () => 'taken',
        (error) => error,
      );
    expect(await Promise.all([take(), take(), take()])).toEqual(['taken', 'taken', 'taken']);
    const refused = await take();
    expect([refused, refused.retryAfterSeconds]).toEqual([expect.any(RateLimitedError), 20]);
    clock.advance(20);
    expect([await take(), (await take()).retryAfterSeconds]).toEqual(['taken', 20]);
    await store.sweep(clock.now().getTime());
    expect((await take()).retryAfterSeconds).toBe(20);
    clock.advance(61);
    await store.sweep(clock.now().getTime());
    expect(await database.db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
    expect(await take()).toBe('taken');
    // The clock was two days ahead and is set back: used tries count, and the two days add none.
    clock.step(48 * 3600);
    expect([await take(), await take(), await take()]).toEqual(['taken', 'taken', 'taken']);
    clock.step(-48 * 3600);
    expect((await take()).retryAfterSeconds).toBe(20);
    clock.advance(20);
    expect([await take(), (await take()).retryAfterSeconds]).toEqual(['taken', 20]);
    // More than the whole allowance at once is never let through.
    await expect(limiter.consume('somebody', { max: 0.5, seconds: 60 })).rejects.toThrow(RateLimitedError);
  });
});
