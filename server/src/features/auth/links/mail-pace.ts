import type { Trx } from '../../../platform/db/database.ts';
import type { Allowance } from '../../../platform/http/rate-limit.ts';
import { isMailWaiting } from '../../../platform/mail/outbox.repository.ts';
import { type MailPurpose, nameKey } from '../protocol/limits.ts';
import type { Provider } from '../provider.ts';
import { addToMailPace } from './link-mails.repository.ts';

/*
 * Mails that strangers can cause have a rate, and mails over it wait in the outbox: the caller gets
 * the same reply. So strangers can't flood a mailbox or the mail server, and no user waits long for
 * a mail of their own.
 */

/**
 * Mails of one purpose to one address, from any caller: five at once, then one every ten minutes.
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
   * Whether a waiting mail of the kind already says all that this one would. Two changes by
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
