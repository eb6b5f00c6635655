import { readFile } from 'node:fs/promises';
import { CompactSign, compactVerify, importJWK, type JWK } from 'jose';

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

/**
 * The owner's own keys (AUTH_SIGNING_KEYS): a file with private keys for RS256 or ES256, as a bare
 * list (the original's form) or as a JWK set. Exactly one key has `sign` among its `key_ops`; the
 * others verify older signatures.
 * @throws with a sentence for people, which never quotes the file
 */
export async function readKeyFile(path: string): Promise<JWK[]> {
  const wrong = (what: string, cause?: unknown) => new Error(`AUTH_SIGNING_KEYS: ${path} ${what}`, { cause });
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw wrong('cannot be read', cause);
  });
  const keys = parseKeys(text);
  if (!keys) throw wrong('is neither a list of JSON Web Keys nor a JWK set: an object with a list "keys"');
  for (const jwk of keys) {
    try {
      requireNamed(jwk);
    } catch (cause) {
      throw wrong('has a key without a "kid", or whose "alg" is neither ES256 nor RS256', cause);
    }
  }
  if (new Set(keys.map(({ kid }) => kid)).size !== keys.length) throw wrong('has two keys of one "kid"');
  const [signing, ...others] = keys.filter(isSigning);
  if (!signing || others.length > 0) {
    throw wrong('must have exactly one key with "sign" among its "key_ops"');
  }
  if (!signing.d) throw wrong('has no private part ("d") in the key that signs');
  // Halves that do not belong together would sign what nobody accepts.
  if (!(await canSign(signing))) throw wrong('has a key that does not verify what it signs');
  return keys;
}

function parseKeys(text: string): JWK[] | undefined {
  try {
    const content: unknown = JSON.parse(text);
    const keys = Array.isArray(content) ? content : (content as { keys?: unknown }).keys;
    const isList = Array.isArray(keys) && keys.every((key) => typeof key === 'object' && key !== null);
    return isList ? (keys as JWK[]) : undefined;
  } catch {
    return undefined;
  }
}

async function canSign(jwk: JWK): Promise<boolean> {
  try {
    const { algorithm } = requireNamed(jwk);
    const signed = await new CompactSign(Buffer.from('trial'))
      .setProtectedHeader({ alg: algorithm })
      .sign(await importJWK(privatePartOf(jwk), algorithm));
    await compactVerify(signed, await importJWK(publicPartOf(jwk), algorithm));
    return true;
  } catch {
    return false;
  }
}
