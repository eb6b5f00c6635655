import { sql } from 'kysely';
import {
  type CopiedRow,
  listTables,
  type TableShape,
  writeRows,
} from '../../../src/platform/db/copy-rows.ts';
import type { Database, Db, Engine, Trx } from '../../../src/platform/db/database.ts';
import { transaction } from '../../../src/platform/db/transaction.ts';
import { seedRows } from '../../samples/all-samples.ts';

/** Fills every table of a migrated, empty database: the same rows each time. */
export async function seed(db: Db, engine: Engine): Promise<void> {
  await transaction(db, async (trx) => {
    for (const shape of await listTables(trx)) {
      const [count, row] = seedRows[shape.name as keyof Database];
      const rows = Array.from({ length: count }, (_, i): CopiedRow => {
        const values: Record<string, string | number | null> = row(i + 1);
        return shape.columns.map(({ name }) => values[name] ?? null);
      });
      if (engine === 'postgres') await writeRows(trx, shape, eachOf(rows));
      else await writeSqliteRows(trx, shape, rows);
    }
  });
}

async function* eachOf(rows: readonly CopiedRow[]): AsyncGenerator<CopiedRow> {
  yield* rows;
}

async function writeSqliteRows(trx: Trx, { name, columns }: TableShape, rows: readonly CopiedRow[]) {
  const names = sql.join(columns.map((column) => sql.id(column.name)));
  const values = sql.join(columns.map((_, i) => sql`value ->> ${sql.lit(i)}`));
  await sql`insert into ${sql.id(name)} (${names}) select ${values} from json_each(${JSON.stringify(rows)})`.execute(
    trx,
  );
}

/** Collects statistics, so that both engines plan as for a database in use. */
export async function analyze(db: Db, engine: Engine): Promise<void> {
  // Vacuumed too: whether a page has old rows changes what PostgreSQL expects of an index.
  await (engine === 'postgres' ? sql`vacuum (analyze, freeze)` : sql`analyze`).execute(db);
}
