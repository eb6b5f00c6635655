import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { latestMeant } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { clientNetworks } from '../../../platform/http/client.ts';
import { type Allowance, RateLimitedError } from '../../../platform/http/rate-limit.ts';
import { isMailWaiting } from '../../../platform/mail/outbox.repository.ts';
import { addToMailPace, noteMailMoment } from '../links/links.repository.ts';
import type { Provider } from '../provider.ts';
import { type AuthError, mailLimitReached, mailTooSoon, requestLimitReached } from './errors.ts';

/** What one client may ask of one endpoint. */
const PER_CLIENT = { max: 30, seconds: 300 };
/** Tokens are refreshed by every tab: 150 in five minutes, 30 of them at once. */
const TOKENS_PER_CLIENT = { max: 30, seconds: 60 };
/** Wrong passwords for one account from one client: in a burst, and in the long run. */
const FAILURES_PER_CLIENT = [
  { max: 10, seconds: 300 },
  { max: 40, seconds: 24 * 3_600 },
];
/**
 * Wrong passwords for one account from everywhere, except from browsers that have signed in to it
 * before.
 */
const FAILURES_FROM_STRANGERS = { max: 1_000, seconds: 3_600 };
/** Mails that one client requests: to one address, and in total. */
const MAILS_PER_ADDRESS = { max: 5, seconds: 3_600 };
const MAILS_PER_CLIENT = { max: 30, seconds: 3_600 };
/** Codes of six digits tried for one account. */
const CODES_PER_ACCOUNT = { max: 5, seconds: 3_600 };

type Limited = Pick<Provider, 'limiter' | 'settings'>;
type Endpoint = 'signup' | 'resend' | 'recover' | 'verify' | 'user' | 'token' | 'reauthenticate' | 'factors';
/** Mails that take the place of one another, so that a pause lies between them. */
export type MailPurpose = 'signup' | 'recovery' | 'email_change' | 'reauthentication';

/** The caller, as the limits distinguish callers. */
export interface Caller {
  ip: string;
  /**
   * The browser, if it has signed in to the account before: it then counts for itself, on any
   * network.
   */
  device?: string | undefined;
}

/** Counts a request of a client to an endpoint. Throws over_request_rate_limit. */
export async function limitRequests(provider: Limited, endpoint: Endpoint, ip: string): Promise<void> {
  const allowance = endpoint === 'token' ? TOKENS_PER_CLIENT : PER_CLIENT;
  const counts = countsOf(`auth ${endpoint}`, { ip }, [allowance]);
  await consume(provider, counts, requestLimitReached);
}

/**
 * Counts a wrong password before the check, by the typed address, with or without an account.
 * Strangers' failures count by account and network, so that they don't use up other callers' tries;
 * failures of a known browser count for it alone. Throws over_request_rate_limit.
 * @returns a function that uncounts the failure, for a right password
 */
export async function limitSignIns(
  provider: Limited,
  email: string,
  caller: Caller,
): Promise<() => Promise<void>> {
  const account = `auth sign-in ${nameKey(email)}`;
  const counts = countsOf(account, caller, FAILURES_PER_CLIENT);
  // Checked last: a call that its network's own allowance refuses doesn't use up the strangers'
  // shared one.
  if (!caller.device) counts.push({ key: `${account} strangers`, allowance: FAILURES_FROM_STRANGERS });
  await consume(provider, counts, requestLimitReached);
  return async () => {
    for (const { key, allowance } of counts) await provider.limiter.giveBack(key, allowance);
  };
}

/**
 * Counts a requested mail, by the typed address and the client, before the account lookup: a
 * refusal reveals nothing, and no caller uses up another's allowance. The mails themselves wait at
 * the caps for all callers together (`reserveMailSlot`). Throws over_email_send_rate_limit.
 */
export async function limitMails(
  provider: Limited,
  purpose: MailPurpose,
  email: string,
  caller: Caller,
): Promise<void> {
  const address = nameKey(email);
  const interval = { max: 1, seconds: provider.settings.emailIntervalSeconds };
  if (interval.seconds > 0) {
    await consume(provider, countsOf(`auth mail ${purpose} ${address}`, caller, [interval]), mailTooSoon);
  }
  const counts = [
    ...countsOf(`auth mails ${address}`, caller, [MAILS_PER_ADDRESS]),
    ...countsOf('auth mails', { ip: caller.ip }, [MAILS_PER_CLIENT]),
  ];
  await consume(provider, counts, mailLimitReached);
}

/**
 * Counts the two mails of a change of address: by the account, so that one has its pause, and by the address
 * that it is to change to, so that no mailbox is flooded. Throws over_email_send_rate_limit.
 */
export async function limitEmailChange(
  provider: Limited,
  { current, next }: { current: string; next: string },
  caller: Caller,
): Promise<void> {
  await limitMails(provider, 'email_change', current, caller);
  const counts = countsOf(`auth mails ${nameKey(next)}`, { ip: caller.ip }, [MAILS_PER_ADDRESS]);
  await consume(provider, counts, mailLimitReached);
}

