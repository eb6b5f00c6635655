import { billing } from '@atelier/content/billing.ts';
import { dateInWords } from '@atelier/content/brief-summary.ts';
import { mailColors, studio } from '@atelier/content/studio.ts';
import { type InvoiceLine, lineAmount, type TaxAmount } from '@atelier/domain/invoices/amounts.ts';
import type { InvoiceKind } from '@atelier/domain/invoices/rules.ts';
import type { BillingDetails } from '@atelier/domain/invoices/schema.ts';
import { CURRENCY, formatCents } from '@atelier/domain/money/rules.ts';
import { truncate } from '@atelier/domain/text.ts';
import { DocumentWriter, SOFT_INK, TEXT_WIDTH } from '../../../core/documents/document-writer.ts';

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

/** An invoice as a PDF in the studio's look. The same content gives the same bytes. */
export async function renderInvoice(content: InvoiceContent): Promise<Buffer> {
  const { kind, number, issuedOn, title } = content;
  const name = kind === 'invoice' ? 'Invoice' : 'Credit note';
  const pdf = new DocumentWriter({
    title: `${name} ${number}`,
    author: studio.name,
    date: `${issuedOn}T00:00:00.000Z`,
    accent: mailColors.light.accent,
    foot: `${billing.legalName} · ${name} ${number}`,
  });
  pdf.letterhead(studio.name, studio.tagline);
  pdf.text(`${name} ${number}`, { hand: 'display', size: 26 });
  pdf.text(truncate(`${title} · ${content.projectTitle}`, 160), { size: 11, color: SOFT_INK });
  pdf.space(18);
  setParties(pdf, content.billing);
  pdf.space(14);
  setFacts(pdf, content);
  setLines(pdf, content);
  if (content.note !== '') {
    pdf.space(10);
    for (const paragraph of content.note.split(/\n+/)) pdf.paragraph(paragraph);
  }
  if (kind === 'invoice') setPayment(pdf, number);
  pdf.space(10);
  pdf.paragraph(billing.closing);
  return pdf.finish();
}

function setParties(pdf: DocumentWriter, client: BillingDetails): void {
  const top = pdf.y;
  const set = (x: number, label: string, lines: readonly string[]) => {
    pdf.moveTo(top);
    const style = { x, width: COLUMN - 16 };
    pdf.text(label, { ...style, size: 9, color: SOFT_INK });
    const [name = '', ...others] = lines.filter((line) => line !== '');
    pdf.text(name, { ...style, hand: 'strong', size: 11 });
    for (const line of others) pdf.text(line, style);
    return pdf.y;
  };
  const registrations = billing.registrations.map(({ name, value }) => `${name}: ${value}`);
  const taxId = client.taxId === '' ? '' : `Tax ID: ${client.taxId}`;
  const from = set(64, 'From', [billing.legalName, ...billing.address, studio.email, ...registrations]);
  const to = set(64 + COLUMN, 'To', [client.name, ...client.address.split('\n'), taxId]);
  pdf.moveTo(Math.max(from, to));
}

function setFacts(pdf: DocumentWriter, { credits, issuedOn, dueOn, reason, kind }: InvoiceContent): void {
  pdf.facts([
    ['Date', dateInWords(issuedOn)],
    ...(kind === 'invoice' && dueOn ? [['Due', dateInWords(dueOn)] as const] : []),
    ...(credits ? [['For invoice', credits] as const] : []),
    ...(reason === '' ? [] : [['Reason', reason] as const]),
  ]);
}

function setLines(pdf: DocumentWriter, { lines, taxes, net, total, kind }: InvoiceContent): void {
  pdf.heading(kind === 'invoice' ? 'What it’s for' : 'What’s credited');
  for (const line of lines) {
    pdf.entry(line.title, formatCents(lineAmount(line)), 'strong');
    const counted =
      line.quantity === 100 ? '' : `${formatQuantity(line.quantity)} × ${formatCents(line.unitPrice)}`;
    const detail = [counted, line.detail].filter((text) => text !== '').join('\n');
    if (detail !== '') pdf.text(detail, { size: 9, color: SOFT_INK, width: TEXT_WIDTH - 140 });
    pdf.space(4);
  }
  pdf.space(2);
  pdf.rule();
  pdf.space(6);
  pdf.keepTogether(40 + taxes.length * 18);
  const isTaxed = taxes.some(({ rate }) => rate > 0);
  if (isTaxed) pdf.entry('Without tax', formatCents(net));
  for (const { name, rate, tax, net: taxed } of taxes) {
    // Where nothing is taxed, one line says why.
    if (rate === 0 && isTaxed) pdf.entry(`${name} on ${formatCents(taxed)}`, formatCents(tax));
    else if (rate > 0) pdf.entry(`${name}, ${formatRate(rate)} of ${formatCents(taxed)}`, formatCents(tax));
  }
  pdf.entry(
    `${kind === 'invoice' ? 'Total' : 'Total credited'} in ${CURRENCY}`,
    formatCents(total),
    'strong',
  );
}

function setPayment(pdf: DocumentWriter, number: string): void {
  pdf.heading('How to pay');
  pdf.keepTogether(90);
  pdf.facts([...billing.transfer.map(({ name, value }) => [name, value] as const), ['Reference', number]]);
}

const formatQuantity = (hundredths: number) => String(hundredths / 100);
const formatRate = (rate: number) => `${rate / 100}%`;
