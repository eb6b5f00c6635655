import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database.ts';

/** One mail's place in the allowance of a key; times in milliseconds, moments since 1970. */
export interface MailPlace {
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
  { key, now, cost, burst, last }: MailPlace,
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
