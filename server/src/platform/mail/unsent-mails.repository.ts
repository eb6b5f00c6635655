import type { Db } from '../db/database.ts';
import type { OutboxRow } from './outbox.repository.ts';

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

/** How many mails wait, and how many were given up since a time. */
export async function countUnsentMails(
  db: Db,
  failedSince: string,
): Promise<{ pending: number; failed: number }> {
  const rows = await db
    .selectFrom('mail_outbox')
    .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
    .where('status', 'in', ['pending', 'failed'])
    .where((eb) => eb.or([eb('status', '=', 'pending'), eb('finished_at', '>=', failedSince)]))
    .groupBy('status')
    .execute();
  const count = (status: OutboxRow['status']) =>
    Number(rows.find((row) => row.status === status)?.count ?? 0);
  return { pending: count('pending'), failed: count('failed') };
}

/** A mail written before a time that was tried and still waits. */
export async function findLateMail(
  db: Db,
  before: string,
): Promise<Pick<OutboxRow, 'last_error'> | undefined> {
  return db
    .selectFrom('mail_outbox')
    .select('last_error')
    .where('status', '=', 'pending')
    .where('attempts', '>', 0)
    .where('last_error', 'is not', null)
    .where('created_at', '<', before)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
}

/** When the oldest mail was written that is due, or that was tried in vain. */
export async function findOldestWaiting(db: Db, now: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('mail_outbox')
    .select((eb) => eb.fn.min('created_at').as('oldest'))
    .where('status', '=', 'pending')
    .where((eb) => eb.or([eb('due_at', '<=', now), eb('attempts', '>', 0)]))
    .executeTakeFirst();
  return found?.oldest ?? undefined;
}

/** The columns of a mail that hasn't left, as an admin may see it: without what it says. */
const UNSENT = [
  'id',
  'kind',
  'recipient',
  'subject',
  'status',
  'attempts',
  'due_at',
  'last_error',
  'created_at',
] as const;
export type UnsentRow = Pick<OutboxRow, (typeof UNSENT)[number]>;

/** Mails that wait, those that are due first. */
export async function listPendingMails(db: Db, limit: number): Promise<UnsentRow[]> {
  return db
    .selectFrom('mail_outbox')
    .select(UNSENT)
    .where('status', '=', 'pending')
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/** Mails given up since a time, newest first. */
export async function listFailedSince(db: Db, since: string, limit: number): Promise<UnsentRow[]> {
  return db
    .selectFrom('mail_outbox')
    .select(UNSENT)
    .where('status', '=', 'failed')
    .where('finished_at', '>=', since)
    .orderBy('due_at', 'desc')
    .limit(limit)
    .execute();
}

/**
 * Makes a mail due that was given up, or that waits after a failure. Not one that a worker has: it would leave twice.
 * It is due since it was written, so that mails to one recipient keep their order.
 * @returns whether there was one
 */
export async function retryMail(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_outbox')
    .set((eb) => ({ status: 'pending', attempts: 0, due_at: eb.ref('created_at'), finished_at: null }))
    .where('id', '=', id)
    .where('lease_owner', 'is', null)
    .where((eb) =>
      eb.or([eb('status', '=', 'failed'), eb.and([eb('status', '=', 'pending'), eb('attempts', '>', 0)])]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function hasMail(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('mail_outbox').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** The same for every mail given up since a time. @returns how many */
export async function retryFailedSince(db: Db, since: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mail_outbox')
    .set((eb) => ({ status: 'pending', attempts: 0, due_at: eb.ref('created_at'), finished_at: null }))
    .where('status', '=', 'failed')
    .where('finished_at', '>=', since)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
