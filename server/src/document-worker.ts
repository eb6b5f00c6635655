import { renderDocument } from './core/documents/document-writer.ts';
import type { ComposedDocument } from './core/documents/sheet.ts';
import { changeOrderDocument } from './features/change-orders/document/change-order-document.ts';
import { acceptanceRecord } from './features/contracts/document/acceptance-record.ts';
import { contractDocument } from './features/contracts/document/contract-document.ts';
import { invoiceDocument } from './features/invoices/document/invoice-document.ts';
import { answerOrder } from './thread-answer.ts';

const COMPOSED = {
  contract: contractDocument,
  acceptance: acceptanceRecord,
  changeOrder: changeOrderDocument,
  invoice: invoiceDocument,
} as const;

export type DocumentKind = keyof typeof COMPOSED;
export type DocumentContent<Kind extends DocumentKind> = Parameters<(typeof COMPOSED)[Kind]>[0];

/** What the thread is given to make. */
export interface DocumentOrder<Kind extends DocumentKind = DocumentKind> {
  kind: Kind;
  content: DocumentContent<Kind>;
}

/* The thread that `document-thread.ts` starts. */
void answerOrder(({ kind, content }: DocumentOrder) =>
  renderDocument((COMPOSED[kind] as (content: unknown) => ComposedDocument)(content)),
);
