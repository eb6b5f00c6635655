import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CompactSign, compactVerify, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { z } from 'zod';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { parseStoredJson } from '../../../platform/db/stored-json.ts';
import type { ServerSecret } from '../../../platform/server-secret.ts';
import { insertFirstSigningKey, listKeys, replaceSigningKey } from './signing-keys.repository.ts';

/** The algorithms that tokens of ours may be signed with; nothing in a token can widen this. */
export const SIGNING_ALGORITHMS = ['ES256', 'RS256'] as const;
type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

/** Name and algorithm of a key. Throws if one is missing or can't sign sessions. */
function requireNamed({ kid, alg }: JWK): { kid: string; algorithm: SigningAlgorithm } {
  const algorithm = SIGNING_ALGORITHMS.find((known) => known === alg);
  if (!algorithm) throw new Error(`A key of algorithm ${alg} cannot sign sessions`);
  if (typeof kid !== 'string' || kid === '') throw new Error('A key has no "kid"');
  return { kid, algorithm };
}

/** Whether a key is the one that signs. */
function isSigning(jwk: JWK): boolean {
  return Array.isArray(jwk.key_ops) && jwk.key_ops.includes('sign');
}

/**
 * The key for signing. A file may name `verify` beside `sign`, which is the public part's use: with
 * it the private part couldn't be imported.
 */
function privatePartOf(jwk: JWK): JWK {
  return { ...jwk, key_ops: ['sign'] };
}

