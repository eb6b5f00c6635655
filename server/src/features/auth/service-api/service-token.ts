import type { FastifyRequest } from 'fastify';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../../../platform/clock.ts';
import { parseBearerToken } from '../../../platform/http/client.ts';
import { AuthError, badJwt, noAuthorization, serviceOnly } from '../protocol/error-catalogue.ts';
import type { Provider } from '../provider.ts';
import { SIGNING_ALGORITHMS } from '../tokens/json-web-keys.ts';
import type { SigningKeys } from '../tokens/signing-keys.ts';

/**
 * Whom the tokens of services are for. Those of users are for `authenticated`, so neither passes for the
 * other: with a service's token nobody is signed in to the product.
 */
const AUDIENCE = 'service_role';

interface Issuer {
  keys: SigningKeys;
  /** The provider's address. */
  issuer: string;
  clock: Clock;
}

/** A token for a program that administers accounts. It works until it expires or its key is given up. */
export async function signServiceToken(
  { keys, issuer, clock }: Issuer,
  seconds: number,
): Promise<{ token: string; expiresAt: Date }> {
  const key = await keys.signingKey();
  const now = Math.floor(clock.now().getTime() / 1000);
  const token = await new SignJWT({ role: 'service_role', aud: AUDIENCE })
    .setProtectedHeader({ alg: key.algorithm, typ: 'JWT', kid: key.kid })
    .setIssuer(issuer)
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(key.privateKey);
  return { token, expiresAt: new Date((now + seconds) * 1000) };
}

/**
 * Lets a service's call pass.
 * @throws no_authorization without a token, not_admin with a user's, bad_jwt with any other
 */
export async function requireService(provider: Provider, request: FastifyRequest): Promise<void> {
  const token = parseBearerToken(request.headers.authorization);
  if (!token) throw noAuthorization();
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid, alg }) => {
        const key = typeof kid === 'string' ? await provider.keys.findVerifyingKey(kid) : undefined;
        if (!key || key.algorithm !== alg) throw badJwt('unrecognized JWT kid');
        return key.publicKey;
      },
      {
        algorithms: [...SIGNING_ALGORITHMS],
        issuer: provider.issuer,
        audience: AUDIENCE,
        typ: 'JWT',
        currentDate: provider.clock.now(),
        requiredClaims: ['exp', 'iat'],
      },
    );
    if (payload.role !== 'service_role') throw serviceOnly();
  } catch (error) {
    if (!(error instanceof errors.JOSEError) && !(error instanceof AuthError)) throw error;
    // Somebody who is signed in is told that it is not theirs to do; of anything else, that it is no token.
    await provider.tokens.verify(token);
    throw serviceOnly();
  }
}
