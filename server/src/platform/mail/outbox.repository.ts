import type { Selectable } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import type { MailOutboxTable } from './outbox.table.ts';
import type { MailAttachment } from './transport.ts';

export type OutboxRow = Selectable<MailOutboxTable>;

/** Times and the claimant, as texts of `isoNow`. */
interface Claim {
  owner: string;
  now: string;
  leasedUntil: string;
  limit: number;
}

/**
 * Takes up to `limit` due mails for `owner`: nobody else gets them before the lease ends. The attempt
 * counts from here, so that a mail that kills its process does not do so for ever.
 */
export async function claimDueMails(db: Db, claim: Claim): Promise<OutboxRow[]> {
  return transaction(db, async (trx) => {
    const ids = await lockDueMails(trx, claim);
    if (ids.length === 0) return [];
    return trx
      .updateTable('mail_outbox')
      .set((eb) => ({
        due_at: claim.leasedUntil,
        lease_owner: claim.owner,
        attempts: eb('attempts', '+', 1),
      }))
      .where('id', 'in', ids)
      .returningAll()
      .execute();
  });
}

async function lockDueMails(trx: Trx, { now, limit }: Claim): Promise<string[]> {
  const rows = await trx
    .selectFrom('mail_outbox')
    .select('id')
    .where('status', '=', 'pending')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.id);
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

/** Those of some mails that have files with them. */
export async function listCarrying(db: Db, mailIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (mailIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('mail_attachments')
    .select('mail_id')
    .where('mail_id', 'in', mailIds)
    .where('position', '=', 0)
    .execute();
  return new Set(rows.map((row) => row.mail_id));
}

/** The files of a mail, in their order. */
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

/** Notes the delivery, and forgets what the mail said and carried: its links are secrets. */
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
    // Whoever took the mail over meanwhile still needs them.
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

/** Gives the mail up. The row stays, with what it said, for the owner to see. */
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
