import { createHash } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock.ts';
import { badJwt } from '../protocol/error-catalogue.ts';
import type { Metadata } from '../protocol/request-body.ts';
import { SIGNING_ALGORITHMS } from './json-web-keys.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Seconds that an access token lives. */
export const ACCESS_TOKEN_SECONDS = 3_600;
const AUDIENCE = 'authenticated';
/** Verified tokens remembered at most: some 10 MB. */
const CACHE_SIZE = 5_000;

/** A way a session was signed in by, and when (unix seconds). */
export interface AuthenticationMethod {
  method: string;
  timestamp: number;
}

/** What an access token says. */
export interface AccessTokenSubject {
  userId: string;
  sessionId: string;
  email: string;
  appMetadata: Metadata;
  userMetadata: Metadata;
  aal: string;
  amr: readonly AuthenticationMethod[];
}

/** What of a verified token is relied on: whom and which session it names. All else is read from the database. */
export interface AccessTokenClaims {
  userId: string;
  sessionId: string;
  /** Unix seconds. */
  expiresAt: number;
}

/** Signs and verifies access tokens. A verified token is remembered by its hash until it expires. */
export class AccessTokens {
  readonly #keys: SigningKeys;
  readonly #issuer: string;
  readonly #clock: Clock;
  readonly #verified = new LRUCache<string, AccessTokenClaims>({ max: CACHE_SIZE });

  /** @param issuer the provider's address, `PUBLIC_URL/auth/v1` */
  constructor(keys: SigningKeys, issuer: string, clock: Clock) {
    this.#keys = keys;
    this.#issuer = issuer;
    this.#clock = clock;
  }

  /** A new token, and the unix second at which it expires. */
  async sign(subject: AccessTokenSubject): Promise<{ token: string; expiresAt: number }> {
    const key = await this.#keys.signingKey();
    const issuedAt = this.#nowInSeconds();
    const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS;
    const token = await new SignJWT({
      email: subject.email,
      phone: '',
      app_metadata: subject.appMetadata,
      user_metadata: subject.userMetadata,
      role: 'authenticated',
      aal: subject.aal,
      amr: subject.amr,
      session_id: subject.sessionId,
      is_anonymous: false,
      // A plain text, not a list: the form that readers of these tokens expect.
      aud: AUDIENCE,
    })
      .setProtectedHeader({ alg: key.algorithm, typ: 'JWT', kid: key.kid })
      .setIssuer(this.#issuer)
      .setSubject(subject.userId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(key.privateKey);
    return { token, expiresAt };
  }

  /**
   * Whom a token names, once its signature, algorithm, key, issuer, audience and time are right. Whether
   * the session still stands is not asked here.
   * @throws bad_jwt
   */
  async verify(token: string): Promise<AccessTokenClaims> {
    const hash = createHash('sha256').update(token).digest('base64');
    const known = this.#verified.get(hash);
    if (known) {
      if (known.expiresAt > this.#nowInSeconds()) return known;
      this.#verified.delete(hash);
      throw badJwt('token is expired');
    }
    const claims = await this.#verifyUncached(token);
    this.#verified.set(hash, claims);
    return claims;
  }

  async #verifyUncached(token: string): Promise<AccessTokenClaims> {
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid, alg }) => {
          const key = typeof kid === 'string' ? await this.#keys.findVerifyingKey(kid) : undefined;
          // The key says what it is for, never the token.
          if (!key || key.algorithm !== alg) throw badJwt('unrecognized JWT kid');
          return key.publicKey;
        },
        {
          algorithms: [...SIGNING_ALGORITHMS],
          issuer: this.#issuer,
          audience: AUDIENCE,
          typ: 'JWT',
          currentDate: this.#clock.now(),
          requiredClaims: ['sub', 'exp', 'iat'],
        },
      );
      return readClaims(payload);
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw badJwt('token is expired');
      if (error instanceof errors.JOSEError) throw badJwt(error.message);
      throw error;
    }
  }

  #nowInSeconds(): number {
    return Math.floor(this.#clock.now().getTime() / 1000);
  }
}

function readClaims(payload: JWTPayload): AccessTokenClaims {
  const { sub, exp, session_id: sessionId } = payload;
  return {
    userId: typeof sub === 'string' ? sub : '',
    sessionId: typeof sessionId === 'string' ? sessionId : '',
    expiresAt: exp ?? 0,
  };
}
