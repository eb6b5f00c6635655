import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database.ts';
import type { OneTimeTokenKind } from '../auth.table.ts';
import type { OneTimeTokenRow } from './links.repository.ts';

/**
 * Counts a try of a code for an address, known or not. A day begins with its first try; one that
 * began in the future (the clock was set back) begins now.
 * @returns the tries of this day, this one included
 */
export async function countCodeTry(
  trx: Trx,
  addressKey: string,
  { now, dayAgo }: { now: string; dayAgo: string },
): Promise<number> {
  const { tries } = await trx
    .insertInto('auth_code_tries')
    .values({ address_key: addressKey, tries: 1, since: now })
    .onConflict((conflict) =>
      conflict.column('address_key').doUpdateSet({
        tries: sql`case when auth_code_tries.since <= ${dayAgo} then 1 else auth_code_tries.tries + 1 end`,
        since: sql`case when auth_code_tries.since <= ${dayAgo} or auth_code_tries.since > ${now} then ${now} else auth_code_tries.since end`,
      }),
    )
    .returning('tries')
    .executeTakeFirstOrThrow();
  return Number(tries);
}

/** Locks the users with links to an address: users are locked before their links. */
export async function lockUsersOfCodes(
  trx: Trx,
  email: string,
  kinds: readonly OneTimeTokenKind[],
): Promise<void> {
  await trx
    .selectFrom('auth_users')
    .select('id')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('auth_one_time_tokens')
        .select('user_id')
        .where('email', '=', email)
        .where('kind', 'in', kinds),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Counts a try of every valid code of an address. @returns the links beside these codes */
export async function tryCodes<Kind extends OneTimeTokenKind>(
  trx: Trx,
  email: string,
  kinds: readonly Kind[],
  { sentAfter, maxTries }: { sentAfter: string; maxTries: number },
): Promise<(OneTimeTokenRow & { kind: Kind })[]> {
  const tried = await trx
    .updateTable('auth_one_time_tokens')
    .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
    .where('email', '=', email)
    .where('kind', 'in', kinds)
    .where('code_hash', 'is not', null)
    .where('created_at', '>', sentAfter)
    .where('code_tries', '<', maxTries)
    .returningAll()
    .execute();
  return tried as (OneTimeTokenRow & { kind: Kind })[];
}

/**
 * Voids the codes of a user's links of a kind, but not the links: only the newest mail's code
 * counts.
 */
export async function voidCodes(trx: Trx, userId: string, kind: OneTimeTokenKind): Promise<void> {
  await trx
    .updateTable('auth_one_time_tokens')
    .set({ code_hash: null })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('code_hash', 'is not', null)
    .execute();
}

/** One mail's place in the allowance of a key; times in milliseconds, moments since 1970. */
export interface MailSlot {
  key: string;
  now: number;
  cost: number;
  burst: number;
  /** A key whose allowance is used up further ahead than this takes no more mails. */
  last: number;
}

/**
 * Adds one mail to a key's used allowance.
 * @returns the moment at which all of it will have been paid for; undefined if that is too far ahead
 */
export async function addToMailPace(
  trx: Trx,
  { key, now, cost, burst, last }: MailSlot,
): Promise<number | undefined> {
  // A time too far ahead was stored before the clock was set back.
  const from = sql<number>`case when auth_mail_pace.paid_at > ${last} then ${now + burst} when auth_mail_pace.paid_at < ${now} then ${now} else auth_mail_pace.paid_at end`;
  const taken = await trx
    .insertInto('auth_mail_pace')
    .values({ key, paid_at: now + cost })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ paid_at: sql<number>`${from} + ${cost}` })
        .where(sql<number>`${from} + ${cost}`, '<=', last),
    )
    .returning('paid_at')
    .executeTakeFirst();
  return taken?.paid_at;
}
