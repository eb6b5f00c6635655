import { splitAmount } from '../money/rules.ts';
import { formatUsd } from '../onboarding/estimate.ts';

/*
 * What a contract says beside its brief and its milestones: lines, payments, dates and clauses. They are the studio's to
 * write for a document that the product makes; an upload or a link has only the payments.
 */

/** One thing that is sold. */
export interface ContractLine {
  id: string;
  title: string;
  detail: string;
  /** Whole US dollars, negative for a discount; null while it is open ("TBD"). */
  price: number | null;
}

/** When a payment is due: at the acceptance, when a milestone is approved, when all of them are, or on a day. */
export const PAYMENT_DUES = ['acceptance', 'milestone', 'finish', 'date'] as const;
export type PaymentDueKind = (typeof PAYMENT_DUES)[number];

/** One payment of a plan. */
export interface PlannedPart {
  id: string;
  /** How it is named in the contract and on its invoice: "at launch". */
  label: string;
  /** Whole percent of the total. */
  percent: number;
  due: PaymentDueKind;
  /** For `milestone`. */
  milestoneId: string | null;
  /** For `date`: a day such as 2030-01-31. */
  date: string | null;
}

/** How a plan was put together. Each part can be changed in any of them; then it is `custom`. */
export const PLAN_KINDS = ['halves', 'thirds', 'milestones', 'custom'] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

export interface PaymentPlan {
  kind: PlanKind;
  parts: PlannedPart[];
}

/** A paragraph or more under a title. Its text may have blanks, such as {rounds}: see `fillClause`. */
export interface ContractClause {
  id: string;
  title: string;
  text: string;
}

export interface ContractTerms {
  lines: ContractLine[];
  plan: PaymentPlan;
  /** Days such as 2030-01-31; null where none is agreed. */
  start: string | null;
  finish: string | null;
  /** Rounds of feedback that the price includes, for each design. */
  feedbackRounds: number;
  clauses: ContractClause[];
}

export const MAX_LINES = 40;
export const MAX_CLAUSES = 40;
export const MAX_PLAN_PARTS = 24;
export const MAX_CLAUSE_TEXT = 5_000;
export const MAX_FEEDBACK_ROUNDS = 20;

/** The sum of the lines in whole US dollars; null if one of them is open. */
export function totalOfLines(lines: readonly Pick<ContractLine, 'price'>[]): number | null {
  let sum = 0;
  for (const { price } of lines) {
    if (price === null) return null;
    sum += price;
  }
  return sum;
}

/** A contract's total: what its lines add up to, or without lines what was typed. */
export function contractTotal(total: number | null, lines: readonly ContractLine[]): number | null {
  return lines.length > 0 ? totalOfLines(lines) : total;
}

/** The amounts of a plan's parts in whole US dollars, which add up to the total; null while that is open. */
export function planAmounts(
  total: number | null,
  parts: readonly Pick<PlannedPart, 'percent'>[],
): (number | null)[] {
  if (total === null) return parts.map(() => null);
  return splitAmount(
    total,
    parts.map(({ percent }) => percent),
  );
}

/** 100 percent in `count` equal whole parts: 34, 33 and 33. */
export function equalPercents(count: number): number[] {
  return splitAmount(100, Array(count).fill(1));
}

/** What a clause can say of the other terms, by the blank that is replaced with it. */
export const CLAUSE_BLANKS = {
  rounds: ({ feedbackRounds }) => (feedbackRounds === 1 ? '1 round' : `${feedbackRounds} rounds`),
  payments: ({ plan }) => plan.parts.map(({ percent, label }) => `${percent}% ${label}`).join(', '),
} as const satisfies Record<string, (terms: Pick<ContractTerms, 'feedbackRounds' | 'plan'>) => string>;

