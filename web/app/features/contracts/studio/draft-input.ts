import { CONTRACT_SOURCES } from '@atelier/domain/contracts/rules.ts';
import { type ContractDraft, contractLink, contractTotalSchema } from '@atelier/domain/contracts/schema.ts';
import { type ContractTerms, PLAN_KINDS, totalOfLines } from '@atelier/domain/contracts/terms.ts';
import { sentTermsSchema } from '@atelier/domain/contracts/terms-schema.ts';
import { z } from 'zod';
import {
  type FormErrors,
  formErrors,
  type LineInput,
  lineInputSchema,
  lineInputs,
  partInput,
  partInputSchema,
  readDollars,
  readLine,
  readNumber,
  readPart,
  sumOfLines,
} from '../../../ui/forms/terms-input.ts';

/** A contract's draft as it is typed: numbers and days are text, which may still be wrong. */
export const draftInputSchema = z.object({
  /** Counts where no lines say what the contract costs. */
  total: z.string(),
  source: z.enum(CONTRACT_SOURCES),
  link: z.string(),
  terms: z.object({
    lines: z.array(lineInputSchema),
    plan: z.object({ kind: z.enum(PLAN_KINDS), parts: z.array(partInputSchema) }),
    start: z.string(),
    finish: z.string(),
    feedbackRounds: z.string(),
    clauses: z.array(z.object({ id: z.string(), title: z.string(), text: z.string() })),
  }),
});
export type DraftInput = z.infer<typeof draftInputSchema>;
export type TermsInput = DraftInput['terms'];
export type ClauseInput = TermsInput['clauses'][number];

const draftSchema = z.object({
  total: contractTotalSchema,
  source: z.enum(CONTRACT_SOURCES),
  link: contractLink,
  terms: sentTermsSchema,
});
export type TypedDraft = z.output<typeof draftSchema>;

/** A draft as form input. */
export function draftInput({ total, source, link, terms }: ContractDraft): DraftInput {
  return {
    total: total === null ? '' : String(total),
    source,
    link,
    terms: {
      ...terms,
      lines: lineInputs(terms.lines),
      plan: { kind: terms.plan.kind, parts: terms.plan.parts.map(partInput) },
      start: terms.start ?? '',
      finish: terms.finish ?? '',
      feedbackRounds: String(terms.feedbackRounds),
    },
  };
}

const readTerms = (typed: TermsInput) => ({
  ...typed,
  lines: typed.lines.map(readLine),
  plan: {
    kind: typed.plan.kind,
    parts: typed.plan.parts.map(readPart),
  },
  start: typed.start || null,
  finish: typed.finish || null,
  feedbackRounds: readNumber(typed.feedbackRounds),
});

/** Whether the contract costs its lines, which only a document that the product makes has. */
export const hasPricedLines = ({ source, terms }: Pick<DraftInput, 'source' | 'terms'>): boolean =>
  source === 'made' && terms.lines.length > 0;

/** What the typed contract costs in all; null is "TBD", and NaN means that it is no amount. */
export const readTotal = (input: DraftInput): number | null =>
  hasPricedLines(input) ? sumOfLines(input.terms.lines) : readDollars(input.total);

/**
 * Reads a draft as it would be saved. What the form hides can't be wrong: for an upload or a link, lines, dates and clauses
 * count as typed where they are right, else as `saved`. Lines that don't add up to the total are left out there.
 */
export function readDraft(
  input: DraftInput,
  saved: ContractDraft,
): { draft: TypedDraft; errors: FormErrors } | { draft: undefined; errors: FormErrors } {
  const typed = readTerms(input.terms);
  const total = readTotal(input);
  const isLinked = input.source === 'link';
  const result = draftSchema.safeParse({
    // A sum is right where its lines are.
    total: hasPricedLines(input) ? null : total,
    source: input.source,
    link: isLinked || contractLink.safeParse(input.link).success ? input.link : saved.link,
    terms: input.source === 'made' ? typed : { ...hiddenTerms(typed, saved.terms, total), plan: typed.plan },
  });
  if (result.success) return { draft: { ...result.data, total }, errors: {} };
  return { draft: undefined, errors: formErrors(result.error) };
}

function hiddenTerms(
  typed: ReturnType<typeof readTerms>,
  saved: ContractTerms,
  total: number | null,
): ContractTerms {
  const terms = sentTermsSchema.safeParse({ ...typed, plan: saved.plan }).data ?? saved;
  return totalOfLines(terms.lines) === total ? terms : { ...terms, lines: [] };
}

/** Whether a draft is saved as it is typed. Both come from schemas that give the same order to their fields. */
export function isSavedAs(
  typed: TypedDraft | undefined,
  { total, source, link, terms }: ContractDraft,
): boolean {
  return (
    typed?.total === total &&
    typed.source === source &&
    typed.link === link &&
    JSON.stringify(typed.terms) === JSON.stringify(terms)
  );
}

/** The form with other lines. Their sum is its total as well, which stays when the lines are gone or hidden. */
export function withLines(input: DraftInput, lines: LineInput[]): DraftInput {
  const sum = sumOfLines(lines);
  const isKnown = lines.length > 0 && !Number.isNaN(sum);
  return {
    ...input,
    total: isKnown ? String(sum ?? '') : input.total,
    terms: { ...input.terms, lines },
  };
}
