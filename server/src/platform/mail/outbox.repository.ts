import type { Selectable } from 'kysely';
import { lockClaims } from '../db/claim-lock.ts';
import type { Db, Trx } from '../db/database.ts';
import { keepInsert, type Places } from '../db/kept-query.ts';
import { transaction } from '../db/transaction.ts';
import type { MailOutboxTable } from './outbox.table.ts';
import type { MailAttachment } from './transport.ts';

export type OutboxRow = Selectable<MailOutboxTable>;

type NewMail = Omit<OutboxRow, 'status' | 'attempts' | 'lease_owner' | 'last_error' | 'finished_at'>;

const newMail = keepInsert((db, row: Places<NewMail>) =>
  db
    .insertInto('mail_outbox')
    .values({ ...row, status: 'pending', attempts: 0 })
    .onConflict((conflict) => conflict.column('once_key').doNothing()),
);

/** Writes a mail unless one with its `once_key` is there. @returns whether it did */
export async function insertMail(trx: Trx, mail: NewMail): Promise<boolean> {
  return (await newMail.execute(trx, mail)) > 0;
}

/** Who claims a mail, and until when; times as texts of `isoNow`. */
export interface Claim {
  /** The id of this claim alone. */
  owner: string;
  now: string;
  leasedUntil: string;
  /**
   * Later than a mail can have been written, a lease end, and the pause after an attempt: what is later was stored before the
   * clock was set back. One that was never tried may have to wait for any time.
   */
  latestWritten: string;
  latestLease: string;
  latestPause: string;
  /** A mail written after this that was tried goes before later ones to the same recipient. */
  heldSince: string;
}

/**
 * Claims the mail that has been due longest, or an earlier one to its recipient that was tried in vain: no other worker
 * gets it before the lease ends. While one mail to a recipient is being sent, the next one waits, so that mails arrive in
 * order. The attempt counts from here, so that a mail that kills its process doesn't do so for ever.
 * @param readClaim called when it is this one's turn: with times of before its wait, the lease of another would look like one
 * that was stored before the clock was set back
 */