/** A clause with its blanks filled: "{rounds}" becomes "2 rounds". Unknown ones stay as they are. */
export function fillClause(text: string, terms: Pick<ContractTerms, 'feedbackRounds' | 'plan'>): string {
  return text.replace(/\{([a-z]{1,20})\}/g, (blank, name: string) =>
    Object.hasOwn(CLAUSE_BLANKS, name) ? CLAUSE_BLANKS[name as keyof typeof CLAUSE_BLANKS](terms) : blank,
  );
}

/** A part of a contract that differs between two versions. */
export const CHANGED_TERMS = [
  'document',
  'line',
  'total',
  'payment',
  'start',
  'finish',
  'rounds',
  'clause',
] as const;
export type ChangedTerm = (typeof CHANGED_TERMS)[number];

export interface TermChange {
  what: ChangedTerm;
  /** The line's, the payment's or the clause's own name; empty where there is only one. */
  name: string;
  /** As shown; null where it was added. */
  before: string | null;
  /** As shown; null where it was removed. */
  after: string | null;
}

/** A version as it is compared. Without `terms` it is one of a time before contracts had them. */
export interface ComparedVersion {
  total: number | null;
  /** What its document is, in words. */
  document: string;
  /** Whether the product makes its document: only then are lines, dates and clauses part of it. True unless given. */
  isMade?: boolean;
  terms: ContractTerms | null;
}

/** What differs between two versions of a contract, in the order of the document. */
export function compareVersions(before: ComparedVersion, after: ComparedVersion): TermChange[] {
  const single = (what: ChangedTerm, one: string | null, other: string | null): TermChange[] =>
    one === other ? [] : [{ what, name: '', before: one, after: other }];
  const [old, now] = [before.terms, after.terms];
  const areMade = before.isMade !== false && after.isMade !== false;
  return [
    ...single('document', before.document, after.document),
    ...(areMade
      ? compareParts('line', old?.lines ?? [], now?.lines ?? [], ({ title }) => title, describeLine)
      : []),
    ...single('total', formatUsd(before.total), formatUsd(after.total)),
    ...(old && now
      ? compareParts('payment', old.plan.parts, now.plan.parts, ({ label }) => label, describePart)
      : []),
    ...(old && now && areMade
      ? [
          ...single('start', old.start, now.start),
          ...single('finish', old.finish, now.finish),
          ...single('rounds', String(old.feedbackRounds), String(now.feedbackRounds)),
          ...compareParts(
            'clause',
            filled(old),
            filled(now),
            ({ title }) => title,
            ({ text }) => text,
          ),
        ]
      : []),
  ];
}

function compareParts<Part extends { id: string }>(
  what: ChangedTerm,
  before: readonly Part[],
  after: readonly Part[],
  nameOf: (part: Part) => string,
  describe: (part: Part) => string,
): TermChange[] {
  const was = new Map(before.map((part) => [part.id, part]));
  const is = new Set(after.map(({ id }) => id));
  const changed = after.flatMap((part): TermChange[] => {
    const old = was.get(part.id);
    if (!old) return [{ what, name: nameOf(part), before: null, after: describe(part) }];
    const renamed = nameOf(old) === nameOf(part) ? '' : `${nameOf(old)}: `;
    const [one, other] = [describe(old), describe(part)];
    if (renamed === '' && one === other) return [];
    return [{ what, name: nameOf(part), before: `${renamed}${one}`, after: other }];
  });
  const gone = before
    .filter(({ id }) => !is.has(id))
    .map((part): TermChange => ({ what, name: nameOf(part), before: describe(part), after: null }));
  return [...changed, ...gone];
}

const describeLine = ({ price, detail }: ContractLine) =>
  detail === '' ? formatUsd(price) : `${formatUsd(price)}: ${detail}`;

const describePart = ({ percent, date }: PlannedPart) =>
  date === null ? `${percent}%` : `${percent}%, ${date}`;

const filled = (terms: ContractTerms) =>
  terms.clauses.map((clause) => ({ ...clause, text: fillClause(clause.text, terms) }));
