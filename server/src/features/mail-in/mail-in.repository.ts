import type { MailState } from '@atelier/domain/mail-in/rules.ts';
import { lockClaims } from '../../platform/db/claim-lock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { InboundMailRow, ReplyAddressRow } from './mail-in.table.ts';

/** Adds an address unless there is one for the same person and thing. @returns the one that there is now */
export async function insertReplyAddress(trx: Trx, row: ReplyAddressRow): Promise<ReplyAddressRow> {
  await trx
    .insertInto('reply_addresses')
    .values(row)
    .onConflict((conflict) => conflict.columns(['subject_id', 'side', 'account_id', 'email']).doNothing())
    .execute();
  return trx
    .selectFrom('reply_addresses')
    .selectAll()
    .where('subject_id', '=', row.subject_id)
    .where('side', '=', row.side)
    .where('account_id', '=', row.account_id)
    .where('email', '=', row.email)
    .executeTakeFirstOrThrow();
}

export async function findReplyAddress(db: Db, id: string): Promise<ReplyAddressRow | undefined> {
  return db.selectFrom('reply_addresses').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function deleteReplyAddressesOf(trx: Trx, subjectId: string): Promise<void> {
  await trx.deleteFrom('reply_addresses').where('subject_id', '=', subjectId).execute();
}

/** Adds a mail, unless one of a mailbox has its key already. @returns whether it did */
export async function insertInboundMail(trx: Trx, row: InboundMailRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('inbound_mails')
    .values(row)
    .onConflict((conflict) => conflict.column('source_key').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Who reads a mail, and until when; times as texts of `isoNow`. */
export interface MailClaim {
  owner: string;
  now: string;
  leasedUntil: string;
  /** A later wait was stored before the clock was set back. */
  latest: string;
}

/**
 * Claims the mail that was tried least, and of those the one that has been due longest: no other reader gets it before the lease ends.
 * While one mail to an address is being read, the next one to it waits, so that an address holds up itself alone.
 * @param readClaim called when it is this one's turn; undefined where no further mail is to be read
 */
export async function claimInboundMail(
  trx: Trx,
  readClaim: () => MailClaim | undefined,
): Promise<InboundMailRow | undefined> {
  await lockClaims(trx, 'inbox');
  const claim = readClaim();
  if (!claim) return undefined;
  const due = await trx
    .selectFrom('inbound_mails')
    .select('id')
    .where('state', '=', 'received')
    .where((eb) => eb.or([eb('due_at', '<=', claim.now), eb('due_at', '>', claim.latest)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('inbound_mails as read')
            .select('read.id')
            .whereRef('read.reply_address_id', '=', 'inbound_mails.reply_address_id')
            .where('read.state', '=', 'received')
            .where('read.lease_owner', 'is not', null)
            .where('read.due_at', '>', claim.now)
            .where('read.due_at', '<=', claim.latest),
        ),
      ),
    )
    .orderBy('attempts')
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!due) return undefined;
  return trx
    .updateTable('inbound_mails')
    .set((eb) => ({
      due_at: claim.leasedUntil,
      lease_owner: claim.owner,
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', due.id)
    .returningAll()
    .executeTakeFirst();
}

/** Changes a mail that this process has claimed. @returns whether it still has it */
export async function updateClaimedMail(
  db: Db,
  { id, lease_owner }: Pick<InboundMailRow, 'id' | 'lease_owner'>,
  change: Partial<Omit<InboundMailRow, 'id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('inbound_mails')
    .set({ ...change, lease_owner: null })
    .where('id', '=', id)
    .where('lease_owner', '=', lease_owner)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether another mail with a key was posted. */
export async function isPosted(db: Db, key: string, exceptId: string): Promise<boolean> {
  const found = await db
    .selectFrom('inbound_mails')
    .select('id')
    .where('message_key', '=', key)
    .where('id', '!=', exceptId)
    .where('state', '=', 'posted')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

const LISTED = ['posted', 'quarantined', 'discarded'] as const;

/** Newest first. Those that are about to be read are in no list. */
export async function listInboundMails(
  db: Db,
  { state, limit, offset }: { state: MailState | undefined; limit: number; offset: number },
): Promise<InboundMailRow[]> {
  let query = db.selectFrom('inbound_mails').selectAll();
  query = state ? query.where('state', '=', state) : query.where('state', '!=', 'received');
  return query.orderBy('id', 'desc').limit(limit).offset(offset).execute();
}

export async function countInboundMails(db: Db, state: MailState | undefined): Promise<number> {
  let query = db.selectFrom('inbound_mails').select((eb) => eb.fn.countAll<number>().as('count'));
  query = query.where('state', 'in', state ? [state] : [...LISTED]);
  return Number((await query.executeTakeFirstOrThrow()).count);
}

export async function findInboundMail(db: Db, id: string): Promise<InboundMailRow | undefined> {
  return db.selectFrom('inbound_mails').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function lockInboundMail(trx: Trx, id: string): Promise<InboundMailRow | undefined> {
  return trx.selectFrom('inbound_mails').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Notes who posts a mail by hand. */
export async function notePoster(trx: Trx, id: string, email: string): Promise<void> {
  await trx.updateTable('inbound_mails').set({ lease_owner: email }).where('id', '=', id).execute();
}

/** Notes that a mail was posted by hand. */
export async function markPosted(trx: Trx, id: string, now: string): Promise<void> {
  await trx
    .updateTable('inbound_mails')
    .set({ state: 'posted', finished_at: now })
    .where('id', '=', id)
    .execute();
}

/** Deletes some mails. @returns the keys of the whole mails */
export async function deleteInboundMails(trx: Trx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx.deleteFrom('inbound_mails').where('id', 'in', ids).returning('stored_key').execute();
  return rows.map(({ stored_key }) => stored_key);
}

/** Some that arrived before `before`. */
export async function listInboundBefore(db: Db, before: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('inbound_mails')
    .select('id')
    .where('received_at', '<', before)
    .orderBy('received_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Those of a project. */
export async function listInboundOf(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('inbound_mails')
    .select('id')
    .where('project_id', '=', projectId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Those from an address, oldest first, after an id. */
export async function listInboundFrom(
  db: Db,
  email: string,
  afterId: string | undefined,
  limit: number,
): Promise<InboundMailRow[]> {
  return db
    .selectFrom('inbound_mails')
    .selectAll()
    .where('from_address', '=', email)
    .where('state', '=', 'posted')
    .where('id', '>', afterId ?? '')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * What a deleted account or enquiry leaves: its addresses, and the mails that came to them.
 * @returns the ids of the latter
 */
export async function forgetReplyAddresses(
  trx: Trx,
  column: 'account_id' | 'subject_id',
  id: string,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('reply_addresses')
    .innerJoin('inbound_mails', 'inbound_mails.reply_address_id', 'reply_addresses.id')
    .select('inbound_mails.id')
    .where(`reply_addresses.${column}`, '=', id)
    .execute();
  await trx.deleteFrom('reply_addresses').where(column, '=', id).execute();
  return rows.map((row) => row.id);
}
