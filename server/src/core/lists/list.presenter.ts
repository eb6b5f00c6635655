import { pipeline, Readable } from 'node:stream';
import type { CsvSeparator } from '@atelier/domain/endpoint.ts';
import { type PageQuery, pageCount } from '@atelier/domain/paging.ts';
import { stringify } from 'csv-stringify';
import { Download } from '../../platform/http/bind.ts';

/** A page of a list as the wire has it. */
export function presentPage<Item>(items: Item[], total: number, { page, limit }: PageQuery) {
  return { items, total, page, pages: pageCount(total, limit) };
}

const DELIMITERS: Record<CsvSeparator, string> = { comma: ',', semicolon: ';' };

/** A column of a spreadsheet: its heading and what stands in it. */
export type SpreadsheetColumn<Row> = readonly [heading: string, value: (row: Row) => string | number | null];

/**
 * Rows as a CSV file that is written while it is sent. It begins with a byte order mark, so that a spreadsheet
 * reads the letters of every script, and what would be a formula there is text.
 * @param name of the file, without its ending
 * @param separator what parts the columns; nothing in the file names it, since only some programs would read that
 */
export function spreadsheet<Row>(
  name: string,
  rows: AsyncIterable<Row>,
  columns: readonly SpreadsheetColumn<Row>[],
  separator: CsvSeparator,
): Download {
  const writer = stringify({
    bom: true,
    delimiter: DELIMITERS[separator],
    header: true,
    columns: columns.map(([heading]) => heading),
    record_delimiter: 'windows',
    escape_formulas: true,
    // A line's end that is not the file's own would begin a row all the same; spreadsheets part cells at other marks than ours.
    quoted_match: /[\r\n\t;,]/,
  });
  // A failed read destroys the writer, and with it the connection; a reader who is gone ends the reading.
  const body = pipeline(Readable.from(toCells(rows, columns)), writer, () => {});
  return new Download({ fileName: `${name}.csv`, type: 'text/csv; charset=utf-8', body });
}

async function* toCells<Row>(rows: AsyncIterable<Row>, columns: readonly SpreadsheetColumn<Row>[]) {
  for await (const row of rows) yield columns.map(([, value]) => value(row) ?? '');
}
