import { createHash } from 'node:crypto';
import { addressKey } from '../../platform/http/client.ts';
import { type Allowance, RateLimitedError } from '../../platform/http/rate-limit.ts';
import type { AuthError } from './auth-error.ts';
import { mailLimitReached, mailTooSoon, requestLimitReached } from './error-catalogue.ts';
import type { Provider } from './provider.ts';

/** What one client address may ask of one endpoint. */
const PER_CLIENT = { max: 30, seconds: 300 };
/** Tokens are refreshed by every tab: 150 in five minutes, 30 of them at once. */
const TOKENS_PER_CLIENT = { max: 30, seconds: 60 };
/** Passwords tried for one account from one client address, and from everywhere together. */
const SIGN_INS_PER_CLIENT = { max: 10, seconds: 300 };
const SIGN_INS_PER_ACCOUNT = { max: 60, seconds: 3_600 };
/** Mails to one address, asked for from one client address, and by everybody together. */
const MAILS_PER_ADDRESS = { max: 5, seconds: 3_600 };
const MAILS_PER_CLIENT = { max: 30, seconds: 3_600 };
const MAILS_IN_ALL = { max: 100, seconds: 3_600 };
/** Codes of six digits tried for one account. */
const CODES_PER_ACCOUNT = { max: 5, seconds: 3_600 };

type Limited = Pick<Provider, 'limiter' | 'settings'>;
type Endpoint = 'signup' | 'resend' | 'recover' | 'verify' | 'user' | 'token' | 'reauthenticate' | 'factors';
/** Mails that take the place of one another, so that a pause lies between them. */
export type MailPurpose = 'signup' | 'recovery' | 'email_change' | 'reauthentication';

/** Counts a request of a client address to an endpoint. Throws over_request_rate_limit. */
export async function limitRequests(provider: Limited, endpoint: Endpoint, ip: string): Promise<void> {
  const allowance = endpoint === 'token' ? TOKENS_PER_CLIENT : PER_CLIENT;
  await consume(provider, `auth ${endpoint} ${addressKey(ip)}`, allowance, requestLimitReached);
}

/**
 * Counts a try to sign in, by the address that was typed: it is asked before anybody knows whether there is
 * such an account. Throws over_request_rate_limit.
 */
export async function limitSignIns(provider: Limited, email: string, ip: string): Promise<void> {
  const account = nameKey(email);
  await consume(
    provider,
    `auth sign-in ${account} ${addressKey(ip)}`,
    SIGN_INS_PER_CLIENT,
    requestLimitReached,
  );
  await consume(provider, `auth sign-in ${account}`, SIGN_INS_PER_ACCOUNT, requestLimitReached);
}

/**
 * Counts a mail that is asked for, by the address that was typed: it is asked before anybody knows whether
 * there is such an account, so that being refused tells nothing. Throws over_email_send_rate_limit.
 */
export async function limitMails(
  provider: Limited,
  purpose: MailPurpose,
  email: string,
  ip: string,
): Promise<void> {
  const address = nameKey(email);
  const interval = { max: 1, seconds: provider.settings.emailIntervalSeconds };
  if (interval.seconds > 0) {
    await consume(provider, `auth mail ${purpose} ${address}`, interval, mailTooSoon);
  }
  await consume(provider, `auth mails ${address}`, MAILS_PER_ADDRESS, mailLimitReached);
  await consume(provider, `auth mails from ${addressKey(ip)}`, MAILS_PER_CLIENT, mailLimitReached);
  await consume(provider, 'auth mails', MAILS_IN_ALL, mailLimitReached);
}

/**
 * Counts the two mails of a change of address: by the account, so that one has its pause, and by the address
 * that it is to change to, so that nobody is flooded. Throws over_email_send_rate_limit.
 */
export async function limitEmailChange(
  provider: Limited,
  { current, next }: { current: string; next: string },
  ip: string,
): Promise<void> {
  await limitMails(provider, 'email_change', current, ip);
  await consume(provider, `auth mails ${nameKey(next)}`, MAILS_PER_ADDRESS, mailLimitReached);
}

/** Counts a code that somebody typed. Throws over_request_rate_limit. */
export async function limitCodes(provider: Limited, userId: string): Promise<void> {
  await consume(provider, `auth code ${userId}`, CODES_PER_ACCOUNT, requestLimitReached);
}

async function consume(
  { limiter }: Limited,
  key: string,
  allowance: Allowance,
  refuse: (seconds: number) => AuthError,
): Promise<void> {
  try {
    await limiter.consume(key, allowance);
  } catch (error) {
    throw error instanceof RateLimitedError ? refuse(error.retryAfterSeconds) : error;
  }
}

/** An address as part of a key: of one length, whatever was typed. */
function nameKey(email: string): string {
  return createHash('sha256').update(email).digest('base64url').slice(0, 22);
}
