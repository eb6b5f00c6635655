import type { JWK } from 'jose';

/** The algorithms that tokens of ours may be signed with; nothing in a token can widen this. */
export const SIGNING_ALGORITHMS = ['ES256', 'RS256'] as const;
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

/** Name and algorithm of a key. Throws where one is missing or cannot sign sessions. */
export function requireNamed({ kid, alg }: JWK): { kid: string; algorithm: SigningAlgorithm } {
  const algorithm = SIGNING_ALGORITHMS.find((known) => known === alg);
  if (!algorithm) throw new Error(`A key of algorithm ${alg} cannot sign sessions`);
  if (typeof kid !== 'string' || kid === '') throw new Error('A key has no "kid"');
  return { kid, algorithm };
}

/** Whether a key is the one that signs. */
export function isSigning(jwk: JWK): boolean {
  return Array.isArray(jwk.key_ops) && jwk.key_ops.includes('sign');
}

/**
 * The key for signing. A file may name `verify` beside `sign`, which is the public part's use: with
 * it the private part couldn't be imported.
 */
export function privatePartOf(jwk: JWK): JWK {
  return { ...jwk, key_ops: ['sign'] };
}

/** What of a key anybody may see. Its members are named one by one: no private one slips through. */
export function publicPartOf({ kty, crv, x, y, n, e, kid, alg }: JWK): JWK {
  const numbers = kty === 'RSA' ? { n, e } : { crv, x, y };
  return { kty, ...numbers, kid, alg, use: 'sig', key_ops: ['verify'] } as JWK;
}
