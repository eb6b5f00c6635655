import { answerLines } from '@atelier/content/brief-summary.ts';
import { contractWords } from '@atelier/content/contract-terms.ts';
import { questions } from '@atelier/content/questions.ts';
import { mailColors, studio } from '@atelier/content/studio.ts';
import { type ContractTerms, fillClause, planAmounts } from '@atelier/domain/contracts/terms.ts';
import {
  BRIEF,
  BRIEF_FIELDS,
  type Brief,
  questionOf,
  SCOPE_FIELDS,
} from '@atelier/domain/onboarding/brief.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import { projectCompany, projectName } from '@atelier/domain/projects/rules.ts';
import { truncate } from '@atelier/domain/text.ts';
import { DocumentWriter, longDate, SOFT_INK, TEXT_WIDTH } from '../../../core/documents/document-writer.ts';
import { missingLetters } from '../../../core/documents/typefaces.ts';

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

/** From the designed room between lines to the least that is still easy to read; the last is for looser pages. */
const ROOMS = [1, 0.85, 0.7, 0.55, 1.2];
/** A last page with less than this is nearly empty. */
const LEAST_FILLED = 0.25;
/** In a longer document one page more or less doesn't show. */
const FITTED_PAGES_MAX = 8;

/**
 * The contract as a PDF, with the room between its lines chosen so that its last page isn't nearly empty. The same
 * content gives the same bytes.
 */
export async function renderContract(content: ContractContent): Promise<Buffer> {
  let best = setContract(content, 1);
  for (const room of ROOMS.slice(1)) {
    if (best.extent.lastFilled >= LEAST_FILLED || best.extent.pages > FITTED_PAGES_MAX) break;
    const other = setContract(content, room);
    if (other.extent.lastFilled > best.extent.lastFilled) best = other;
  }
  return best.finish();
}

function setContract(content: ContractContent, room: number): DocumentWriter {
  const { brief, terms, version, date } = content;
  const title = projectName({ ...brief, email: content.clientEmail, title: content.title });
  const pdf = new DocumentWriter({
    title: `Contract: ${title}`,
    author: studio.name,
    date,
    accent: mailColors.light.accent,
    foot: `${studio.name} · Contract for ${truncate(title, 60)} · Version ${version}`,
    room,
  });
  pdf.letterhead(studio.name, studio.tagline);
  pdf.text('Contract', { hand: 'display', size: 30 });
  pdf.text(`${title} · Version ${version} · ${longDate(date)}`, { size: 11, color: SOFT_INK });
  pdf.space(20);
  setParties(pdf, content);
  setScope(pdf, brief, terms);
  setMilestones(pdf, content.milestones);
  setDates(pdf, terms);
  setPrice(pdf, content);
  setClauses(pdf, terms);
  setSignature(pdf, clientName(content), date);
  return pdf;
}

/** Characters that the document would show as [?]. */
export function missingInContract({
  brief,
  terms,
  milestones,
  title,
}: Pick<ContractContent, 'brief' | 'terms' | 'milestones' | 'title'>): string {
  const written = [
    ...terms.lines.flatMap((line) => [line.title, line.detail]),
    ...terms.plan.parts.map(({ label }) => label),
    ...terms.clauses.flatMap((clause) => [clause.title, clause.text]),
  ];
  const plan = [title, ...written, ...milestones.flatMap((step) => [step.title, step.description])];
  const named = BRIEF_FIELDS.filter((field) => questionOf(field).contract !== 'left out');
  return missingLetters([...named.flatMap((field) => answerLines(brief, field)), ...plan].join(' '));
}

function clientName({ brief, clientEmail }: Pick<ContractContent, 'brief' | 'clientEmail'>): string {
  return projectCompany({ ...brief, email: clientEmail });
}

function setParties(pdf: DocumentWriter, content: ContractContent): void {
  const { brief, clientEmail } = content;
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
  const left = 64;
  const bottom = set(left, 'The studio', [studio.name, studio.location, studio.email, studio.phone]);
  const other = set(left + COLUMN, 'The client', [
    clientName(content),
    brief.contact === clientName(content) ? '' : brief.contact,
    clientEmail,
  ]);
  pdf.moveTo(Math.max(bottom, other));
}

