import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { isoIn, isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { OneTimeTokenKind } from '../auth.table.ts';
import type { Provider } from '../provider.ts';
import { countCodeTry, lockUsersOfCodes, tryCodes } from './link-mails.repository.ts';
import type { OneTimeTokenRow } from './links.repository.ts';

/*
 * The six-digit code beside a link in a mail: the user reads the mail on one device and types the
 * code on another. An attacker soon tries a million codes, so tries are few and counted in the
 * database, for addresses without an account too. Guessing uses up codes, never a link.
 */

/** How long a code works, in seconds; its link works longer. */
const MAIL_CODE_SECONDS = 600;
/** Tries of one code. */
const TRIES_PER_CODE = 5;
/** Tries of all codes of one address in a day; after that only its links work. */
const TRIES_PER_DAY = 20;
export const DAY_SECONDS = 24 * 3_600;

type Secret = Pick<Provider, 'secret'>;

export function newMailCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/**
 * The stored form of a code. Its hash has a key, so a copy of the database isn't enough to try all
 * codes.
 */
export function hashMailCode({ secret }: Secret, linkId: string, code: string): string {
  return createHmac('sha256', secret.deriveKey('auth.mail-code'))
    .update(`${linkId}:${code}`)
    .digest('base64url');
}

/**
 * Tries a typed code. The try counts in any case, so the caller must not throw for a wrong code
 * inside the transaction. An address without a code takes the same steps.
 * @returns the link beside the code; undefined if there is none
 */
export async function tryMailCode<Kind extends OneTimeTokenKind>(
  trx: Trx,
  provider: Pick<Provider, 'secret' | 'clock'>,
  typed: { email: string; kinds: readonly Kind[]; code: string },
): Promise<(OneTimeTokenRow & { kind: Kind }) | undefined> {
  const { clock } = provider;
  const { email, kinds, code } = typed;
  const tries = await countCodeTry(trx, keyOf(provider, email), {
    now: isoNow(clock),
    dayAgo: isoIn(clock, -DAY_SECONDS),
  });
  await lockUsersOfCodes(trx, email, kinds);
  const tried = await tryCodes(trx, email, kinds, {
    sentAfter: isoIn(clock, -MAIL_CODE_SECONDS),
    maxTries: TRIES_PER_CODE,
  });
  if (tries > TRIES_PER_DAY) return undefined;
  return tried.find(({ id, code_hash: hash }) => isSame(hash, hashMailCode(provider, id, code)));
}

function isSame(stored: string | null, computed: string): boolean {
  return stored !== null && timingSafeEqual(Buffer.from(stored), Buffer.from(computed));
}

function keyOf({ secret }: Secret, email: string): string {
  return createHmac('sha256', secret.deriveKey('auth.mail-code-address')).update(email).digest('base64url');
}
