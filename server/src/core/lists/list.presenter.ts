import { pipeline, Readable } from 'node:stream';
import type { CsvSeparator } from '@atelier/domain/endpoint.ts';
import type { PageQuery } from '@atelier/domain/paging.ts';
import { pageCount } from '@atelier/domain/paging-rules.ts';
import { type CastReturnObject, stringify } from 'csv-stringify';
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

/** A telephone number, which spreadsheets would compute or take for a figure. */
interface Phone {
  phone: string | null;
}

/** A column of a spreadsheet: its heading and its values. */
export type SpreadsheetColumn<Row> = readonly [
  heading: string,
  value: (row: Row) => string | number | Phone | null,
];

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
    cast: {
      // Semicolons are for where 1.5 is written 1,5.
      number: (figure: number) =>
        separator === 'semicolon' ? String(figure).replace('.', ',') : String(figure),
      object: readPhone,
    },
    // Any line break would begin a row, and spreadsheets also split cells at separators other than ours.
    quoted_match: /[\r\n\t;,]/,
  });
  // A failed read destroys the writer and with it the connection; a closed connection ends the reading.
  const body = pipeline(Readable.from(toCells(rows, columns)), writer, () => {});
  return new Download({ fileName: `${name}.csv`, type: 'text/csv; charset=utf-8', body });
}

/** As the library reads it, though its types lack `escape_formulas`. */
function readPhone(cell: Record<string, unknown>): string | CastReturnObject {
  const { phone } = cell as unknown as Phone;
  const value = digitGroupsOf(phone ?? '');
  if (value === undefined) return phone ?? '';
  return { value, escape_formulas: false } as CastReturnObject;
}

const PHONE = /^(?=.{7,24}$)\+?[\d ()./-]+$/;

/**
 * A plain telephone number as `+` and groups of digits with spaces, which no spreadsheet takes for a figure or a formula:
 * hyphens would be computed, and an unbroken number loses its `+` and its zeros. Undefined for anything else.
 */
export function digitGroupsOf(phone: string): string | undefined {
  if (!PHONE.test(phone)) return undefined;
  const groups = phone.match(/\d+/g) ?? [];
  const text = groups.length === 1 ? groups[0]?.replace(/\d{3}(?=\d{2})/g, '$& ') : groups.join(' ');
  if (!text?.includes(' ')) return undefined;
  return (phone.startsWith('+') ? '+' : '') + text;
}

async function* toCells<Row>(rows: AsyncIterable<Row>, columns: readonly SpreadsheetColumn<Row>[]) {
  for await (const row of rows) yield columns.map(([, value]) => value(row) ?? '');
}
