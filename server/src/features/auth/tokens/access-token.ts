import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { errors, type JWTPayload, type JWTVerifyResult, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock.ts';
import { parseBearerToken } from '../../../platform/http/client.ts';
import { AuthError, badJwt, noAuthorization, serviceOnly } from '../protocol/errors.ts';
import type { Metadata } from '../protocol/request-body.ts';
import { SIGNING_ALGORITHMS, type SigningKeys } from './signing-keys.ts';

/** Seconds that an access token lives. */
export const ACCESS_TOKEN_SECONDS = 3_600;
const AUDIENCE = 'authenticated';
/** Of services' tokens: neither kind passes for the other, so a service is never signed in to the product. */
const SERVICE_AUDIENCE = 'service_role';
/** The most verified tokens cached, some 300 bytes each: the open streams’ and as many others. */
const CACHE_SIZE = 12_000;

/** A way a session was signed in by, and when (unix seconds). */
export interface AuthenticationMethod {
  method: string;
  timestamp: number;
}

/** The contents of an access token. */
export interface AccessTokenSubject {
  userId: string;
  sessionId: string;
  email: string;
  appMetadata: Metadata;
  userMetadata: Metadata;
  aal: string;
  amr: readonly AuthenticationMethod[];
}

/** What a verified token is trusted for: the user and the session that it names. All else is read from the database. */
export interface AccessTokenClaims {
  userId: string;
  sessionId: string;
  /** Unix seconds. */
  expiresAt: number;
  /** The key that it's signed with. */
  kid: string;
}

/** Signs and verifies tokens: users' access tokens, and those of services. */
export class AccessTokens {
  readonly #keys: SigningKeys;
  readonly #issuer: string;
  readonly #clock: Clock;
  /** By a hash of the token, until it expires or its key is removed. */
  readonly #verified = new LRUCache<string, AccessTokenClaims>({ max: CACHE_SIZE });

  /** @param issuer the provider's address, `PUBLIC_URL/auth/v1` */
  constructor(keys: SigningKeys, issuer: string, clock: Clock) {
    this.#keys = keys;
    this.#issuer = issuer;
    this.#clock = clock;
  }

  /** A new token, and the unix second at which it expires. */
  async sign(subject: AccessTokenSubject): Promise<{ token: string; expiresAt: number }> {
    const claims = {
      sub: subject.userId,
      email: subject.email,
      phone: '',
      app_metadata: subject.appMetadata,
      user_metadata: subject.userMetadata,
      role: 'authenticated',
      aal: subject.aal,
      amr: subject.amr,
      session_id: subject.sessionId,
      is_anonymous: false,
    };
    return this.#sign(claims, AUDIENCE, ACCESS_TOKEN_SECONDS);
  }

  /** A token for a program that administers accounts. It works until it expires or its key is deleted. */
  async signForService(seconds: number): Promise<string> {
    return (await this.#sign({ role: SERVICE_AUDIENCE }, SERVICE_AUDIENCE, seconds)).token;
  }

  /**
   * The user and session of a token, once its signature, algorithm, key, issuer, audience and time are right. Whether
   * the session still exists is not checked here.
   * @throws bad_jwt
   */
  async verify(token: string): Promise<AccessTokenClaims> {
    const digest = hash('sha256', token, 'base64');
    const known = this.#verified.get(digest);
    if (known) {
      const isExpired = known.expiresAt <= this.#nowInSeconds();
      if (!isExpired && (await this.#keys.findVerifyingKey(known.kid))) return known;
      this.#verified.delete(digest);
      throw isExpired ? badJwt('token is expired') : unknownKey();
    }
    const claims = readClaims(await this.#verifySigned(token, AUDIENCE, ['sub', 'exp', 'iat']));
    this.#verified.set(digest, claims);
    return claims;
  }

  /**
   * Accepts a service's call.
   * @throws no_authorization without a token, not_admin with a user's, bad_jwt with any other
   */
  async requireService(request: FastifyRequest): Promise<void> {
    const token = parseBearerToken(request.headers.authorization);
    if (!token) throw noAuthorization();
    try {
      const { role } = (await this.#verifySigned(token, SERVICE_AUDIENCE, ['exp', 'iat'])).payload;
      if (role === SERVICE_AUDIENCE) return;
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
    }
    // A signed-in user gets `serviceOnly`; any other caller gets the error of an invalid token.
    await this.verify(token);
    throw serviceOnly();
  }

  async #sign(
    claims: JWTPayload,
    audience: string,
    seconds: number,
  ): Promise<{ token: string; expiresAt: number }> {
    const key = await this.#keys.signingKey();
    const issuedAt = this.#nowInSeconds();
    const expiresAt = issuedAt + seconds;
    // The audience as plain text, not a list: the form that readers of these tokens expect.
    const token = await new SignJWT({ ...claims, aud: audience })
      .setProtectedHeader({ alg: key.algorithm, typ: 'JWT', kid: key.kid })
      .setIssuer(this.#issuer)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(key.privateKey);
    return { token, expiresAt };
  }

  /** The claims of a token that this provider has signed for the audience. Throws bad_jwt. */
  async #verifySigned(token: string, audience: string, requiredClaims: string[]): Promise<JWTVerifyResult> {
    try {
      return await jwtVerify(
        token,
        async ({ kid, alg }) => {
          const key = typeof kid === 'string' ? await this.#keys.findVerifyingKey(kid) : undefined;
          // The key's algorithm counts, never the token's.
          if (!key || key.algorithm !== alg) throw unknownKey();
          return key.publicKey;
        },
        {
          algorithms: [...SIGNING_ALGORITHMS],
          issuer: this.#issuer,
          audience,
          typ: 'JWT',
          currentDate: this.#clock.now(),
          requiredClaims,
        },
      );
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

const unknownKey = () => badJwt('unrecognized JWT kid');

function readClaims({ payload, protectedHeader: { kid = '' } }: JWTVerifyResult): AccessTokenClaims {
  const { sub, exp, session_id: sessionId } = payload;
  return {
    userId: typeof sub === 'string' ? sub : '',
    sessionId: typeof sessionId === 'string' ? sessionId : '',
    expiresAt: exp ?? 0,
    kid,
  };
}
