import { createInterface } from 'node:readline';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '@atelier/domain/errors.ts';
import { z } from 'zod';
import type { CopiedRow, TableShape } from '../../../platform/db/copy-rows.ts';
import { type BackupSource, readPart } from './backup-source.ts';
import { tablePart } from './data-parts.ts';

const rowSchema = z.array(z.union([z.string(), z.number(), z.null()]));

/** The rows of a table in a backup of PostgreSQL, in the order of the columns of `table`. @throws conflict for other columns */
export async function* readTablePart(
  backup: BackupSource,
  { name, columns }: TableShape,
): AsyncGenerator<CopiedRow> {
  let order: number[] | undefined;
  for await (const row of readLines(backup, name)) {
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

/** How many rows of a table there are, each of which can be read. */
export async function countRows(backup: BackupSource, name: string): Promise<number> {
  let lines = 0;
  for await (const _ of readLines(backup, name)) lines += 1;
  return lines - 1;
}

/** The names of the columns, then each row. */
async function* readLines(backup: BackupSource, name: string): AsyncGenerator<CopiedRow> {
  const packed = Readable.from(readPart(backup, tablePart(name)));
  const text = pipeline(packed, createGunzip(), () => {});
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
    yield rowSchema.parse(JSON.parse(line));
  }
}
