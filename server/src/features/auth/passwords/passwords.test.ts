import { describe, expect, it } from 'vitest';
import { findWeakness, PasswordHasher, requireStrongPassword } from './passwords.ts';

describe('PasswordHasher', () => {
  it('hashes with Argon2id at the configured cost, and verifies the password', async () => {
    const hasher = new PasswordHasher();
    const hash = await hasher.hash('a long sentence');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.verify(hash, 'a long sentence')).toBe(true);
    expect(await hasher.verify(hash, 'a long sentencE')).toBe(false);
  });

  it('refuses after the same work when there is no hash or the password is too long', async () => {
    const hasher = new PasswordHasher();
    expect(await hasher.verify(null, 'a long sentence')).toBe(false);
    expect(await hasher.verify(undefined, '')).toBe(false);
    const hash = await hasher.hash('x'.repeat(128));
    expect(await hasher.verify(hash, 'x'.repeat(129))).toBe(false);
  });

  it('keeps the main thread free, and throws when its queue is full', async () => {
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
});

describe('findWeakness and requireStrongPassword', () => {
  it.each([
    'Tr0ub4dor&3',
    'eight ch',
    'hgj48291',
    'of Ada 2026',
    'Abcdefg1!',
    'zwölf Löffel',
    '🦊🐌',
    'ThePassword-Of-Ada',
  ])('accepts %j', (password) => {
    expect(findWeakness(password, 8)).toBeUndefined();
  });

  it.each(['', 'seven ch', 'abc', 'ää€'])('names the minimum length when %j is too short', (password) => {
    const minLength = 9;
    expect(findWeakness(password, minLength)).toEqual({
      message: 'Password should be at least 9 characters.',
      reasons: ['length'],
    });
  });

  it.each([
    'password',
    'Password1',
    'PASSWORD123',
    '12345678',
    'qwertyuiop',
    'iloveyou',
    'Sunshine1',
    'aaaaaaaa',
    'ababababab',
    'trustno1',
    '0123456789',
    'Summer2026',
    'Dragon123456',
  ])('refuses %s, which attackers try first (ASVS 6.2.4)', (password) => {
    expect(() => requireStrongPassword(password, 8)).toThrow(
      expect.objectContaining({ status: 422, code: 'weak_password', reasons: ['pwned'] }),
    );
  });

  it('refuses a password longer than the hash covers', () => {
    expect(() => requireStrongPassword('ab c'.repeat(32), 8)).not.toThrow();
    expect(() => requireStrongPassword(`${'ab c'.repeat(32)}x`, 8)).toThrow(
      expect.objectContaining({ status: 400, code: 'validation_failed' }),
    );
    expect(() => requireStrongPassword('ä c'.repeat(40), 8)).toThrow(/cannot be longer than 128/);
  });
});
