import type { DecisionAnswer } from '@atelier/domain/mail-decisions/rules.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { DecisionLinkRow } from './mail-decisions.table.ts';

export async function insertDecisionLink(trx: Trx, row: DecisionLinkRow): Promise<void> {
  await trx.insertInto('decision_links').values(row).execute();
}

export async function findDecisionLink(db: Db, tokenHash: string): Promise<DecisionLinkRow | undefined> {
  return db.selectFrom('decision_links').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** Notes what a link was used for, unless it was used already; returns whether it did. */
export async function markLinkUsed(
  trx: Trx,
  id: string,
  used: { used_at: string; answer: DecisionAnswer; answer_hash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('decision_links')
    .set(used)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteLinksOf(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('decision_links').where('account_id', '=', accountId).execute();
}

export async function deleteLinksBefore(db: Db, time: string): Promise<void> {
  await db.deleteFrom('decision_links').where('created_at', '<', time).execute();
}
