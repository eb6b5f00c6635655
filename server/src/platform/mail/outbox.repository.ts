import { type Selectable, sql } from 'kysely';
import { type Db, engineOf, type Trx } from '../db/database.ts';
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
}

/** PostgreSQL's lock is a number: this one is the bytes of "mail". */
const CLAIM_LOCK = 0x6d61696c;

/**
 * Claims the mail that has been due longest: no other worker gets it before the lease ends. While one mail to a
 * recipient is being sent, the next one waits, so that mails arrive in order. The attempt counts from here, so
 * that a mail that kills its process doesn't do so for ever.
 */
export async function claimDueMail(db: Db, claim: Claim): Promise<OutboxRow | undefined> {
  return transaction(db, async (trx) => {
    // One at a time: two at once could each take a mail to the same recipient.
    if (engineOf(trx) === 'postgres') {
      await sql`select pg_advisory_xact_lock(${sql.lit(CLAIM_LOCK)})`.execute(trx);
    }
    const id = await findDueMail(trx, claim);
    if (id === undefined) return undefined;
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

async function findDueMail(
  trx: Trx,
  { now, latestWritten, latestLease, latestPause }: Claim,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('mail_outbox as mail')
    .select('mail.id')
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

/** Gives the mail back, to be tried again at `dueAt`. */
export async function markDeferred(db: Db, row: OutboxRow, dueAt: string, error: string): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ lease_owner: null, due_at: dueAt, last_error: error })
    .where('id', '=', row.id)
    .where('lease_owner', '=', row.lease_owner)
    .execute();
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

/** The number of mails given up since a time, and the newest of them. */
export async function listFailedMails(db: Db, { since, limit }: { since: string; limit: number }) {
  const failed = db
    .selectFrom('mail_outbox')
    .where('status', '=', 'failed')
    .where('finished_at', '>=', since);
  const { total } = await failed
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const mails = await failed
    .select(['id', 'recipient', 'subject', 'finished_at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return { total: Number(total), mails };
}

/** How many mails wait, and how many were given up. */
export async function countUnsentMails(db: Db): Promise<{ pending: number; failed: number }> {
  const rows = await db
    .selectFrom('mail_outbox')
    .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
    .where('status', '!=', 'sent')
    .groupBy('status')
    .execute();
  const count = (status: OutboxRow['status']) =>
    Number(rows.find((row) => row.status === status)?.count ?? 0);
  return { pending: count('pending'), failed: count('failed') };
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
