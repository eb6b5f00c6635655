import type { ContractAction } from '@atelier/domain/contracts/rules.ts';
import { sql, type Updateable } from 'kysely';
import { expect, it } from 'vitest';
import { reachContract, setUpContract } from '../../../test/harness/contract.ts';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { type Db, engineOf, type Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { findContract, moveContract, updateDraft } from './contracts.repository.ts';
import type { ContractRow, ContractTable } from './contracts.table.ts';

type Change = Updateable<ContractTable>;

const put = (change: Change) => (trx: Trx) => trx.updateTable('contracts').set(change).execute();

/**
 * The result of `call` while another transaction has an uncommitted change. On PostgreSQL the call waits
 * for that row before the other commits; on SQLite the transactions follow each other.
 */
async function during<Result>(
  db: Db,
  change: (trx: Trx) => Promise<unknown>,
  call: () => Promise<Result>,
): Promise<Result> {
  const [changed, leave] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = transaction(db, async (trx) => {
    await change(trx);
    changed.resolve();
    await leave.promise;
  });
  await Promise.race([changed.promise, holding]);
  let hasEnded = false;
  const called = call().finally(() => {
    hasEnded = true;
  });
  const waits = async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return (rows[0]?.waiting ?? 0) > 0;
  };
  if (engineOf(db) === 'postgres') while (!hasEnded && !(await waits()));
  const wentAhead = hasEnded;
  leave.resolve();
  await holding;
  expect(wentAhead, 'the call did not wait for the row').toBe(false);
  return called;
}

describeEachEngine((engine) => {
  it('an acceptance or a draft is refused when the contract changes while it waits for the lock', async () => {
    const setting = await setUpContract(engine);
    await using _ = setting.app;
    const { actions, app, params } = setting;
    await reachContract.sent(setting);
    const { version = 0 } = (await findContract(app.db, params.id)) ?? {};
    const accepted = await during(app.db, put({ version: version + 1 }), () => actions.accept({ version }));
    expect([accepted.status, accepted.body.code]).toEqual([409, 'contract_changed']);
    expect(await app.db.selectFrom('contract_acceptances').select('id').execute()).toEqual([]);
    await transaction(app.db, put({ version }));

    const { revision } = (await actions.draft()).draft;
    const draft = { revision, total: 1, source: 'link', link: 'https://studio.example/other' };
    const saved = await during(app.db, put({ draft_revision: revision + 1 }), () => actions.save(draft));
    expect([saved.status, saved.body.code]).toEqual([409, 'conflict']);
    const late = await during(app.db, put({ status: 'accepted' }), () =>
      actions.save({ ...draft, revision: revision + 1 }),
    );
    expect([late.status, late.body.code]).toEqual([409, 'contract_accepted']);
    expect(await findContract(app.db, params.id)).toMatchObject({ draft_total: 9_400 });
  });

  // Row locks come first: these conditions hold where a lock is forgotten.
  it('a contract is never overwritten when it differs from what was read', async () => {
    const setting = await setUpContract(engine);
    await using _ = setting.app;
    const { app, params } = setting;
    await reachContract.sent(setting);
    const seen = await findContract(app.db, params.id);
    if (!seen) throw new Error('No contract');
    const step = (action: ContractAction, read: ContractRow) => (trx: Trx) => moveContract(trx, read, action);
    const draft = (trx: Trx) => updateDraft(trx, seen, { changed_at: seen.changed_at, draft_total: 1 });
    const { version, draft_revision } = seen;
    const cases: [string, Change, (trx: Trx) => Promise<boolean>, boolean][] = [
      ['a newer version was sent', { version: version + 1 }, step('accept', seen), false],
      ['a change was asked for', { status: 'change_requested' }, step('accept', seen), false],
      ['it was accepted', { status: 'accepted' }, step('request_change', seen), false],
      ['another draft was saved', { draft_revision: draft_revision + 1 }, draft, false],
      ['what is accepted is no draft', { status: 'accepted' }, draft, false],
      ['it waits, and is as it was read', { draft_link: 'https://studio.example/else' }, draft, true],
      ['it waits, and is as it was sent', { draft_link: seen.draft_link }, step('accept', seen), true],
    ];
    for (const [what, change, write, isWritten] of cases) {
      const result = await during(app.db, put(change), () => transaction(app.db, write));
      expect(result, what).toBe(isWritten);
      if (!isWritten) expect(await findContract(app.db, params.id)).toEqual({ ...seen, ...change });
      await transaction(app.db, put(seen));
    }
    // Unchanged since it was read, but in a state without this step.
    await transaction(app.db, put({ status: 'accepted' }));
    const again = await transaction(app.db, step('send', { ...seen, status: 'accepted' }));
    expect(again).toBe(false);
  });
});
