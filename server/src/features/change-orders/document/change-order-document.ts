import { mailColors, studio } from '@atelier/content/studio.ts';
import { type ChangeOrderTerms, changeOrderTotal } from '@atelier/domain/change-orders/rules.ts';
import { planAmounts } from '@atelier/domain/contracts/terms.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import { truncate } from '@atelier/domain/text.ts';
import { type ComposedDocument, longDate, type Sheet, SOFT_INK } from '../../../core/documents/sheet.ts';

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

/** A change order as a document: an addendum to the accepted contract. */
export function changeOrderDocument(content: ChangeOrderContent): ComposedDocument {
  const { number, title, date, projectTitle } = content;
  return {
    facts: {
      title: `Change order ${number}: ${title}`,
      author: studio.name,
      date,
      accent: mailColors.light.accent,
      foot: `${studio.name} · Change order ${number} for ${truncate(projectTitle, 60)}`,
    },
    compose: (sheet) => setChangeOrder(sheet, content),
  };
}

function setChangeOrder(sheet: Sheet, content: ChangeOrderContent): void {
  const { number, title, date, projectTitle, terms, contract } = content;
  sheet.letterhead(studio.name, studio.tagline);
  sheet.text(`Change order ${number}`, { hand: 'display', size: 28 });
  sheet.text(truncate(`${title} · ${projectTitle} · ${longDate(date)}`, 200), { size: 11, color: SOFT_INK });
  sheet.space(16);
  sheet.paragraph(
    `This is an addendum to the contract, version ${contract.version}. What it doesn’t mention stays as it was agreed.`,
  );
  if (content.reason !== '') {
    sheet.heading('Why');
    for (const paragraph of content.reason.split(/\n+/)) sheet.paragraph(paragraph);
  }
  if (terms.lines.length > 0) {
    sheet.heading('What changes');
    for (const line of terms.lines) {
      sheet.entry(line.title, formatUsd(line.price), 'strong');
      if (line.detail !== '') sheet.text(line.detail, { size: 9, color: SOFT_INK });
      sheet.space(4);
    }
  }
  setPrice(sheet, content);
  setTime(sheet, terms);
  sheet.heading('Acceptance');
  sheet.paragraph(
    'The client accepts this change order in the client portal by typing their name. The portal then records who accepted it, when and from where, and sends both sides this document with the record of its acceptance.',
  );
}

function setPrice(sheet: Sheet, { terms, contract }: ChangeOrderContent): void {
  const total = changeOrderTotal(terms);
  sheet.heading('Price and payment');
  sheet.keepTogether(80);
  sheet.entry('This change order', formatUsd(total), 'strong');
  if (contract.total !== null) {
    sheet.entry('The contract until now', formatUsd(contract.total));
    sheet.rule();
    sheet.space(6);
    sheet.entry('The contract with it, in US dollars', formatUsd(contract.total + total), 'strong');
  }
  sheet.space(6);
  if (total < 0) sheet.paragraph('What is less to pay is taken off the payments that are due last.');
  if (total <= 0) return;
  const amounts = planAmounts(total, terms.payments);
  for (const [index, { percent, label, date }] of terms.payments.entries()) {
    const when = date === null ? '' : ` (${longDate(date)})`;
    sheet.entry(`${percent}% ${label}${when}`, formatUsd(amounts[index]));
  }
}

function setTime(sheet: Sheet, { days, milestones }: ChangeOrderTerms): void {
  if (days === 0 && milestones.length === 0) return;
  sheet.heading('Time');
  if (days !== 0) {
    const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`;
    sheet.paragraph(
      `The dates of the milestones that are still open move ${days > 0 ? 'back' : 'forward'} by ${count}.`,
    );
  }
  for (const { title, description, due } of milestones) {
    sheet.entry(`New milestone: ${title}`, due ? longDate(due) : '', 'strong');
    if (description !== '') sheet.paragraph(description);
    sheet.space(3);
  }
}
