import { readFile } from 'node:fs/promises';
import { CompactSign, compactVerify, importJWK, type JWK } from 'jose';
import { isSigning, privatePartOf, publicPartOf, requireNamed } from './json-web-keys.ts';

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
