import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '@atelier/domain/errors.ts';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { type CopiedRow, type TableShape, writeRows } from '../../platform/db/copy-rows.ts';
import { tablePart } from './database-part.ts';
import { fillPostgres, openFreePostgres } from './fill-postgres.ts';
import type { Restoring } from './restoring.ts';

/**
 * Makes the tables and fills them, in one transaction.
 * @returns how many rows it wrote
 * @throws conflict where the product runs on the database, or where it has rows that may not make room
 */
export async function restorePostgres(
  { backup, manifest, known, isOver }: Restoring,
  config: Config,
): Promise<number> {
  const migrations = known.filter(({ name }) => manifest.migrations.includes(name));
  const database = await openFreePostgres(config.database, { isOver, known });
  try {
    return await fillPostgres(database, migrations, async (trx, tables) => {
      let total = 0;
      assertSameTables(tables, Object.keys(manifest.tables));
      for (const table of tables) {
        const { count } = await writeRows(trx, table, readPart(join(backup, tablePart(table.name)), table));
        if (count !== manifest.tables[table.name]) {
          throw new AppError(
            'validation_failed',
            `The backup has ${count} rows of ${table.name}, which is not all.`,
          );
        }
        total += count;
      }
      return total;
    });
  } finally {
    await database.close();
  }
}

function assertSameTables(tables: readonly TableShape[], backedUp: readonly string[]): void {
  const names = tables.map(({ name }) => name);
  const differing = [
    ...names.filter((name) => !backedUp.includes(name)),
    ...backedUp.filter((name) => !names.includes(name)),
  ];
  if (differing.length > 0)
    throw new AppError('conflict', `The backup has other tables: ${differing.join(', ')}`);
}

const rowSchema = z.array(z.union([z.string(), z.number(), z.null()]));

async function* readPart(file: string, { name, columns }: TableShape): AsyncGenerator<CopiedRow> {
  const text = pipeline(createReadStream(file), createGunzip(), () => {});
  let order: number[] | undefined;
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
    const row = rowSchema.parse(JSON.parse(line));
    if (!order) {
      order = columns.map((column) => row.indexOf(column.name));
      if (order.includes(-1) || row.length !== columns.length) {
        throw new AppError('conflict', `The backup has other columns of ${name}: ${row.join(', ')}`);
      }
      continue;
    }
    yield order.map((place) => row[place] ?? null);
  }
}
