import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { NOT_A_DAY } from '../text.ts';
import { longText, shortText } from '../text-schema.ts';
import { MAX_CONTRACT_TOTAL } from './rules.ts';
import {
  CHANGED_TERMS,
  MAX_CLAUSE_TEXT,
  MAX_CLAUSES,
  MAX_FEEDBACK_ROUNDS,
  MAX_LINES,
  MAX_PLAN_PARTS,
  PAYMENT_DUES,
  PLAN_KINDS,
  totalOfLines,
} from './terms.ts';

const NOT_WHOLE = 'Enter a whole number of dollars, or leave it empty.';
const named = (message: string) => z.string().pipe(shortText(120)).pipe(z.string().min(1, message));
const day = z.iso.date({ error: NOT_A_DAY }).nullable();

/** A price in whole US dollars; negative for a discount. */
export const linePriceSchema = z
  .number({ error: NOT_WHOLE })
  .int(NOT_WHOLE)
  .min(-MAX_CONTRACT_TOTAL, 'That is less than -$10,000,000.')
  .max(MAX_CONTRACT_TOTAL, 'That is more than $10,000,000.')
  .nullable();

export const sentLineSchema = z.object({
  id: idSchema,
  title: named('Name what it is.'),
  detail: z.string().pipe(longText(1_000)),
  price: linePriceSchema,
});

export const sentPartSchema = z
  .object({
    id: idSchema,
    label: named('Say when it is due.'),
    percent: z
      .number({ error: 'Enter a whole percentage.' })
      .int('Enter a whole percentage.')
      .min(1, 'Enter at least 1%.')
      .max(100, 'Enter at most 100%.'),
    due: z.enum(PAYMENT_DUES),
    milestoneId: idSchema.nullable(),
    date: day,
  })
  .refine(({ due, milestoneId }) => (due === 'milestone') === (milestoneId !== null), {
    path: ['milestoneId'],
    message: 'Choose a milestone.',
  })
  .refine(({ due, date }) => (due === 'date') === (date !== null), { path: ['date'], message: NOT_A_DAY });

const sentPlanSchema = z.object({
  kind: z.enum(PLAN_KINDS),
  parts: z
    .array(sentPartSchema)
    .min(1, 'A plan has at least one payment.')
    .max(MAX_PLAN_PARTS, `A plan has at most ${MAX_PLAN_PARTS} payments.`)
    .refine(
      (parts) => parts.reduce((sum, { percent }) => sum + percent, 0) === 100,
      'The payments have to add up to 100%.',
    ),
});

const sentClauseSchema = z.object({
  id: idSchema,
  title: named('Give the clause a title.'),
  text: z.string().pipe(longText(MAX_CLAUSE_TEXT)).pipe(z.string().min(1, 'Write the clause, or remove it.')),
});

/** Whether no two of some parts have the same id. */
export const areDifferent = (parts: readonly { id: string }[]) =>
  new Set(parts.map(({ id }) => id)).size === parts.length;
const TWICE = 'Each has an id of its own.';

/** The terms of a draft as the studio sends them. */
export const sentTermsSchema = z
  .object({
    lines: z
      .array(sentLineSchema)
      .max(MAX_LINES, `Use at most ${MAX_LINES} lines.`)
      .refine(areDifferent, TWICE),
    plan: sentPlanSchema,
    start: day,
    finish: day,
    feedbackRounds: z
      .number({ error: 'Enter a whole number.' })
      .int('Enter a whole number.')
      .min(0, 'Enter 0 or more.')
      .max(MAX_FEEDBACK_ROUNDS, `Enter at most ${MAX_FEEDBACK_ROUNDS}.`),
    clauses: z
      .array(sentClauseSchema)
      .max(MAX_CLAUSES, `Use at most ${MAX_CLAUSES} clauses.`)
      .refine(areDifferent, TWICE),
  })
  .refine(({ plan }) => areDifferent(plan.parts), { path: ['plan', 'parts'], message: TWICE })
  .refine(({ start, finish }) => start === null || finish === null || start <= finish, {
    path: ['finish'],
    message: 'The last day is before the first.',
  })
  .refine(
    ({ lines }) => {
      const total = totalOfLines(lines) ?? 0;
      return total >= 0 && total <= MAX_CONTRACT_TOTAL;
    },
    { path: ['lines'], message: 'The lines have to add up to $0 to $10,000,000.' },
  );

/** The terms as they are stored and replied. */
export const contractTermsSchema = z.object({
  lines: z.array(
    z.object({ id: z.string(), title: z.string(), detail: z.string(), price: z.number().int().nullable() }),
  ),
  plan: z.object({
    kind: z.enum(PLAN_KINDS),
    parts: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        percent: z.number().int(),
        due: z.enum(PAYMENT_DUES),
        milestoneId: z.string().nullable(),
        date: z.string().nullable(),
      }),
    ),
  }),
  start: z.string().nullable(),
  finish: z.string().nullable(),
  feedbackRounds: z.number().int(),
  clauses: z.array(z.object({ id: z.string(), title: z.string(), text: z.string() })),
});

/** What differs between two versions, in the order of the document. */
export const termChangeSchema = z.object({
  what: z.enum(CHANGED_TERMS),
  /** The line's, the payment's or the clause's own name; empty where there is only one. */
  name: z.string(),
  /** As shown; null where it was added. */
  before: z.string().nullable(),
  /** As shown; null where it was removed. */
  after: z.string().nullable(),
});
