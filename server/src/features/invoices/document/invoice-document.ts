import { billing } from '@atelier/content/billing.ts';
import { dateInWords } from '@atelier/content/brief-summary.ts';
import { mailColors, studio } from '@atelier/content/studio.ts';
import { type InvoiceLine, lineAmount, type TaxAmount } from '@atelier/domain/invoices/amounts.ts';
import type { InvoiceKind } from '@atelier/domain/invoices/rules.ts';
import type { BillingDetails } from '@atelier/domain/invoices/schema.ts';
import { CURRENCY, formatCents } from '@atelier/domain/money/rules.ts';
import { truncate } from '@atelier/domain/text.ts';
import { type ComposedDocument, type Sheet, SOFT_INK, TEXT_WIDTH } from '../../../core/documents/sheet.ts';

/** The contents of an invoice or a credit note. Amounts are cents, dates days such as 2030-01-31. */
export interface InvoiceContent {
  kind: InvoiceKind;
  number: string;
  /** For a credit note: the number of the invoice. */
  credits: string | null;
  title: string;
  projectTitle: string;
  note: string;
  /** Why it is credited. */
  reason: string;
  lines: readonly InvoiceLine[];
  taxes: readonly TaxAmount[];
  net: number;
  total: number;
  billing: BillingDetails;
  issuedOn: string;
  dueOn: string | null;
}

const COLUMN = TEXT_WIDTH / 2;

/** An invoice or a credit note as a document, in the studio's look. */
export function invoiceDocument(content: InvoiceContent): ComposedDocument {
  const { issuedOn } = content;
  const name = nameOf(content);
  return {
    facts: {
      title: name,
      author: studio.name,
      date: `${issuedOn}T00:00:00.000Z`,
      accent: mailColors.light.accent,
      foot: `${billing.legalName} · ${name}`,
    },
    compose: (sheet) => setInvoice(sheet, content),
  };
}

const nameOf = ({ kind, number }: InvoiceContent) =>
  `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}`;

function setInvoice(sheet: Sheet, content: InvoiceContent): void {
  const { kind, number, title } = content;
  sheet.letterhead(studio.name, studio.tagline);
  sheet.text(nameOf(content), { hand: 'display', size: 26 });
  sheet.text(truncate(`${title} · ${content.projectTitle}`, 160), { size: 11, color: SOFT_INK });
  sheet.space(18);
  setParties(sheet, content.billing);
  sheet.space(14);
  setFacts(sheet, content);
  setLines(sheet, content);
  if (content.note !== '') {
    sheet.space(10);
    for (const paragraph of content.note.split(/\n+/)) sheet.paragraph(paragraph);
  }
  if (kind === 'invoice') setPayment(sheet, number);
  sheet.space(10);
  sheet.paragraph(billing.closing);
}

function setParties(sheet: Sheet, client: BillingDetails): void {
  const top = sheet.y;
  const set = (x: number, label: string, lines: readonly string[]) => {
    sheet.moveTo(top);
    const style = { x, width: COLUMN - 16 };
    sheet.text(label, { ...style, size: 9, color: SOFT_INK });
    const [name = '', ...others] = lines.filter((line) => line !== '');
    sheet.text(name, { ...style, hand: 'strong', size: 11 });
    for (const line of others) sheet.text(line, style);
    return sheet.y;
  };
  const registrations = billing.registrations.map(({ name, value }) => `${name}: ${value}`);
  const taxId = client.taxId === '' ? '' : `Tax ID: ${client.taxId}`;
  const from = set(64, 'From', [billing.legalName, ...billing.address, studio.email, ...registrations]);
  const to = set(64 + COLUMN, 'To', [client.name, ...client.address.split('\n'), taxId]);
  sheet.moveTo(Math.max(from, to));
}

function setFacts(sheet: Sheet, { credits, issuedOn, dueOn, reason, kind }: InvoiceContent): void {
  sheet.facts([
    ['Date', dateInWords(issuedOn)],
    ...(kind === 'invoice' && dueOn ? [['Due', dateInWords(dueOn)] as const] : []),
    ...(credits ? [['For invoice', credits] as const] : []),
    ...(reason === '' ? [] : [['Reason', reason] as const]),
  ]);
}

function setLines(sheet: Sheet, { lines, taxes, net, total, kind }: InvoiceContent): void {
  sheet.heading(kind === 'invoice' ? 'What it’s for' : 'What’s credited');
  for (const line of lines) {
    sheet.entry(line.title, formatCents(lineAmount(line)), 'strong');
    const counted =
      line.quantity === 100 ? '' : `${formatQuantity(line.quantity)} × ${formatCents(line.unitPrice)}`;
    const detail = [counted, line.detail].filter((text) => text !== '').join('\n');
    if (detail !== '') sheet.text(detail, { size: 9, color: SOFT_INK, width: TEXT_WIDTH - 140 });
    sheet.space(4);
  }
  sheet.space(2);
  sheet.rule();
  sheet.space(6);
  sheet.keepTogether(40 + taxes.length * 18);
  const isTaxed = taxes.some(({ rate }) => rate > 0);
  if (isTaxed) sheet.entry('Without tax', formatCents(net));
  for (const { name, rate, tax, net: taxed } of taxes) {
    // Where nothing is taxed, one line says why.
    if (rate === 0 && isTaxed) sheet.entry(`${name} on ${formatCents(taxed)}`, formatCents(tax));
    else if (rate > 0) sheet.entry(`${name}, ${formatRate(rate)} of ${formatCents(taxed)}`, formatCents(tax));
  }
  sheet.entry(
    `${kind === 'invoice' ? 'Total' : 'Total credited'} in ${CURRENCY}`,
    formatCents(total),
    'strong',
  );
}

function setPayment(sheet: Sheet, number: string): void {
  sheet.heading('How to pay');
  sheet.keepTogether(90);
  sheet.facts([...billing.transfer.map(({ name, value }) => [name, value] as const), ['Reference', number]]);
}

const formatQuantity = (hundredths: number) => String(hundredths / 100);
const formatRate = (rate: number) => `${rate / 100}%`;
