import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { type Clock, isoNow } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { ServerSecret } from '../../platform/server-secret.ts';

/** The algorithms that tokens of ours may be signed with; nothing in a token can widen this. */
export const SIGNING_ALGORITHMS = ['ES256', 'RS256'] as const;
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

type Key = Awaited<ReturnType<typeof importJWK>>;

/** A key that signs or, once another one does, only verifies. */
interface StoredKey {
  kid: string;
  algorithm: SigningAlgorithm;
  publicJwk: JWK;
  publicKey: Key;
  /** Only of the key that signs. */
  privateKey: Key | undefined;
}

export interface SigningKey {
  kid: string;
  algorithm: SigningAlgorithm;
  privateKey: Key;
}

export interface VerifyingKey {
  algorithm: SigningAlgorithm;
  publicKey: Key;
}

/** How old the keys in memory may be before the table is looked at again, in ms: a rotation reaches every process within it. */
const MAX_AGE_MS = 60_000;
/** A token may name any key: the table is asked for unknown ones this often at most, in ms. */
const UNKNOWN_KEY_PAUSE_MS = 5_000;

/**
 * The keys of the access tokens, shared through the database by all processes: one signs, all verify. The
 * private parts are sealed with the server's secret.
 */
export class SigningKeys {
  readonly #db: Db;
  readonly #secret: ServerSecret;
  readonly #clock: Clock;
  #keys: ReadonlyMap<string, StoredKey> = new Map();
  #loadedAt = Number.NEGATIVE_INFINITY;
  #loading: Promise<void> | undefined;

  constructor(db: Db, secret: ServerSecret, clock: Clock) {
    this.#db = db;
    this.#secret = secret;
    this.#clock = clock;
  }

  /** Reads the keys, making the first one where there is none. Throws when they were sealed with another secret. */
  async load(): Promise<void> {
    await this.#reload();
    if (this.#keys.size > 0) return;
    await this.addSigningKey();
    await this.#reload();
  }

  /**
   * Makes a key that signs, where there is none. Several processes may do so at once: the unique index lets
   * one of their keys in.
   */
  async addSigningKey(): Promise<void> {
    const kid = randomUUID();
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const { kty, crv, x, y, d } = await exportJWK(privateKey);
    const { x: publicX } = await exportJWK(publicKey);
    if (x !== publicX) throw new Error('A key pair that is none');
    const publicJwk = { kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] };
    const privateJwk = { kty, crv, x, y, d, kid, alg: 'ES256', use: 'sig', key_ops: ['sign'] };
    await this.#db
      .insertInto('auth_keys')
      .values({
        kid,
        public_jwk: JSON.stringify(publicJwk),
        sealed_jwk: this.#secret.seal('auth.signing-key', kid, Buffer.from(JSON.stringify(privateJwk))),
        signing: 1,
        created_at: isoNow(this.#clock),
      })
      .onConflict((conflict) => conflict.column('signing').doNothing())
      .execute();
  }

  /** The key that signs now. */
  async signingKey(): Promise<SigningKey> {
    await this.#refreshAfter(MAX_AGE_MS);
    for (const { kid, algorithm, privateKey } of this.#keys.values()) {
      if (privateKey) return { kid, algorithm, privateKey };
    }
    throw new Error('There is no key to sign with');
  }

  /** The key that a token names; undefined when it is none of ours. */
  async findVerifyingKey(kid: string): Promise<VerifyingKey | undefined> {
    if (!this.#keys.has(kid)) await this.#refreshAfter(UNKNOWN_KEY_PAUSE_MS);
    return this.#keys.get(kid);
  }

  /** The public keys as others read them. */
  async publicKeys(): Promise<JWK[]> {
    await this.#refreshAfter(MAX_AGE_MS);
    return [...this.#keys.values()].map((key) => key.publicJwk);
  }

  async #refreshAfter(age: number): Promise<void> {
    if (Math.abs(this.#clock.now().getTime() - this.#loadedAt) >= age) await this.#reload();
  }

  /** Calls that come while the table is being read share the one reading. */
  async #reload(): Promise<void> {
    this.#loading ??= this.#read().finally(() => {
      this.#loading = undefined;
    });
    await this.#loading;
  }

  async #read(): Promise<void> {
    const rows = await this.#db.selectFrom('auth_keys').selectAll().orderBy('created_at', 'desc').execute();
    const keys = await Promise.all(
      rows.map(async (row) => {
        const publicJwk = JSON.parse(row.public_jwk) as JWK;
        const algorithm = requireAlgorithm(publicJwk);
        const privateJwk = row.signing === 1 ? this.#unseal(row.kid, row.sealed_jwk) : undefined;
        const key: StoredKey = {
          kid: row.kid,
          algorithm,
          publicJwk,
          publicKey: await importJWK(publicJwk, algorithm),
          privateKey: privateJwk && (await importJWK(privateJwk, algorithm)),
        };
        return [row.kid, key] as const;
      }),
    );
    this.#keys = new Map(keys);
    this.#loadedAt = this.#clock.now().getTime();
  }

  #unseal(kid: string, sealed: string): JWK {
    try {
      return JSON.parse(this.#secret.open('auth.signing-key', kid, sealed).toString()) as JWK;
    } catch (error) {
      throw new Error(
        'The key that signs sessions was made with another server.secret. Put the file of that name back ' +
          'into DATA_DIR: it belongs to this database and is part of its backup.',
        { cause: error },
      );
    }
  }
}

function requireAlgorithm(jwk: JWK): SigningAlgorithm {
  const algorithm = SIGNING_ALGORITHMS.find((known) => known === jwk.alg);
  if (!algorithm) throw new Error(`A key of algorithm ${jwk.alg} cannot sign sessions`);
  return algorithm;
}
