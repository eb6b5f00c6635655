import { expect, it } from 'vitest';
import { PasswordHasher } from './password-hasher.ts';

it('hashes with Argon2id at the chosen cost, and knows the password again', async () => {
  const hasher = new PasswordHasher();
  const hash = await hasher.hash('a long sentence');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hasher.verify(hash, 'a long sentence')).toBe(true);
  expect(await hasher.verify(hash, 'a long sentencE')).toBe(false);
});

it('says no, after the same work, where there is no hash or the password cannot have one', async () => {
  const hasher = new PasswordHasher();
  expect(await hasher.verify(null, 'a long sentence')).toBe(false);
  expect(await hasher.verify(undefined, '')).toBe(false);
  const hash = await hasher.hash('x'.repeat(128));
  expect(await hasher.verify(hash, 'x'.repeat(129))).toBe(false);
});

it('leaves the main thread free, and says that it is busy beyond its queue', async () => {
  const hasher = new PasswordHasher();
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 1);
  const results = await Promise.allSettled(
    Array.from({ length: 110 }, (_, index) => hasher.verify(undefined, `flood ${index}`)),
  );
  clearInterval(counting);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(10);
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 503, retryAfter: 2 });
  expect(turns).toBeGreaterThan(20);
  // The queue has emptied: there is room again.
  expect(await hasher.verify(undefined, 'later')).toBe(false);
});
