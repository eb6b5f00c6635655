import { HOTP, Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { findStep, newTotp } from './second-factor.service.ts';

const SECRET = Buffer.from('12345678901234567890');
const NOW = new Date('2026-03-02T09:00:10Z');
const STEP = TOTP.counter({ timestamp: NOW.getTime() });

const codeAt = (counter: number) => HOTP.generate({ secret: Secret.fromUTF8(String(SECRET)), counter });

describe('findStep', () => {
  // RFC 6238, appendix B: the last six of its eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('accepts the code of RFC 6238 at second %d', (second, code) => {
    expect(findStep(SECRET, code, new Date(second * 1000), null)).toBe(Math.floor(second / 30));
  });

  it('accepts a code one step early or late, and refuses one further off', () => {
    const found = [-2, -1, 0, 1, 2].map((off) => findStep(SECRET, codeAt(STEP + off), NOW, null));
    expect(found).toEqual([undefined, STEP - 1, STEP, STEP + 1, undefined]);
  });

  it('accepts a code once, and refuses codes of earlier steps afterwards', () => {
    const after = (last: number) =>
      [-1, 0, 1].map((off) => findStep(SECRET, codeAt(STEP + off), NOW, last) !== undefined);
    expect(after(STEP - 1)).toEqual([false, true, true]);
    expect(after(STEP)).toEqual([false, false, true]);
    expect(after(STEP + 1)).toEqual([false, false, false]);
  });

  it('accepts a code though a later one was used, when the clock was set back since', () => {
    const twoDays = (48 * 3600) / 30;
    expect(findStep(SECRET, codeAt(STEP), NOW, STEP + twoDays)).toBe(STEP);
    // The clocks of two processes may differ a little.
    expect(findStep(SECRET, codeAt(STEP), NOW, STEP + 3)).toBeUndefined();
  });
});

describe('newTotp', () => {
  it('makes a 160-bit secret, and a URI that is valid for any account name', () => {
    const { secret, base32, uri } = newTotp('Ex & Co: “Ltd”', 'a+b@client.example');
    expect(secret).toHaveLength(20);
    expect(base32).toBe(new Secret({ buffer: Uint8Array.from(secret).buffer }).base32);
    expect(newTotp('x', 'y').base32).not.toBe(base32);
    const { pathname, searchParams } = new URL(uri);
    expect(decodeURIComponent(pathname)).toBe('/Ex & Co: “Ltd”:a+b@client.example');
    expect(Object.fromEntries(searchParams)).toEqual({
      secret: base32,
      issuer: 'Ex & Co: “Ltd”',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
