import { PassThrough, type Readable } from 'node:stream';
import { api } from '@atelier/domain/api.ts';
import { lineAmount, taxOfLines } from '@atelier/domain/invoices/amounts.ts';
import { CURRENCY } from '@atelier/domain/money/rules.ts';
import type { Money } from '@atelier/domain/money/schema.ts';
import { MONEY_CLIENTS, MONEY_MONTHS } from '@atelier/domain/money/schema.ts';
import type { FastifyInstance } from 'fastify';
import yazl from 'yazl';
import { bindAdminEndpoint } from '../core/access/guard.ts';
import { type SpreadsheetColumn, spreadsheet } from '../core/lists/list.presenter.ts';
import {
  averageDaysToPay,
  listInvoicesOfYear,
  listInvoiceYears,
  sumByClient,
  sumDrafts,
  sumOpenByMonth,
  sumOverdue,
  sumPlannedByMonth,
} from '../features/invoices/invoice-figures.repository.ts';
import { invoiceBilling, invoiceLines, invoiceTaxes } from '../features/invoices/invoice-rows.ts';
import type { InvoiceRow } from '../features/invoices/invoices.table.ts';
import { sumPaidByMonth } from '../features/payments/payment-figures.repository.ts';
import { isoNow } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { readInPages } from '../platform/db/read-in-pages.ts';
import { Download } from '../platform/http/bind.ts';
import type { Platform } from '../platform/platform.ts';

/** The owner's figures, and what the bookkeeper gets. */
export function addMoneyRoutes(
  app: FastifyInstance,
  { db, clock, storage }: Pick<Platform, 'db' | 'clock' | 'storage'>,
): void {
  bindAdminEndpoint(app, api.getMoney, () => readMoney(db, isoNow(clock).slice(0, 10)));

  bindAdminEndpoint(app, api.exportInvoiceLines, async ({ query }) =>
    spreadsheet(`invoices-${query.year}`, readLines(db, query.year), lineColumns, query.separator),
  );

  bindAdminEndpoint(app, api.exportInvoiceDocuments, async ({ query }) => {
    const body = await zipDocuments({ db, storage }, query.year);
    return new Download({ fileName: `invoices-${query.year}.zip`, type: 'application/zip', body });
  });
}

/** Months such as 2030-01, from one that is so many months from the day's. */
function monthsFrom(today: string, first: number, count: number): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - 1 + first + index, 1)).toISOString().slice(0, 7),
  );
}

async function readMoney(db: Db, today: string): Promise<Money> {
  const past = monthsFrom(today, 1 - MONEY_MONTHS, MONEY_MONTHS);
  const coming = monthsFrom(today, 0, MONEY_MONTHS);
  const since = `${past[0]}-01`;
  const [open, overdue, drafts, planned, paid, days, clients, years] = await Promise.all([
    sumOpenByMonth(db),
    sumOverdue(db, today),
    sumDrafts(db),
    sumPlannedByMonth(db),
    sumPaidByMonth(db, since),
    averageDaysToPay(db, since),
    sumByClient(db, since, MONEY_CLIENTS),
    listInvoiceYears(db),
  ]);
  const [now = ''] = coming;
  const last = coming.at(-1) ?? '';
  // What should have come before is expected now.
  const sumIn = (rows: readonly { month: string | null; amount: number }[], month: string) =>
    rows
      .filter((row) => row.month !== null && (row.month === month || (month === now && row.month < now)))
      .reduce((sum, { amount }) => sum + amount, 0);
  const paidIn = new Map(paid.map((row) => [row.month, row]));
  return {
    outstanding: {
      amount: open.reduce((sum, { amount }) => sum + amount, 0),
      count: open.reduce((sum, { count }) => sum + count, 0),
    },
    overdue,
    drafts,
    expected: coming.map((month) => ({
      month,
      invoiced: sumIn(open, month),
      planned: sumIn(planned, month),
    })),
    undated: planned
      .filter(({ month }) => month === null || month > last)
      .reduce((sum, { amount }) => sum + amount, 0),
    paid: past.map((month) => ({
      month,
      amount: paidIn.get(month)?.amount ?? 0,
      fees: paidIn.get(month)?.fees ?? 0,
    })),
    daysToPay: { average: days.count > 0 ? days.days / days.count : null, count: days.count },
    clients: clients.map(({ project_id: projectId, ...sums }) => ({ ...sums, projectId })),
    years,
  };
}

