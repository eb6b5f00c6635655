import { csvReply, endpoint, zipReply } from '../endpoint.ts';
import { moneyDocumentsQuerySchema, moneyExportQuerySchema, moneySchema } from './schema.ts';

/** The owner's figures, and what the bookkeeper gets. */
export const moneyEndpoints = {
  getMoney: endpoint({
    method: 'GET',
    path: '/admin/money',
    access: 'admin',
    summary: 'What is outstanding, overdue, expected and paid, by month and by client.',
    reply: moneySchema,
  }),
  exportInvoiceLines: endpoint({
    method: 'GET',
    path: '/admin/money/lines',
    access: 'admin',
    summary: 'A year’s invoices and credit notes as CSV, a row for each line with its tax.',
    query: moneyExportQuerySchema,
    reply: csvReply,
    limit: { max: 30, seconds: 600, per: 'account' },
    audit: { says: 'exported the invoices of {year}', keeps: ['year'] },
  }),
  exportInvoiceDocuments: endpoint({
    method: 'GET',
    path: '/admin/money/documents',
    access: 'admin',
    summary: 'A year’s invoices and credit notes as they were sent: their PDFs in one ZIP.',
    query: moneyDocumentsQuerySchema,
    reply: zipReply,
    limit: { max: 10, seconds: 600, per: 'account' },
    audit: { says: 'exported the documents of {year}', keeps: ['year'] },
  }),
};
