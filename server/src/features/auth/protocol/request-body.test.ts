import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  isVerifierOf,
  mergeMetadata,
  parseCodeChallenge,
  parseEmail,
  parseMetadata,
} from './request-body.ts';

describe('parseMetadata and mergeMetadata', () => {
  it('accept an object, and treat null as an empty one', () => {
    expect(parseMetadata({ username: 'ada' })).toEqual({ username: 'ada' });
    expect(parseMetadata(null)).toEqual({});
    expect(parseMetadata(undefined)).toEqual({});
    for (const wrong of ['text', 1, true, [1]])
      expect(() => parseMetadata(wrong)).toThrow('data must be an object');
  });

  it('ignore keys that belong to the server’s identity data', () => {
    expect(parseMetadata({ sub: 'x', email: 'y', email_verified: true, phone_verified: true, a: 1 })).toEqual(
      {
        a: 1,
      },
    );
    expect(mergeMetadata({ a: 1 }, { sub: 'x', email: 'y' })).toEqual({ a: 1 });
  });

  it('merge shallowly and delete keys set to null', () => {
    expect(mergeMetadata({ a: { b: 1 }, c: 2, d: 3 }, { a: { e: 4 }, c: null, f: 5 })).toEqual({
      a: { e: 4 },
      d: 3,
      f: 5,
    });
  });

  it('refuse metadata too large for a header', () => {
    const fits = { a: 'x'.repeat(4_000) };
    expect(parseMetadata(fits)).toEqual(fits);
    expect(() => parseMetadata({ a: 'x'.repeat(4_100) })).toThrow(/larger than 4096 bytes/);
    expect(() => parseMetadata({ a: 'ä'.repeat(2_100) })).toThrow(/larger/);
    expect(() => mergeMetadata(fits, { b: 'y'.repeat(100) })).toThrow(/larger/);
  });
});

describe('parseEmail', () => {
  it.each([
    ['Ada@Client.Example', 'ada@client.example'],
    ['ada+tag@client.example', 'ada+tag@client.example'],
    ["o'brien@client.example", "o'brien@client.example"],
    ['a@b', 'a@b'],
    [' ada@client.example ', 'ada@client.example'],
    ['ada\0@client.example', 'ada@client.example'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ])('normalizes %s to %s', (typed, email) => {
    expect(parseEmail(typed)).toBe(email);
  });

  it.each([
    ['', 'An email address is required'],
    [`${'a'.repeat(250)}@b.example`, 'An email address is too long'],
    ['ada', 'Unable to validate email address: invalid format'],
    [`${'a'.repeat(65)}@b.example`, 'Unable to validate email address: invalid format'],
    ['ada@@client.example', 'Unable to validate email address: invalid format'],
    ['ada@client..example', 'Unable to validate email address: invalid format'],
    ['ada@-client.example', 'Unable to validate email address: invalid format'],
    ['ada@client.example\r\nBcc: all@client.example', 'Unable to validate email address: invalid format'],
    ['ada@client.example,eve@client.example', 'Unable to validate email address: invalid format'],
    ['"ada b"@client.example', 'Unable to validate email address: invalid format'],
    ['adä@client.example', 'Unable to validate email address: invalid format'],
  ])('refuses %j', (typed, message) => {
    expect(() => parseEmail(typed)).toThrow(
      expect.objectContaining({ status: 400, code: 'validation_failed', message }),
    );
  });
});

describe('the PKCE parameters of a request', () => {
  const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

  it('are parsed when both or neither are present', () => {
    expect(parseCodeChallenge(CHALLENGE, 'S256')).toEqual({ challenge: CHALLENGE, method: 's256' });
    expect(parseCodeChallenge(CHALLENGE, 'PLAIN')).toEqual({ challenge: CHALLENGE, method: 'plain' });
    expect(parseCodeChallenge('', '')).toBeUndefined();
  });

  it.each([
    [CHALLENGE, '', 'PKCE flow requires code_challenge_method and code_challenge'],
    ['', 's256', 'PKCE flow requires code_challenge_method and code_challenge'],
    ['a'.repeat(42), 's256', 'code challenge has to be between 43 and 128 characters'],
    ['a'.repeat(129), 's256', 'code challenge has to be between 43 and 128 characters'],
    [
      `${'a'.repeat(43)}+`,
      's256',
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    ],
    [CHALLENGE, 's512', 'code_challenge_method must be s256 or plain'],
  ])('are refused when the challenge is %s and the method %s', (challenge, method, message) => {
    expect(() => parseCodeChallenge(challenge, method)).toThrow(
      expect.objectContaining({ status: 400, code: 'validation_failed', message }),
    );
  });

  it('the verifier of RFC 7636’s example matches its challenge, and no other does', () => {
    const pair = { challenge: CHALLENGE, method: 's256' } as const;
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    expect(isVerifierOf(pair, verifier)).toBe(true);
    expect(isVerifierOf(pair, `${verifier}a`)).toBe(false);
    expect(isVerifierOf(pair, CHALLENGE)).toBe(false);
    expect(isVerifierOf(pair, '')).toBe(false);
  });

  it('compare a plain challenge literally', () => {
    const plain = createHash('sha256').update('x').digest('hex');
    expect(isVerifierOf({ challenge: plain, method: 'plain' }, plain)).toBe(true);
    expect(isVerifierOf({ challenge: plain, method: 'plain' }, 'x')).toBe(false);
  });
});
