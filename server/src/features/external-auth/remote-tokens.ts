import { AppError } from '@atelier/domain/errors.ts';
import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { RemoteKeys } from './remote-keys.ts';

export interface RemoteTokenRules {
  /** Who must have issued it, to the letter. */
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

/** What is relied on in a verified token. Roles of it are as stale as the token. */
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
   * What a token says once its signature, issuer, audience and times are right; undefined when they are not, and
   * for somebody without an e-mail address.
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
