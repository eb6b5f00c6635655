import { describe, expect, it } from 'vitest';
import { encodeBase32, findStep, stepAt, totpCode, totpUri } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

describe('codes of an authenticator app', () => {
  // RFC 6238, appendix B: the last six of its eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of the standard at second %d', (second, code) => {
    expect(totpCode(SECRET, stepAt(new Date(second * 1000)))).toBe(code);
  });

  it('count one step early and one late, and no further', () => {
    const now = new Date('2026-03-02T09:00:10Z');
    const step = stepAt(now);
    const found = [-2, -1, 0, 1, 2].map((off) => findStep(SECRET, totpCode(SECRET, step + off), now, null));
    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
  });

  it('count once, and then none before them does', () => {
    const now = new Date('2026-03-02T09:00:10Z');
    const step = stepAt(now);
    const after = (last: number) =>
      [-1, 0, 1].map((off) => findStep(SECRET, totpCode(SECRET, step + off), now, last) !== undefined);
    expect(after(step - 1)).toEqual([false, true, true]);
    expect(after(step)).toEqual([false, false, true]);
    expect(after(step + 1)).toEqual([false, false, false]);
  });
});

describe('the secret as people and apps read it', () => {
  // RFC 4648, section 10, without padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('is base32 as the standard has it: %s', (text, encoded) => {
    expect(encodeBase32(Buffer.from(text))).toBe(encoded);
  });

  it('travels in an address that survives any name', () => {
    const uri = new URL(totpUri('Ex & Co: “Ltd”', 'a+b@client.example', 'MZXW6'));
    expect(decodeURIComponent(uri.pathname)).toBe('/Ex & Co: “Ltd”:a+b@client.example');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: 'MZXW6',
      issuer: 'Ex & Co: “Ltd”',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
