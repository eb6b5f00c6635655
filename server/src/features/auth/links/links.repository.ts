import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database.ts';
import type {
  AuthCodeTable,
  AuthLinkPressTable,
  AuthLinkRequestTable,
  AuthOneTimeTokenTable,
  OneTimeTokenKind,
} from '../auth.table.ts';
import { deleteAllButNewest } from '../users/users.repository.ts';

export type OneTimeTokenRow = Selectable<AuthOneTimeTokenTable>;

/** Links that confirm a sign-up. */
export const SIGN_UP_KINDS = ['signup', 'signup_by_service'] as const;
/** Sign-ups of one address that may wait for their confirmation side by side; the oldest make room. */
export const MAX_ATTEMPTS = 20;
/**
 * Links of one kind that work side by side for an account, where strangers can request more:
 * otherwise a stranger's request would void the owner's link. Using one ends them all.
 */
export const MAX_LIVE_LINKS = 5;

export async function insertToken(trx: Trx, row: OneTimeTokenRow): Promise<void> {
  await trx.insertInto('auth_one_time_tokens').values(row).execute();
}

/** The link that a token is of, if it is of one of these kinds and still works. Reading it uses nothing up. */
export async function findLiveToken<Kind extends OneTimeTokenKind>(
  db: Db,
  tokenHash: string,
  kinds: readonly Kind[],
  now: string,
): Promise<(OneTimeTokenRow & { kind: Kind }) | undefined> {
  const found = await db
    .selectFrom('auth_one_time_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('kind', 'in', kinds)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found as (OneTimeTokenRow & { kind: Kind }) | undefined;
}

/** Takes a link away: true for exactly one of any number of simultaneous callers. */
export async function consumeToken(trx: Trx, id: string): Promise<boolean> {
  const consumed = await trx
    .deleteFrom('auth_one_time_tokens')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return consumed !== undefined;
}

/** The waiting sign-up attempts of a user, oldest first, also those whose links have expired. */
export async function listAttempts(db: Db, userId: string): Promise<OneTimeTokenRow[]> {
  return db
    .selectFrom('auth_one_time_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'signup')
    .where('pending_password_hash', 'is not', null)
    .orderBy('id')
    .execute();
}

/** Deletes all but the user's latest resent links; the links of the attempts themselves stay. */
export async function deleteOldResentLinks(trx: Trx, userId: string, kept: number): Promise<void> {
  await deleteAllButNewest(
    trx,
    {
      table: 'auth_one_time_tokens',
      where: { user_id: userId, kind: 'signup', pending_password_hash: null },
    },
    kept,
  );
}

/** Deletes the links of a user: all of them, or those of these kinds. */
export async function deleteTokens(
  trx: Trx,
  userId: string,
  kinds?: readonly OneTimeTokenKind[],
): Promise<void> {
  let query = trx.deleteFrom('auth_one_time_tokens').where('user_id', '=', userId);
  if (kinds) query = query.where('kind', 'in', kinds);
  await query.execute();
}

/**
 * Deletes all but the latest links of a kind, so that a stranger can't fill the table with one
 * address.
 */
export async function deleteOldTokens(
  trx: Trx,
  userId: string,
  kind: OneTimeTokenKind,
  kept: number,
): Promise<void> {
  await deleteAllButNewest(trx, { table: 'auth_one_time_tokens', where: { user_id: userId, kind } }, kept);
}

export type CodeRow = Selectable<AuthCodeTable>;

export async function insertCode(trx: Trx, row: CodeRow): Promise<void> {
  await trx.insertInto('auth_codes').values(row).execute();
}

export async function findCode(db: Db, codeHash: string): Promise<CodeRow | undefined> {
  return db.selectFrom('auth_codes').selectAll().where('code_hash', '=', codeHash).executeTakeFirst();
}

/** Locks a code that has not been exchanged yet. */
export async function lockCode(trx: Trx, codeHash: string): Promise<CodeRow | undefined> {
  return trx
    .selectFrom('auth_codes')
    .selectAll()
    .where('code_hash', '=', codeHash)
    .forUpdate()
    .executeTakeFirst();
}

export async function countFailedTry(trx: Trx, codeHash: string): Promise<void> {
  await trx
    .updateTable('auth_codes')
    .set((eb) => ({ failed_tries: eb('failed_tries', '+', 1) }))
    .where('code_hash', '=', codeHash)
    .execute();
}

export async function deleteCode(trx: Trx, codeHash: string): Promise<void> {
  await trx.deleteFrom('auth_codes').where('code_hash', '=', codeHash).execute();
}

/** Deletes the codes that wait for a user. */
export async function deleteCodesOfUser(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('auth_codes').where('user_id', '=', userId).execute();
}

export async function insertLinkPress(trx: Trx, row: Selectable<AuthLinkPressTable>): Promise<void> {
  await trx.insertInto('auth_link_presses').values(row).execute();
}

/** The sealed result of a press later than `after` and not after `until`. */
export async function findLinkPress(
  db: Db,
  pressHash: string,
  { after, until }: { after: string; until: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('auth_link_presses')
    .select('sealed_result')
    .where('press_hash', '=', pressHash)
    .where('pressed_at', '>', after)
    .where('pressed_at', '<=', until)
    .executeTakeFirst();
  return row?.sealed_result;
}

export type LinkRequestRow = Selectable<AuthLinkRequestTable>;

export async function insertLinkRequest(trx: Trx, row: LinkRequestRow): Promise<void> {
  await trx.insertInto('auth_link_requests').values(row).execute();
}

/** Takes the oldest request off the queue; one that another transaction is taking is passed over. */
export async function takeLinkRequest(trx: Trx): Promise<LinkRequestRow | undefined> {
  const row = await trx
    .selectFrom('auth_link_requests')
    .selectAll()
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (row) await trx.deleteFrom('auth_link_requests').where('id', '=', row.id).execute();
  return row;
}

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

/** The key of the moment at which the last mail was added to any other. */
const LAST_MAIL = 'last mail';

/**
 * Notes that a mail is added now; the callers do so one after the other. Where the last one was added later than `latest`, the
 * clock has been set back since: no allowance then counts as used up further ahead than `usedUp`, or mails would wait for as
 * long as the clock was wrong.
 */
export async function noteMailMoment(
  trx: Trx,
  { now, latest, usedUp }: { now: number; latest: number; usedUp: number },
): Promise<void> {
  const last = await trx
    .selectFrom('auth_mail_pace')
    .select('paid_at')
    .where('key', '=', LAST_MAIL)
    .forUpdate()
    .executeTakeFirst();
  if (last && last.paid_at > latest) {
    await trx.updateTable('auth_mail_pace').set({ paid_at: usedUp }).where('paid_at', '>', usedUp).execute();
  }
  await trx
    .insertInto('auth_mail_pace')
    .values({ key: LAST_MAIL, paid_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ paid_at: now }))
    .execute();
}
