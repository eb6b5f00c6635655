import { pipeline, Readable } from 'node:stream';
import type { CsvSeparator } from '@atelier/domain/endpoint.ts';
import type { PageQuery } from '@atelier/domain/paging.ts';
import { pageCount } from '@atelier/domain/paging-rules.ts';
import { stringify } from 'csv-stringify';
import { Download } from '../../platform/http/bind.ts';

/** A page of a list as the wire has it. */
export function presentPage<Item>(items: Item[], total: number, { page, limit }: PageQuery) {
  return { items, total, page, pages: pageCount(total, limit) };
}

/** The total of a list by the page that was read, if it is the last: most lists are one page, and need no count. */
export function totalOfLastPage(items: readonly unknown[], { page, limit }: PageQuery): number | undefined {
  const isLast = items.length < limit && (items.length > 0 || page === 1);
  return isLast ? (page - 1) * limit + items.length : undefined;
}

const DELIMITERS: Record<CsvSeparator, string> = { comma: ',', semicolon: ';' };

/** A column of a spreadsheet: its heading and its values. */
export type SpreadsheetColumn<Row> = readonly [heading: string, value: (row: Row) => string | number | null];

/**
 * Rows as a CSV file that is streamed. It begins with a byte order mark, so that a spreadsheet
 * reads every script correctly, and text that looks like a formula is escaped.
 * @param name of the file, without its ending
 * @param separator between columns; the file doesn't declare it, since only some programs read a declaration
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
    // Any line break would begin a row, and spreadsheets also split cells at separators other than ours.
    quoted_match: /[\r\n\t;,]/,
  });
  // A failed read destroys the writer and with it the connection; a closed connection ends the reading.
  const body = pipeline(Readable.from(toCells(rows, columns)), writer, () => {});
  return new Download({ fileName: `${name}.csv`, type: 'text/csv; charset=utf-8', body });
}

async function* toCells<Row>(rows: AsyncIterable<Row>, columns: readonly SpreadsheetColumn<Row>[]) {
  for await (const row of rows) yield columns.map(([, value]) => value(row) ?? '');
}