export async function claimDueMail(db: Db, readClaim: () => Claim): Promise<OutboxRow | undefined> {
  return transaction(db, async (trx) => {
    // Two at once could each take a mail to the same recipient.
    await lockClaims(trx, 'outbox');
    const claim = readClaim();
    const due = await findDueMail(trx, claim);
    if (!due) return undefined;
    const id = (await findTriedBefore(trx, due, claim)) ?? due.id;
    return trx
      .updateTable('mail_outbox')
      .set((eb) => ({
        due_at: claim.leasedUntil,
        lease_owner: claim.owner,
        attempts: eb('attempts', '+', 1),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

type DueMail = Pick<OutboxRow, 'id' | 'recipient'>;

async function findDueMail(
  trx: Trx,
  { now, latestWritten, latestLease, latestPause }: Claim,
): Promise<DueMail | undefined> {
  return trx
    .selectFrom('mail_outbox as mail')
    .select(['mail.id', 'mail.recipient'])
    .where('mail.status', '=', 'pending')
    .where((eb) =>
      eb.or([
        eb('mail.due_at', '<=', now),
        eb.and([eb('mail.attempts', '>', 0), eb('mail.due_at', '>', latestPause)]),
        eb.and([eb('mail.attempts', '=', 0), eb('mail.created_at', '>', latestWritten)]),
        eb.and([eb('mail.lease_owner', 'is not', null), eb('mail.due_at', '>', latestLease)]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail_outbox as other')
            .select('other.id')
            .whereRef('other.recipient', '=', 'mail.recipient')
            .where('other.status', '=', 'pending')
            .where('other.lease_owner', 'is not', null)
            .where('other.due_at', '>', now)
            .where('other.due_at', '<=', latestLease),
        ),
      ),
    )
    .orderBy('mail.due_at')
    .orderBy('mail.id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** The oldest mail to the recipient that was tried and goes first; none of them is being sent. */
async function findTriedBefore(
  trx: Trx,
  { id, recipient }: DueMail,
  { heldSince, latestWritten }: Claim,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('mail_outbox')
    .select('id')
    .where('recipient', '=', recipient)
    .where('id', '<', id)
    .where('status', '=', 'pending')
    .where('attempts', '>', 0)
    .where('created_at', '>', heldSince)
    .where('created_at', '<=', latestWritten)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export async function renewLease(db: Db, row: OutboxRow, leasedUntil: string): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ due_at: leasedUntil })
    .where('id', '=', row.id)
    .where('status', '=', 'pending')
    .where('lease_owner', '=', row.lease_owner)
    .execute();
}

export async function insertAttachments(
  trx: Trx,
  mailId: string,
  attachments: readonly MailAttachment[],
): Promise<void> {
  const rows = attachments.map(({ name, type, content }, position) => ({
    mail_id: mailId,
    position,
    name,
    type,
    content_base64: content.toString('base64'),
  }));
  await trx.insertInto('mail_attachments').values(rows).execute();
}

export async function listAttachments(db: Db, mailId: string): Promise<MailAttachment[]> {
  const rows = await db
    .selectFrom('mail_attachments')
    .selectAll()
    .where('mail_id', '=', mailId)
    .orderBy('position')
    .execute();
  return rows.map(({ name, type, content_base64 }) => ({
    name,
    type,
    content: Buffer.from(content_base64, 'base64'),
  }));
}

/** Records the delivery and erases the mail's content and attachments: its links are secrets. */
export async function markSent(db: Db, row: OutboxRow, now: string): Promise<void> {
  await transaction(db, async (trx) => {
    const marked = await trx
      .updateTable('mail_outbox')
      .set({
        status: 'sent',
        text_body: '',
        html_body: '',
        unsubscribe_url: null,
        lease_owner: null,
        last_error: null,
        finished_at: now,
      })
      .where('id', '=', row.id)
      .where('lease_owner', '=', row.lease_owner)
      .executeTakeFirst();
    // A worker that has taken the mail over still needs them.
    if (marked.numUpdatedRows === 0n) return;
    await trx.deleteFrom('mail_attachments').where('mail_id', '=', row.id).execute();
  });
}

/** Why and until when a mail waits, and those behind it; times as texts of `isoNow`. */
interface Deferral {
  now: string;
  dueAt: string;
  error: string;
  /** As in `Claim`: an older mail holds no other back. */
  heldSince: string;
}

/** Gives the mail back, to be tried again at `dueAt`; what is due to the same recipient waits and counts with it. */
export async function markDeferred(db: Db, row: OutboxRow, deferral: Deferral): Promise<void> {
  const { now, dueAt, error, heldSince } = deferral;
  await transaction(db, async (trx) => {
    // Two at once could each take a mail to the same recipient.
    await lockClaims(trx, 'outbox');
    const marked = await trx
      .updateTable('mail_outbox')
      .set({ lease_owner: null, due_at: dueAt, last_error: error })
      .where('id', '=', row.id)
      .where('lease_owner', '=', row.lease_owner)
      .executeTakeFirst();
    if (marked.numUpdatedRows === 0n || row.created_at <= heldSince) return;
    await trx
      .updateTable('mail_outbox')
      .set((eb) => ({ due_at: dueAt, attempts: eb('attempts', '+', 1) }))
      .where('recipient', '=', row.recipient)
      .where('id', '>', row.id)
      .where('status', '=', 'pending')
      .where('due_at', '<=', now)
      .execute();
  });
}

/** Gives the mail up. The row keeps its content, for the owner to see. */
export async function markFailed(db: Db, row: OutboxRow, now: string, error: string): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ status: 'failed', lease_owner: null, last_error: error, finished_at: now })
    .where('id', '=', row.id)
    .where('lease_owner', '=', row.lease_owner)
    .execute();
}

/** Deletes sent mails that were finished before `before`. @returns how many */
export async function deleteSentBefore(db: Db, before: string): Promise<number> {
  const result = await db
    .deleteFrom('mail_outbox')
    .where('status', '=', 'sent')
    .where('finished_at', '<', before)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Whether a mail of a kind to an address still waits for its time to leave. */
export async function isMailWaiting(
  trx: Trx,
  { to, kind, now }: { to: string; kind: string; now: string },
): Promise<boolean> {
  const found = await trx
    .selectFrom('mail_outbox')
    .select('id')
    .where('recipient', '=', to)
    .where('kind', '=', kind)
    .where('status', '=', 'pending')
    .where('attempts', '=', 0)
    .where('due_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The hashes of the lines of some mails: of those with the ids, and of the last ones to an address. */
export async function listLineHashes(
  db: Db,
  { ids, recipient, limit }: { ids: readonly string[]; recipient: string; limit: number },
): Promise<string[]> {
  const hashes = db.selectFrom('mail_outbox').select('line_hashes').where('line_hashes', 'is not', null);
  const named = ids.length === 0 ? [] : await hashes.where('id', 'in', ids).execute();
  const last = await hashes.where('recipient', '=', recipient).orderBy('id', 'desc').limit(limit).execute();
  return [...named, ...last].flatMap(({ line_hashes }) => line_hashes ?? []);
}

/** The least id of a moment. */
function firstIdOf(time: string): string {
  const hex = Date.parse(time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Forgets the words of mails that were written before a time. */
export async function forgetLines(db: Db, before: string): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ line_hashes: null })
    // Ids begin with their time.
    .where('id', '<', firstIdOf(before))
    .where('line_hashes', 'is not', null)
    .execute();
}

/** A mail that left, by its id, while it is on record. */
export async function findSentMail(
  db: Db,
  id: string,
): Promise<Pick<OutboxRow, 'recipient' | 'subject'> | undefined> {
  return db
    .selectFrom('mail_outbox')
    .select(['recipient', 'subject'])
    .where('id', '=', id)
    .where('status', '=', 'sent')
    .executeTakeFirst();
}

/** The mails that follow from a request, by the end of its id, oldest first. */
export async function listMailsOfRequest(db: Db, idEnd: string, limit: number) {
  return db
    .selectFrom('mail_outbox')
    .select([
      'request_id',
      'kind',
      'recipient',
      'status',
      'attempts',
      'last_error',
      'created_at',
      'finished_at',
    ])
    .where('request_id', 'like', `%${idEnd}`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** A mail without what it says. */
export type MailFacts = Pick<OutboxRow, 'id' | 'kind' | 'subject' | 'created_at' | 'finished_at' | 'status'>;

/** Mails to an address, oldest first, from the one after an id on. */
export async function listMailsTo(
  db: Db,
  recipient: string,
  afterId: string | undefined,
  limit: number,
): Promise<MailFacts[]> {
  return db
    .selectFrom('mail_outbox')
    .select(['id', 'kind', 'subject', 'created_at', 'finished_at', 'status'])
    .where('recipient', '=', recipient)
    .where('id', '>', afterId ?? '')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The number of mails of a kind written to a recipient since a time, sent or not. */
export async function countMailsSince(
  trx: Trx,
  { kind, recipient }: { kind: string; recipient: string },
  since: string,
): Promise<number> {
  const { count } = await trx
    .selectFrom('mail_outbox')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether a mail whose key has this prefix was written after a time. */
export async function hasMailsSince(trx: Trx, key: string, since: string): Promise<boolean> {
  const found = await trx
    .selectFrom('mail_outbox')
    .select('id')
    .where('once_key', '>', `${key} `)
    .where('once_key', '<', `${key}!`)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
