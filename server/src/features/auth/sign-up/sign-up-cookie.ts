import { LINK_SECONDS } from '@atelier/domain/auth/rules.ts';
import { KEPT_DAYS } from '@atelier/domain/retention.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, setCookie } from '../../../platform/http/client.ts';
import { hashSecret, newSecret } from '../links/links.service.ts';
import { AUTH_PREFIX, type Provider } from '../provider.ts';

const NAME = 'atelier-sign-up';
/** Attempts that one browser's cookie names: a browser may sign up with several addresses. */
const MAX_NAMED = 8;
/** As long as an attempt may wait for its confirmation. */
const MAX_AGE_SECONDS = LINK_SECONDS + KEPT_DAYS.signUps * 24 * 3_600;
const SECRET = /^[\w-]{43}$/;

/**
 * Gives the browser of a sign-up a new secret for its attempt, beside its earlier ones. A secret
 * that came with the request is never used for a new attempt: it may have been planted.
 * @returns the hash to store
 */
export function nameAttempt(
  { issuer }: Pick<Provider, 'issuer'>,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const secret = newSecret();
  setCookie(reply, {
    name: NAME,
    value: [secret, ...readSecrets(request)].slice(0, MAX_NAMED).join('.'),
    path: AUTH_PREFIX,
    maxAgeSeconds: MAX_AGE_SECONDS,
    secure: issuer.startsWith('https:'),
  });
  return hashSecret(secret);
}

/** The attempts of the request's browser, by their stored hashes, newest first. */
export function attemptsOfBrowser(request: FastifyRequest): string[] {
  return readSecrets(request).map(hashSecret);
}

function readSecrets(request: FastifyRequest): string[] {
  return readCookie(request, NAME)
    .split('.')
    .filter((secret) => SECRET.test(secret))
    .slice(0, MAX_NAMED);
}
