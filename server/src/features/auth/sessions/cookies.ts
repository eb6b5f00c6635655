import { timingSafeEqual } from 'node:crypto';
import { LINK_SECONDS } from '@atelier/domain/auth/rules.ts';
import { KEPT_DAYS } from '@atelier/domain/retention.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, setCookie } from '../../../platform/http/client.ts';
import { hashSecret, newSecret } from '../../../platform/link-secret.ts';
import type { Caller } from '../protocol/limits.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import { AUTH_PREFIX, type Provider } from '../provider.ts';
import { findUserByEmail } from '../users/users.repository.ts';

/*
 * A browser that has signed in to an account carries a signed cookie as its proof. It opens
 * nothing: it only gives the browser its own allowance, which no other caller can use up. The
 * signature covers the account and its password, so a new password ends every earlier cookie.
 */

/** How long a browser stays known after its latest sign-in. */
const KNOWN_SECONDS = KEPT_DAYS.knownBrowsers * 24 * 3_600;
/** A cookie is renewed once it is this old. */
const RENEWED_AFTER_SECONDS = 24 * 3_600;
/** Device, moment (unix seconds) and signature. */
const VALUE = /^([\w-]{43})\.(\d{1,12})\.([\w-]{43})$/;

type Deps = Pick<Provider, 'secret' | 'clock' | 'issuer'>;
/** The account that the browser has signed in to. */
type Holder = Pick<UserRow, 'id' | 'email' | 'password_hash'>;

interface Device {
  id: string;
  /** Unix seconds. */
  signedAt: number;
}

/**
 * The caller of a request about an address, before it is known whether the address has an account.
 * The server looks it up only if the request carries a cookie for the address, so never for a
 * stranger.
 */
export async function findCaller(
  provider: Deps & Pick<Provider, 'db'>,
  request: FastifyRequest,
  email: string,
): Promise<Caller> {
  const { ip } = request;
  if (readOwnCookie(provider, request, cookieName(provider, email)) === '') return { ip };
  return { ip, device: findKnownDevice(provider, request, await findUserByEmail(provider.db, email)) };
}

/** The name of the request's browser if it has signed in to the account before. */
export function findKnownDevice(
  provider: Deps,
  request: FastifyRequest,
  holder: Holder | undefined,
): string | undefined {
  return holder && readDevice(provider, request, holder)?.id;
}

/** Marks the browser of a sign-in as known to the account; it keeps its name from sign-in to sign-in. */
export function rememberDevice(
  provider: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  holder: Holder,
): void {
  const now = nowInSeconds(provider);
  const known = readDevice(provider, request, holder);
  if (known && now - known.signedAt < RENEWED_AFTER_SECONDS) return;
  const device = { id: known?.id ?? newSecret(), signedAt: now };
  setOwnCookie(provider, reply, {
    name: cookieName(provider, holder.email),
    value: `${device.id}.${device.signedAt}.${sign(provider, holder, device)}`,
    maxAgeSeconds: KNOWN_SECONDS,
  });
}

function readDevice(provider: Deps, request: FastifyRequest, holder: Holder): Device | undefined {
  const value = readOwnCookie(provider, request, cookieName(provider, holder.email));
  const [, id = '', seconds = '', signature = ''] = VALUE.exec(value) ?? [];
  if (id === '') return undefined;
  const device = { id, signedAt: Number(seconds) };
  const isOurs = timingSafeEqual(Buffer.from(sign(provider, holder, device)), Buffer.from(signature));
  return isOurs && nowInSeconds(provider) - device.signedAt < KNOWN_SECONDS ? device : undefined;
}

/**
 * One cookie for each account that the browser signs in to; its name doesn't reveal the account.
 */
function cookieName(provider: Deps, email: string): string {
  return `atelier-device-${hmac(provider, email).slice(0, 16)}`;
}

function sign(provider: Deps, holder: Holder, { id, signedAt }: Device): string {
  return hmac(provider, JSON.stringify([holder.id, holder.password_hash, id, signedAt]));
}

function hmac({ secret }: Deps, text: string): string {
  return secret.hmac('auth.known-device', text).toString('base64url');
}

function nowInSeconds({ clock }: Deps): number {
  return Math.floor(clock.now().getTime() / 1000);
}

const SIGN_UP_COOKIE = 'atelier-sign-up';
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
  provider: Pick<Provider, 'issuer'>,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  const secret = newSecret();
  setOwnCookie(provider, reply, {
    name: SIGN_UP_COOKIE,
    value: [secret, ...readSecrets(provider, request)].slice(0, MAX_NAMED).join('.'),
    maxAgeSeconds: MAX_AGE_SECONDS,
  });
  return hashSecret(secret);
}

/** The attempts of the request's browser, by their stored hashes, newest first. */
export function attemptsOfBrowser(provider: Pick<Provider, 'issuer'>, request: FastifyRequest): string[] {
  return readSecrets(provider, request).map(hashSecret);
}

function readSecrets(provider: Pick<Provider, 'issuer'>, request: FastifyRequest): string[] {
  return readOwnCookie(provider, request, SIGN_UP_COOKIE)
    .split('.')
    .filter((secret) => SECRET.test(secret))
    .slice(0, MAX_NAMED);
}

type CookiePlace = Pick<Provider, 'issuer'>;

const isSecure = ({ issuer }: CookiePlace) => issuer.startsWith('https:');

/**
 * With https, a browser takes a cookie of this prefix from this host alone: a page on a sibling host can't plant a sign-up attempt
 * of its own. The prefix demands the path of the whole site.
 */
const nameOf = (place: CookiePlace, name: string) => (isSecure(place) ? `__Host-${name}` : name);

/** The value of a cookie that `setOwnCookie` has set, empty if there is none. */
function readOwnCookie(place: CookiePlace, request: FastifyRequest, name: string): string {
  return readCookie(request, nameOf(place, name));
}

/** Sets a cookie of the provider. */
function setOwnCookie(
  place: CookiePlace,
  reply: FastifyReply,
  { name, ...cookie }: { name: string; value: string; maxAgeSeconds: number },
): void {
  const secure = isSecure(place);
  setCookie(reply, { ...cookie, name: nameOf(place, name), path: secure ? '/' : AUTH_PREFIX, secure });
}
