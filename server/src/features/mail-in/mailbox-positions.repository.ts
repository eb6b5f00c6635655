import type { Db } from '../../platform/db/database.ts';
import type {
  MailboxPosition,
  MailboxState,
  MailboxStep,
  WaitingMail,
} from '../../platform/mail-in/mailbox-position.ts';

/** A mailbox as the last visits left it; undefined before the first. */
export async function findMailboxState(db: Db, mailbox: string): Promise<MailboxState | undefined> {
  const row = await db
    .selectFrom('mailbox_positions')
    .selectAll()
    .where('mailbox', '=', mailbox)
    .executeTakeFirst();
  if (!row) return undefined;
  const { fault_step: step, fault: message, fault_at: since } = row;
  return {
    position: {
      uidValidity: row.uid_validity,
      lastUid: Number(row.last_uid),
      waiting: JSON.parse(row.waiting) as WaitingMail[],
    },
    fault: step === null || message === null || since === null ? undefined : { step, message, since },
  };
}

export async function saveMailboxPosition(
  db: Db,
  mailbox: string,
  { uidValidity, lastUid, waiting }: MailboxPosition,
): Promise<void> {
  const position = { uid_validity: uidValidity, last_uid: lastUid, waiting: JSON.stringify(waiting) };
  await db
    .insertInto('mailbox_positions')
    .values({ mailbox, ...position })
    .onConflict((conflict) => conflict.column('mailbox').doUpdateSet(position))
    .execute();
}

/** Notes what ended a visit, also of a mailbox that was never read. */
export async function saveMailboxFault(
  db: Db,
  mailbox: string,
  { step, message, since }: { step: MailboxStep; message: string; since: string },
): Promise<void> {
  const fault = { fault_step: step, fault: message, fault_at: since };
  await db
    .insertInto('mailbox_positions')
    .values({ mailbox, uid_validity: '', last_uid: 0, waiting: '[]', ...fault })
    .onConflict((conflict) => conflict.column('mailbox').doUpdateSet(fault))
    .execute();
}

export async function clearMailboxFault(db: Db, mailbox: string): Promise<void> {
  await db
    .updateTable('mailbox_positions')
    .set({ fault_step: null, fault: null, fault_at: null })
    .where('mailbox', '=', mailbox)
    .execute();
}
