import { sql } from 'kysely';
import { describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from '../../../test/harness/database.ts';
import { chosenEngines } from '../../../test/harness/engines.ts';
import { runOnServer } from '../../../test/harness/postgres-server.ts';
import { DatabaseUnavailableError, storageFault } from './errors.ts';
import { openDatabase } from './open.ts';
import { transaction } from './transaction.ts';

describe.runIf(chosenEngines(process.env.ENGINES).includes('postgres'))('PostgreSQL', () => {
  it('syncs each commit to disk and ends statements that take too long', async () => {
    await using database = await createTestDatabase('postgres');
    const { rows } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
      where name in ('synchronous_commit', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
      order by name`.execute(database.db);
    expect(rows.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
      'idle_in_transaction_session_timeout 30000',
      'lock_timeout 10000',
      'statement_timeout 15000',
      'synchronous_commit on',
    ]);
  });

  it.each([
    ['53100', 'insufficient_storage'],
    ['53300', 'unavailable'],
    ['57P03', 'unavailable'],
    ['40P01', 'unavailable'],
    ['55P03', 'unavailable'],
    ['58030', 'unavailable'],
    ['XX001', 'unavailable'],
    ['XX000', undefined],
    ['42601', undefined],
  ])('maps the error code %s to %s', async (code, told) => {
    await using database = await createTestDatabase('postgres');
    const raise = sql.raw(`do $$ begin raise exception 'x' using errcode = '${code}'; end $$`);
    const error = await sql`${raise}`.execute(database.db).catch((caught: unknown) => caught);
    expect(storageFault(error)?.code).toBe(told);
  });

  it('answers 503 when the server is unreachable', async () => {
    const database = openDatabase({ engine: 'postgres', url: 'postgres://nobody@127.0.0.1:1/nothing' });
    const error = await database.ping().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(DatabaseUnavailableError);
    expect(storageFault(error)?.code).toBe('unavailable');
    await database.close();
  });

  it('answers 503 for a cut connection and continues on another', async () => {
    await using database = await createTestDatabase('postgres');
    const cut = transaction(database.db, async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await runOnServer(inject('postgres')?.adminUrl ?? '', `select pg_terminate_backend(${rows[0]?.pid})`);
      await sql`select 1`.execute(trx);
    });
    expect(storageFault(await cut.catch((caught: unknown) => caught))?.code).toBe('unavailable');
    await database.ping();
  });
});
