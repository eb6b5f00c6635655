import { AppError } from '@atelier/domain/errors.ts';
import { type CryptoKey, decodeProtectedHeader, errors, importJWK, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { getRemoteJson } from './remote-json.ts';

/** Accepted algorithms of public keys; a token's own only chooses among them. */
const PUBLIC_ALGORITHMS: readonly string[] = ['ES256', 'RS256', 'EdDSA'];

/** Seconds that fetched keys are used without asking again: as long as providers let them be cached. */
const FRESH_SECONDS = 600;
/** Seconds between two fetches for any reason: tokens with invented keys can't cause more. */
const PAUSE_SECONDS = 15;
/** A set has two or three; more are not read. */
const MAX_KEYS = 20;

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });
const signingKeySchema = z.looseObject({
  kty: z.enum(['EC', 'RSA', 'OKP']),
  kid: z.string().min(1).max(200),
  alg: z.string().optional(),
  crv: z.string().optional(),
  use: z.literal('sig').optional(),
});

/** A public key, and the one algorithm that it is for. */
export interface RemoteKey {
  algorithm: string;
  key: CryptoKey | Uint8Array;
}

/**
 * The public keys of another provider. They are fetched with the first token, again every ten minutes, and
 * at once for a key not seen before, so that a rotation is noticed. While the provider cannot be reached the
 * known keys stay in use.
 */
export class RemoteKeys {
  readonly #url: string;
  readonly #clock: Clock;
  readonly #log: Log;
  #keys: ReadonlyMap<string, RemoteKey> | undefined;
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  #fetching: Promise<void> | undefined;

  /** @param url address of the JWK set */
  constructor(url: string, clock: Clock, log: Log) {
    this.#url = url;
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * The key of a token; undefined if the provider has none of that name.
   * @throws unavailable while the provider was never reached
   */
  async find(kid: string): Promise<RemoteKey | undefined> {
    if (!this.#keys) await this.#fetchIfDue();
    else if (this.#age(this.#fetchedAt) >= FRESH_SECONDS) {
      // A caller with a known key doesn't wait for the next ones.
      const fetched = this.#fetchIfDue();
      if (!this.#keys.has(kid)) await fetched;
    } else if (!this.#keys.has(kid)) await this.#fetchIfDue();
    if (!this.#keys) {
      throw new AppError('unavailable', 'Your sign-in can’t be checked right now. Please try again.');
    }
    return this.#keys.get(kid);
  }

  async #fetchIfDue(): Promise<void> {
    if (!this.#fetching && this.#age(this.#triedAt) >= PAUSE_SECONDS) {
      this.#triedAt = this.#now();
      this.#fetching = this.#fetch().finally(() => {
        this.#fetching = undefined;
      });
    }
    await this.#fetching;
  }

  async #fetch(): Promise<void> {
    try {
      const { status, body } = await getRemoteJson(this.#url, {});
      if (status !== 200) throw new Error(`It was answered ${status}`);
      this.#keys = await readKeys(body);
      this.#fetchedAt = this.#now();
    } catch (error) {
      this.#log.warn(
        { err: error, url: this.#url, cached: this.#keys?.size ?? 0 },
        'the keys of the authentication provider could not be fetched',
      );
    }
  }

  #age(since: number): number {
    return this.#now() - since;
  }

  #now(): number {
    return this.#clock.elapsed();
  }
}

/** Only public signing keys: with a shared secret in a public set, every reader could sign. */
async function readKeys(body: unknown): Promise<ReadonlyMap<string, RemoteKey>> {
  const { keys } = keySetSchema.parse(body);
  const read = new Map<string, RemoteKey>();
  for (const candidate of keys.slice(0, MAX_KEYS)) {
    const parsed = signingKeySchema.safeParse(candidate);
    if (!parsed.success) continue;
    const { kid, kty, n, e, x, y, crv } = parsed.data;
    const algorithm = parsed.data.alg ?? usualAlgorithm(parsed.data);
    if (!PUBLIC_ALGORITHMS.includes(algorithm)) continue;
    const key = await importJWK({ kty, n, e, x, y, crv } as Parameters<typeof importJWK>[0], algorithm).catch(
      () => undefined,
    );
    if (key) read.set(kid, { algorithm, key });
  }
  return read;
}

/** For a key without an algorithm. */
function usualAlgorithm({ kty }: z.infer<typeof signingKeySchema>): string {
  return { EC: 'ES256', RSA: 'RS256', OKP: 'EdDSA' }[kty];
}

export interface RemoteTokenRules {
  /** The required issuer, compared exactly. */
  issuer: string;
  /** The secret of a provider that signs with HS256; without it such tokens are refused. */
  secret: Uint8Array | undefined;
}

const AUDIENCE = 'authenticated';
/** Seconds that the clocks of the two machines may differ. */
const CLOCK_TOLERANCE = 10;

const roleNames = z
  .union([z.string(), z.array(z.unknown())])
  .transform((value) => [value].flat())
  .catch([]);

/** The claims used from a verified token. Its roles are as stale as the token. */
const claimsSchema = z.object({
  sub: z.uuid().toLowerCase(),
  email: z.string().min(3).max(320),
  session_id: z.string().max(200).catch(''),
  aal: z.string().catch(''),
  amr: z
    .array(z.object({ method: z.string(), timestamp: z.number().int().min(0).max(9_999_999_999) }))
    .catch([]),
  is_anonymous: z.boolean().catch(false),
  roles: roleNames,
  app_metadata: z.object({ roles: roleNames, role: roleNames }).catch({ roles: [], role: [] }),
  user_metadata: z.record(z.string(), z.unknown()).catch({}),
});
export type RemoteClaims = z.infer<typeof claimsSchema>;

/** Verifies the access tokens of another provider, by its public keys or by the secret that it shares. */
export class RemoteTokens {
  readonly #keys: RemoteKeys;
  readonly #rules: RemoteTokenRules;
  readonly #clock: Clock;

  constructor(keys: RemoteKeys, rules: RemoteTokenRules, clock: Clock) {
    this.#keys = keys;
    this.#rules = rules;
    this.#clock = clock;
  }

  /**
   * The claims of a token if its signature, issuer, audience and times are right; undefined if they aren't, and
   * for a user without an email address.
   * @throws unavailable while the provider's keys cannot be had
   */
  async verify(token: string): Promise<RemoteClaims | undefined> {
    try {
      const found = await this.#findKey(token);
      if (!found) return undefined;
      const { payload } = await jwtVerify(token, found.key, {
        algorithms: [found.algorithm],
        issuer: this.#rules.issuer,
        audience: AUDIENCE,
        currentDate: this.#clock.now(),
        clockTolerance: CLOCK_TOLERANCE,
        requiredClaims: ['sub', 'exp'],
      });
      const claims = claimsSchema.safeParse(payload);
      return claims.success && !claims.data.is_anonymous ? claims.data : undefined;
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
      throw error;
    }
  }

  /** The key decides which algorithm counts: what the token names only has to agree. */
  async #findKey(token: string) {
    const { alg, kid } = decodeProtectedHeader(token);
    const { secret } = this.#rules;
    if (alg === 'HS256') return secret && { algorithm: 'HS256', key: secret };
    const found = typeof kid === 'string' ? await this.#keys.find(kid) : undefined;
    return found?.algorithm === alg ? found : undefined;
  }
}

/** The roles that a token names, in lower case. */
export function rolesOf({ roles, app_metadata }: RemoteClaims): string[] {
  return [roles, app_metadata.roles, app_metadata.role]
    .flat()
    .filter((role) => typeof role === 'string')
    .map((role) => role.toLowerCase());
}