/** The public part of a key. Its members are named one by one: no private one slips through. */
function publicPartOf({ kty, crv, x, y, n, e, kid, alg }: JWK): JWK {
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
  // Halves that don't belong together would sign what no reader accepts.
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

type Key = Awaited<ReturnType<typeof importJWK>>;

/** A key that signs or, once another one does, only verifies. */
interface LoadedKey {
  kid: string;
  algorithm: SigningAlgorithm;
  publicJwk: JWK;
  publicKey: Key;
  /** Undefined if the key only verifies. */
  privateKey: Key | undefined;
  /** Milliseconds since 1970. */
  madeAt: number;
}

/** How old the keys in memory may be before the table is looked at again, in ms: every process knows a new key, and no
 * longer a removed one, within it. */
const MAX_AGE_MS = 60_000;
/** A token may name any key: the shortest time between two reads of the table for unknown ones, in ms. */
const UNKNOWN_KEY_PAUSE_MS = 5_000;

/** A stored key: every version has made them on one curve, with their private part. */
const storedJwkSchema = z.object({
  kty: z.literal('EC'),
  crv: z.string(),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string(),
  alg: z.string(),
  use: z.string().optional(),
  key_ops: z.array(z.string()).optional(),
});

/**
 * The keys of the access tokens: one signs, all verify. They are shared through the database by all processes,
 * with their private parts sealed with the server's secret; or they are the owner's own, from a file.
 */
export class SigningKeys {
  readonly #db: Db;
  readonly #secret: ServerSecret;
  readonly #clock: Clock;
  readonly #own: readonly JWK[] | undefined;
  /** Newest first. */
  #keys: ReadonlyMap<string, LoadedKey> = new Map();
  #loadedAt = Number.NEGATIVE_INFINITY;
  #loading: Promise<void> | undefined;

  /** @param own the keys of a key file, one of which signs: then the table isn't used */
  constructor(db: Db, secret: ServerSecret, clock: Clock, own?: readonly JWK[]) {
    this.#db = db;
    this.#secret = secret;
    this.#clock = clock;
    this.#own = own;
  }

  /** Reads the keys, and creates the first one if there is none. Throws if they were sealed with another secret. */
  async load(): Promise<void> {
    await this.#reload();
    if (this.#keys.size > 0) return;
    await this.addSigningKey();
    await this.#reload();
  }

  /**
   * Makes the key that signs, where there is none. Several processes may do so at once: one of
   * their keys gets in.
   */
  async addSigningKey(): Promise<void> {
    await insertFirstSigningKey(this.#db, await this.#makeRow());
  }

  /**
   * Makes a key that signs a minute from now, when every process knows it. The one before it still verifies
   * what it has signed.
   * @returns the name of the new key
   */
  async rotate(): Promise<string> {
    const row = await this.#makeRow();
    await replaceSigningKey(this.#db, row);
    return row.kid;
  }

  /** The key that signs now: the newest that every process knows, or the only one there is. */
  async signingKey(): Promise<LoadedKey & { privateKey: Key }> {
    await this.#refreshAfter(MAX_AGE_MS);
    const knownToAll = this.#clock.now().getTime() - MAX_AGE_MS;
    const signing = [...this.#keys.values()].flatMap(({ privateKey, ...key }) =>
      privateKey ? { ...key, privateKey } : [],
    );
    const found = signing.find(({ madeAt }) => madeAt <= knownToAll) ?? signing.at(-1);
    if (!found) throw new Error('There is no key to sign with');
    return found;
  }

  /** The key that a token names; undefined when it isn't ours. */
  async findVerifyingKey(kid: string): Promise<LoadedKey | undefined> {
    await this.#refreshAfter(this.#keys.has(kid) ? MAX_AGE_MS : UNKNOWN_KEY_PAUSE_MS);
    return this.#keys.get(kid);
  }

  /** The public keys as others read them. */
  async publicKeys(): Promise<JWK[]> {
    await this.#refreshAfter(MAX_AGE_MS);
    return [...this.#keys.values()].map((key) => key.publicJwk);
  }

  /** When the newest was made (undefined for the owner's own), and how many others still verify. */
  async describe(): Promise<{ madeAt: number | undefined; older: number }> {
    await this.#refreshAfter(MAX_AGE_MS);
    const keys = [...this.#keys.values()];
    return { madeAt: this.#own ? undefined : keys[0]?.madeAt, older: keys.length - 1 };
  }

  async #makeRow() {
    const kid = randomUUID();
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk: JWK = { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig', key_ops: ['sign'] };
    return {
      kid,
      public_jwk: JSON.stringify(publicPartOf(jwk)),
      sealed_jwk: this.#secret.seal('auth.signing-key', kid, Buffer.from(JSON.stringify(jwk))),
      signing: 1 as const,
      created_at: isoNow(this.#clock),
    };
  }

  async #refreshAfter(age: number): Promise<void> {
    if (this.#clock.elapsed() * 1000 - this.#loadedAt >= age) await this.#reload();
  }

  /** Calls that come while the table is being read share the one reading. */
  async #reload(): Promise<void> {
    this.#loading ??= this.#read().finally(() => {
      this.#loading = undefined;
    });
    await this.#loading;
  }

  async #read(): Promise<void> {
    const found = this.#own ? this.#own.map((jwk) => ({ jwk, madeAt: 0 })) : await this.#readTable();
    const keys = await Promise.all(
      found.map(async ({ jwk, madeAt }): Promise<LoadedKey> => {
        const { kid, algorithm } = requireNamed(jwk);
        const publicJwk = publicPartOf(jwk);
        const publicKey = await importJWK(publicJwk, algorithm);
        const privateKey = isSigning(jwk) ? await importJWK(privatePartOf(jwk), algorithm) : undefined;
        return { kid, algorithm, publicJwk, publicKey, privateKey, madeAt };
      }),
    );
    this.#keys = new Map(keys.map((key) => [key.kid, key]));
    this.#loadedAt = this.#clock.elapsed() * 1000;
  }

  async #readTable(): Promise<{ jwk: JWK; madeAt: number }[]> {
    const rows = await listKeys(this.#db);
    return rows.map((row) => ({
      jwk: this.#unseal(row.kid, row.sealed_jwk),
      madeAt: Date.parse(row.created_at),
    }));
  }

  #unseal(kid: string, sealed: string): JWK {
    const place = { column: 'auth_keys.sealed_jwk', id: kid };
    return parseStoredJson(storedJwkSchema, this.#open(kid, sealed), place);
  }

  #open(kid: string, sealed: string): string {
    try {
      return this.#secret.open('auth.signing-key', kid, sealed).toString();
    } catch (error) {
      throw new Error(
        'The key that signs sessions was made with another server.secret. Put the file of that name back ' +
          'into DATA_DIR: it belongs to this database and is part of its backup.',
        { cause: error },
      );
    }
  }
}
