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

const RULES = {
  settings: { passwordMinLength: 8 },
  look: { studioName: 'Blue Door', siteUrl: 'https://www.bluedoor-web.example' },
};
const OWNER = { email: 'grace.hopper@navy.example', username: 'amazing_grace' };

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
    expect(findWeakness(RULES, password, OWNER)).toBeUndefined();
  });

  it.each(['', 'seven ch', 'abc', 'ää€'])('names the minimum length when %j is too short', (password) => {
    const rules = { ...RULES, settings: { passwordMinLength: 9 } };
    expect(findWeakness(rules, password, OWNER)).toEqual({
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
    expect(() => requireStrongPassword(RULES, password, OWNER)).toThrow(
      expect.objectContaining({ status: 422, code: 'weak_password', reasons: ['pwned'] }),
    );
  });

  it.each(['BlueDoor-26!', 'Grace.Hopper', 'navy-hopper7', 'bluedoorweb1', 'Amazing_Grace9', 'studio-login'])(
    'refuses %s, which is made of names known here (ASVS 6.2.11)',
    (password) => {
      expect(() => requireStrongPassword(RULES, password, OWNER)).toThrow(
        expect.objectContaining({
          status: 422,
          code: 'weak_password',
          message: expect.stringMatching(/easy to guess from this site’s name or your own/),
        }),
      );
    },
  );

  it('refuses a password longer than the hash covers', () => {
    expect(() => requireStrongPassword(RULES, 'ab c'.repeat(32), OWNER)).not.toThrow();
    expect(() => requireStrongPassword(RULES, `${'ab c'.repeat(32)}x`, OWNER)).toThrow(
      expect.objectContaining({ status: 400, code: 'validation_failed' }),
    );
    expect(() => requireStrongPassword(RULES, 'ä c'.repeat(40), OWNER)).toThrow(/cannot be longer than 128/);
  });
});