/** What is built: the contract's lines, or the brief's features where it has none. */
function setScope(pdf: DocumentWriter, brief: Brief, { lines }: ContractTerms): void {
  pdf.heading('Scope');
  pdf.paragraph('The studio designs, builds and hands over:');
  const scope = lines.length > 0 ? lines : brief.features.map(contractWords.featureLine);
  for (const { title, detail } of scope) pdf.bulletWithDetail(title, detail);
  pdf.facts(scopeFacts(brief));
}

/** The scope's lines below the features: each answer that belongs there, with its name in the contract. */
function scopeFacts(brief: Brief): (readonly [string, string])[] {
  return SCOPE_FIELDS.flatMap((field) => {
    if (field === 'features') return [];
    const text = answerLines(brief, field).join(BRIEF[field].kind === 'entries' ? '\n' : ', ');
    return text === '' ? [] : [[questions[field].inContract, text] as const];
  });
}

function setMilestones(pdf: DocumentWriter, milestones: readonly PlannedMilestone[]): void {
  if (milestones.length === 0) return;
  pdf.heading('Milestones');
  for (const { title, description, due } of milestones) {
    pdf.entry(title, due ? longDate(due) : '', 'strong');
    if (description !== '') pdf.paragraph(description);
    pdf.space(3);
  }
}

function setDates(pdf: DocumentWriter, { start, finish }: ContractTerms): void {
  if (start === null && finish === null) return;
  pdf.heading('Dates');
  pdf.facts([
    ...(start === null ? [] : [['Work begins', longDate(start)] as const]),
    ...(finish === null ? [] : [['Work is finished', longDate(finish)] as const]),
  ]);
}

function setPrice(pdf: DocumentWriter, { total, terms: { lines, plan } }: ContractContent): void {
  const amounts = planAmounts(total, plan.parts);
  pdf.heading('Price and payment');
  pdf.keepTogether(110);
  for (const { title, price } of lines) pdf.entry(title, formatUsd(price));
  pdf.space(2);
  if (lines.length > 0) pdf.rule();
  pdf.space(6);
  pdf.entry('Total, in US dollars', formatUsd(total), 'strong');
  pdf.space(6);
  pdf.keepTogether(60);
  for (const [index, { percent, label, date }] of plan.parts.entries()) {
    const when = date === null ? '' : ` (${longDate(date)})`;
    pdf.entry(`${percent}% ${label}${when}`, formatUsd(amounts[index]));
  }
  if (total === null) {
    pdf.paragraph('TBD: both sides agree the total in writing before any part of it is due.');
  }
}

function setClauses(pdf: DocumentWriter, terms: ContractTerms): void {
  if (terms.clauses.length === 0) return;
  pdf.heading('Terms');
  for (const { title, text } of terms.clauses) {
    pdf.keepTogether(60);
    pdf.space(4);
    pdf.text(title, { hand: 'strong' });
    for (const paragraph of fillClause(text, terms).split(/\n+/)) pdf.paragraph(paragraph);
  }
}

function setSignature(pdf: DocumentWriter, client: string, date: string): void {
  pdf.heading('Acceptance');
  pdf.keepTogether(130);
  pdf.paragraph(
    'The client accepts this contract in the client portal by typing their name. The portal then records who accepted which version, when and from where, and sends both sides this document with the record of its acceptance.',
  );
  pdf.space(16);
  const top = pdf.y;
  const parties = [
    [`Sent on ${longDate(date)}`, `For ${studio.name}`],
    ['', `For ${truncate(client, 60)}`],
  ] as const;
  for (const [index, [written, label]] of parties.entries()) {
    const place = { x: 64 + index * COLUMN, width: COLUMN - 24 };
    pdf.moveTo(top);
    pdf.text(written, { ...place, size: 11 });
    pdf.moveTo(top + 20);
    pdf.blank(place.x, place.width);
    pdf.space(5);
    pdf.text(label, { ...place, size: 9, color: SOFT_INK });
  }
}
