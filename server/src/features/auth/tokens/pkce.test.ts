import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { isVerifierOf, parseCodeChallenge } from './pkce.ts';

const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

it('reads a pair, and none', () => {
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
])('refuses %s with %s', (challenge, method, message) => {
  expect(() => parseCodeChallenge(challenge, method)).toThrow(
    expect.objectContaining({ status: 400, code: 'validation_failed', message }),
  );
});

it('knows the verifier of RFC 7636, and no other', () => {
  const pair = { challenge: CHALLENGE, method: 's256' } as const;
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  expect(isVerifierOf(pair, verifier)).toBe(true);
  expect(isVerifierOf(pair, `${verifier}a`)).toBe(false);
  expect(isVerifierOf(pair, CHALLENGE)).toBe(false);
  expect(isVerifierOf(pair, '')).toBe(false);
});

it('compares a plain challenge as it stands', () => {
  const plain = createHash('sha256').update('x').digest('hex');
  expect(isVerifierOf({ challenge: plain, method: 'plain' }, plain)).toBe(true);
  expect(isVerifierOf({ challenge: plain, method: 'plain' }, 'x')).toBe(false);
});
