import { answerLines } from '@atelier/content/brief-summary.ts';
import { contractWords } from '@atelier/content/contract-terms.ts';
import { questions } from '@atelier/content/questions.ts';
import { mailColors, studio } from '@atelier/content/studio.ts';
import { type ContractTerms, fillClause, planAmounts } from '@atelier/domain/contracts/terms.ts';
import { BRIEF, type Brief, SCOPE_FIELDS } from '@atelier/domain/onboarding/brief.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import { projectCompany, projectName } from '@atelier/domain/projects/rules.ts';
import { truncate } from '@atelier/domain/text.ts';
import {
  type ComposedDocument,
  longDate,
  type Sheet,
  SOFT_INK,
  TEXT_WIDTH,
} from '../../../core/documents/sheet.ts';

/** A milestone in a contract. */
export interface PlannedMilestone {
  id: string;
  title: string;
  description: string;
  /** A date such as 2030-01-31. */
  due: string | null;
}

/** The contents of a contract, besides the studio and its terms. */
export interface ContractContent {
  version: number;
  /** ISO: the day of sending. */
  date: string;
  total: number | null;
  terms: ContractTerms;
  brief: Brief;
  clientEmail: string;
  /** The project's title. */
  title: string;
  milestones: readonly PlannedMilestone[];
}

const COLUMN = TEXT_WIDTH / 2;

/** The contract as a document. */
export function contractDocument(content: ContractContent): ComposedDocument {
  const { brief, terms, version, date } = content;
  const title = projectName({ ...brief, email: content.clientEmail, title: content.title });
  return {
    facts: {
      title: `Contract: ${title}`,
      author: studio.name,
      date,
      accent: mailColors.light.accent,
      foot: `${studio.name} · Contract for ${truncate(title, 60)} · Version ${version}`,
    },
    fitsPages: true,
    compose(sheet) {
      sheet.letterhead(studio.name, studio.tagline);
      sheet.text('Contract', { hand: 'display', size: 30 });
      sheet.text(`${title} · Version ${version} · ${longDate(date)}`, { size: 11, color: SOFT_INK });
      sheet.space(20);
      setParties(sheet, content);
      setScope(sheet, brief, terms);
      setMilestones(sheet, content.milestones);
      setDates(sheet, terms);
      setPrice(sheet, content);
      setClauses(sheet, terms);
      setSignature(sheet, clientName(content), date);
    },
  };
}

function clientName({ brief, clientEmail }: Pick<ContractContent, 'brief' | 'clientEmail'>): string {
  return projectCompany({ ...brief, email: clientEmail });
}

function setParties(sheet: Sheet, content: ContractContent): void {
  const { brief, clientEmail } = content;
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
  const left = 64;
  const bottom = set(left, 'The studio', [studio.name, studio.location, studio.email, studio.phone]);
  const other = set(left + COLUMN, 'The client', [
    clientName(content),
    brief.contact === clientName(content) ? '' : brief.contact,
    clientEmail,
  ]);
  sheet.moveTo(Math.max(bottom, other));
}

/** What is built: the contract's lines, or the brief's features where it has none. */
function setScope(sheet: Sheet, brief: Brief, { lines }: ContractTerms): void {
  sheet.heading('Scope');
  sheet.paragraph('The studio designs, builds and hands over:');
  const scope = lines.length > 0 ? lines : brief.features.map(contractWords.featureLine);
  for (const { title, detail } of scope) sheet.bulletWithDetail(title, detail);
  sheet.facts(scopeFacts(brief));
}

/** The scope's lines below the features: each answer that belongs there, with its name in the contract. */
function scopeFacts(brief: Brief): (readonly [string, string])[] {
  return SCOPE_FIELDS.flatMap((field) => {
    if (field === 'features') return [];
    const text = answerLines(brief, field).join(BRIEF[field].kind === 'entries' ? '\n' : ', ');
    return text === '' ? [] : [[questions[field].inContract, text] as const];
  });
}

function setMilestones(sheet: Sheet, milestones: readonly PlannedMilestone[]): void {
  if (milestones.length === 0) return;
  sheet.heading('Milestones');
  for (const { title, description, due } of milestones) {
    sheet.entry(title, due ? longDate(due) : '', 'strong');
    if (description !== '') sheet.paragraph(description);
    sheet.space(3);
  }
}

function setDates(sheet: Sheet, { start, finish }: ContractTerms): void {
  if (start === null && finish === null) return;
  sheet.heading('Dates');
  sheet.facts([
    ...(start === null ? [] : [['Work begins', longDate(start)] as const]),
    ...(finish === null ? [] : [['Work is finished', longDate(finish)] as const]),
  ]);
}

function setPrice(sheet: Sheet, { total, terms: { lines, plan } }: ContractContent): void {
  const amounts = planAmounts(total, plan.parts);
  sheet.heading('Price and payment');
  sheet.keepTogether(110);
  for (const { title, price } of lines) sheet.entry(title, formatUsd(price));
  sheet.space(2);
  if (lines.length > 0) sheet.rule();
  sheet.space(6);
  sheet.entry('Total, in US dollars', formatUsd(total), 'strong');
  sheet.space(6);
  sheet.keepTogether(60);
  for (const [index, { percent, label, date }] of plan.parts.entries()) {
    const when = date === null ? '' : ` (${longDate(date)})`;
    sheet.entry(`${percent}% ${label}${when}`, formatUsd(amounts[index]));
  }
  if (total === null) {
    sheet.paragraph('TBD: both sides agree the total in writing before any part of it is due.');
  }
}

function setClauses(sheet: Sheet, terms: ContractTerms): void {
  if (terms.clauses.length === 0) return;
  sheet.heading('Terms');
  for (const { title, text } of terms.clauses) {
    sheet.keepTogether(60);
    sheet.space(4);
    sheet.text(title, { hand: 'strong' });
    for (const paragraph of fillClause(text, terms).split(/\n+/)) sheet.paragraph(paragraph);
  }
}

function setSignature(sheet: Sheet, client: string, date: string): void {
  sheet.heading('Acceptance');
  sheet.keepTogether(130);
  sheet.paragraph(
    'The client accepts this contract in the client portal by typing their name. The portal then records who accepted which version, when and from where, and sends both sides this document with the record of its acceptance.',
  );
  sheet.space(16);
  const top = sheet.y;
  const parties = [
    [`Sent on ${longDate(date)}`, `For ${studio.name}`],
    ['', `For ${truncate(client, 60)}`],
  ] as const;
  for (const [index, [written, label]] of parties.entries()) {
    const place = { x: 64 + index * COLUMN, width: COLUMN - 24 };
    sheet.moveTo(top);
    sheet.text(written, { ...place, size: 11 });
    sheet.moveTo(top + 20);
    sheet.blank(place.x, place.width);
    sheet.space(5);
    sheet.text(label, { ...place, size: 9, color: SOFT_INK });
  }
}