/** Counts a typed code. Throws over_request_rate_limit. */
export async function limitCodes(provider: Limited, userId: string): Promise<void> {
  const counts = [{ key: `auth code ${userId}`, allowance: CODES_PER_ACCOUNT }];
  await consume(provider, counts, requestLimitReached);
}

interface Count {
  key: string;
  allowance: Allowance;
}

/** What a call counts under: a known browser, or each network around the caller's address. */
function countsOf(name: string, { ip, device }: Caller, allowances: readonly Allowance[]): Count[] {
  const sources = device ? [{ key: `device ${device}`, share: 1 }] : clientNetworks(ip);
  return sources.flatMap(({ key, share }) =>
    allowances.map(({ max, seconds }) => ({
      key: `${name} ${seconds} ${key}`,
      allowance: { max: max * share, seconds },
    })),
  );
}

async function consume(
  { limiter }: Limited,
  counts: readonly Count[],
  refuse: (seconds: number) => AuthError,
): Promise<void> {
  try {
    for (const { key, allowance } of counts) await limiter.consume(key, allowance);
  } catch (error) {
    throw error instanceof RateLimitedError ? refuse(error.retryAfterSeconds) : error;
  }
}

/** An address as part of a key: of one length, for any text. */
function nameKey(email: string): string {
  return createHash('sha256').update(email).digest('base64url').slice(0, 22);
}

/**
 * What one client address may ask of any one route. Routes that try passwords and codes or send
 * mails have tighter limits, by account too (limits.ts); this one covers every route, later ones
 * included.
 */
const PER_ROUTE: Allowance = { max: 120, seconds: 60 };

/** Gives its limit to every route added to `scope` from here on. */
export function limitRoutes(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { limit: PER_ROUTE, ...route.config };
  });
}

/*
 * Mails that strangers can cause have a rate, and mails over it wait in the outbox: the caller gets
 * the same reply. So strangers can't flood a mailbox or the mail server, and no user waits long for
 * a mail of their own.
 */

/**
 * Mails of one purpose to one address, from any caller: a burst of five, then one every ten minutes.
 */
const PER_MAILBOX = { max: 5, seconds: 5 * 600 };
/** Mails of one audience: a flood of sign-ups, or of changes of address, delays no recovery. */
const PER_AUDIENCE = { max: 100, seconds: 3_600 };
/** A mail that would wait longer is useless and isn't written. */
const LONGEST_WAIT_MS = 12 * 3_600_000;

/**
 * Addresses with an account, all others, and changes of address: with a few accounts a caller can
 * cause any number of the last.
 */
type MailAudience = 'accounts' | 'strangers' | 'changes';

export interface PacedMail {
  purpose: MailPurpose;
  /** As in the outbox. */
  kind: string;
  to: string;
  audience: MailAudience;
  /**
   * Whether a waiting mail of the kind already has all that this one would. Two changes by
   * different accounts to one address need a mail each.
   */
  isCoalesced: boolean;
}

type Deps = Pick<Provider, 'clock' | 'limiter' | 'log'>;

/**
 * Takes the next slot for a mail, as part of a transaction.
 * @returns when it may leave; undefined if it isn't to be written: a mail like it waits, or far too
 * many do
 */
export async function reserveMailSlot(trx: Trx, provider: Deps, mail: PacedMail): Promise<Date | undefined> {
  const now = provider.clock.now();
  const { purpose, kind, to, audience, isCoalesced } = mail;
  if (isCoalesced && (await isMailWaiting(trx, { to, kind, now: now.toISOString() }))) return undefined;
  await noteMailMoment(trx, {
    now: now.getTime(),
    latest: Date.parse(latestMeant(provider.clock, 0)),
    usedUp: now.getTime() + PER_MAILBOX.seconds * 1000,
  });
  const waits = [
    await reserveSlot(trx, `${purpose} ${nameKey(to)}`, PER_MAILBOX, now.getTime(), provider.limiter.scale),
    await reserveSlot(trx, audience, PER_AUDIENCE, now.getTime(), provider.limiter.scale),
  ];
  if (waits.includes(undefined)) {
    provider.log.warn({ kind }, 'a mail was left out: too many of its kind wait to be sent');
    return undefined;
  }
  return new Date(now.getTime() + Math.max(...waits.map((wait) => wait ?? 0)));
}

/**
 * Adds one mail to a key's used allowance (milliseconds since 1970).
 * @returns milliseconds until that mail may leave; undefined if it would have to wait too long
 */
async function reserveSlot(
  trx: Trx,
  key: string,
  { max, seconds }: Allowance,
  now: number,
  scale: number,
): Promise<number | undefined> {
  const burst = seconds * 1000;
  const cost = burst / (max * scale);
  const last = now + burst + LONGEST_WAIT_MS;
  const paidAt = await addToMailPace(trx, { key, now, cost, burst, last });
  return paidAt === undefined ? undefined : Math.max(0, paidAt - now - burst);
}
