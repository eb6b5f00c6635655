import { mailColors, studio } from '@atelier/content/studio.ts';
import { type ChangeOrderTerms, changeOrderTotal } from '@atelier/domain/change-orders/rules.ts';
import { planAmounts } from '@atelier/domain/contracts/terms.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import { truncate } from '@atelier/domain/text.ts';
import { DocumentWriter, longDate, SOFT_INK } from '../../../core/documents/document-writer.ts';

/** The contents of a change order. */
export interface ChangeOrderContent {
  number: number;
  title: string;
  reason: string;
  projectTitle: string;
  /** ISO: the day of sending. */
  date: string;
  terms: ChangeOrderTerms;
  /** The accepted contract: its version, and the total with the change orders before; null while that is open. */
  contract: { version: number; total: number | null };
}

/** A change order as a PDF: an addendum to the accepted contract. The same content gives the same bytes. */
export async function renderChangeOrder(content: ChangeOrderContent): Promise<Buffer> {
  const { number, title, date, projectTitle, terms, contract } = content;
  const pdf = new DocumentWriter({
    title: `Change order ${number}: ${title}`,
    author: studio.name,
    date,
    accent: mailColors.light.accent,
    foot: `${studio.name} · Change order ${number} for ${truncate(projectTitle, 60)}`,
  });
  pdf.letterhead(studio.name, studio.tagline);
  pdf.text(`Change order ${number}`, { hand: 'display', size: 28 });
  pdf.text(truncate(`${title} · ${projectTitle} · ${longDate(date)}`, 200), { size: 11, color: SOFT_INK });
  pdf.space(16);
  pdf.paragraph(
    `This is an addendum to the contract, version ${contract.version}. What it doesn’t mention stays as it was agreed.`,
  );
  if (content.reason !== '') {
    pdf.heading('Why');
    for (const paragraph of content.reason.split(/\n+/)) pdf.paragraph(paragraph);
  }
  if (terms.lines.length > 0) {
    pdf.heading('What changes');
    for (const line of terms.lines) {
      pdf.entry(line.title, formatUsd(line.price), 'strong');
      if (line.detail !== '') pdf.text(line.detail, { size: 9, color: SOFT_INK });
      pdf.space(4);
    }
  }
  setPrice(pdf, content);
  setTime(pdf, terms);
  pdf.heading('Acceptance');
  pdf.paragraph(
    'The client accepts this change order in the client portal by typing their name. The portal then records who accepted it, when and from where, and sends both sides this document with the record of its acceptance.',
  );
  return pdf.finish();
}

function setPrice(pdf: DocumentWriter, { terms, contract }: ChangeOrderContent): void {
  const total = changeOrderTotal(terms);
  pdf.heading('Price and payment');
  pdf.keepTogether(80);
  pdf.entry('This change order', formatUsd(total), 'strong');
  if (contract.total !== null) {
    pdf.entry('The contract until now', formatUsd(contract.total));
    pdf.rule();
    pdf.space(6);
    pdf.entry('The contract with it, in US dollars', formatUsd(contract.total + total), 'strong');
  }
  pdf.space(6);
  if (total < 0) pdf.paragraph('What is less to pay is taken off the payments that are due last.');
  if (total <= 0) return;
  const amounts = planAmounts(total, terms.payments);
  for (const [index, { percent, label, date }] of terms.payments.entries()) {
    const when = date === null ? '' : ` (${longDate(date)})`;
    pdf.entry(`${percent}% ${label}${when}`, formatUsd(amounts[index]));
  }
}

function setTime(pdf: DocumentWriter, { days, milestones }: ChangeOrderTerms): void {
  if (days === 0 && milestones.length === 0) return;
  pdf.heading('Time');
  if (days !== 0) {
    const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`;
    pdf.paragraph(
      `The dates of the milestones that are still open move ${days > 0 ? 'back' : 'forward'} by ${count}.`,
    );
  }
  for (const { title, description, due } of milestones) {
    pdf.entry(`New milestone: ${title}`, due ? longDate(due) : '', 'strong');
    if (description !== '') pdf.paragraph(description);
    pdf.space(3);
  }
}