const readYear = (db: Db, year: number) =>
  readInPages<InvoiceRow>((after, limit) => listInvoicesOfYear(db, year, { after, limit }));

/** A line of an invoice as the bookkeeper gets it. */
interface BookedLine {
  invoice: InvoiceRow;
  client: string;
  taxId: string;
  title: string;
  /** Integer cents; negative on a credit note. */
  net: number;
  tax: number;
  taxName: string;
  taxRate: number;
}

/** What counts of an invoice: a credit note takes off, and of a void one nothing is owed. */
const signOf = ({ kind, status }: InvoiceRow) => (status === 'void' ? 0 : kind === 'credit_note' ? -1 : 1);

async function* readLines(db: Db, year: number): AsyncGenerator<BookedLine> {
  for await (const invoice of readYear(db, year)) {
    const lines = invoiceLines(invoice);
    const taxes = taxOfLines(lines, invoiceTaxes(invoice));
    const { name: client, taxId } = invoiceBilling(invoice);
    const sign = signOf(invoice);
    for (const [index, line] of lines.entries()) {
      const { title, taxName, taxRate } = line;
      yield {
        invoice,
        client,
        taxId,
        title,
        net: sign * lineAmount(line) || 0,
        tax: sign * (taxes[index] ?? 0) || 0,
        taxName,
        taxRate,
      };
    }
  }
}

/** A number and not a text: a spreadsheet sums only those, and a text that begins with a minus is escaped. */
const inDollars = (cents: number) => cents / 100;

const lineColumns: readonly SpreadsheetColumn<BookedLine>[] = [
  ['Number', ({ invoice }) => invoice.number],
  ['Kind', ({ invoice }) => (invoice.kind === 'invoice' ? 'Invoice' : 'Credit note')],
  ['Status', ({ invoice }) => invoice.status],
  ['Date', ({ invoice }) => invoice.issued_on],
  ['Due', ({ invoice }) => invoice.due_on],
  ['Paid', ({ invoice }) => invoice.paid_on],
  ['Client', ({ client }) => client],
  ['Tax ID', ({ taxId }) => taxId],
  ['Project', ({ invoice }) => invoice.project_title],
  ['Line', ({ title }) => title],
  [`Net (${CURRENCY})`, ({ net }) => inDollars(net)],
  ['Tax', ({ taxName }) => taxName],
  ['Tax rate (%)', ({ taxRate }) => taxRate / 100],
  [`Tax (${CURRENCY})`, ({ tax }) => inDollars(tax)],
  [`Gross (${CURRENCY})`, ({ net, tax }) => inDollars(net + tax)],
];

/** The PDFs of a year, read one after the other while the file is sent. */
async function zipDocuments(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  year: number,
): Promise<Readable> {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  const fill = async () => {
    for await (const { number, kind, document_key: key } of readYear(db, year)) {
      if (key === null) continue;
      const name = `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}.pdf`;
      const content = await storage.openRead(key);
      // A browser that left wants no more of them.
      if (output.destroyed) return void content.destroy();
      const leave = () => content.destroy();
      output.once('close', leave);
      // PDFs are compressed inside.
      await new Promise<void>((resolve, reject) => {
        content.once('close', resolve).once('error', reject);
        zip.addReadStream(content, name, { compress: false });
      });
      output.off('close', leave);
    }
    zip.end();
  };
  fill().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  return output;
}
