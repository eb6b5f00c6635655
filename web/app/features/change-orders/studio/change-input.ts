import { contractWords } from '@atelier/content/contract-terms.ts';
import {
  type SaveChangeOrder,
  type StudioChangeOrder,
  saveChangeOrderSchema,
} from '@atelier/domain/change-orders/schema.ts';
import type { PlanMilestone } from '@atelier/domain/contracts/suggested-terms.ts';
import { z } from 'zod';
import { newKey } from '../../../lib/api/query-client.ts';
import {
  type FormErrors,
  formErrors,
  lineInputSchema,
  lineInputs,
  type PartInput,
  partInput,
  partInputSchema,
  readLine,
  readNumber,
  readPart,
  sumOfLines,
} from '../../../ui/forms/terms-input.ts';

/** A change order's draft as it is typed: numbers and days are text, which may still be wrong. */
export const changeInputSchema = z.object({
  title: z.string(),
  reason: z.string(),
  lines: z.array(lineInputSchema),
  /** Count where there is something to pay. */
  payments: z.array(partInputSchema),
  days: z.string(),
  milestones: z.array(
    z.object({ id: z.string(), title: z.string(), description: z.string(), due: z.string() }),
  ),
});
export type ChangeInput = z.infer<typeof changeInputSchema>;
export type MilestoneInput = ChangeInput['milestones'][number];

export type TypedChange = Omit<SaveChangeOrder, 'revision'>;
const typedSchema = saveChangeOrderSchema.omit({ revision: true });

/** Unless the studio splits it, all of it is due when it is accepted. */
const wholeAtAcceptance = (): PartInput => ({
  id: newKey(),
  label: contractWords.dues.change,
  percent: '100',
  due: 'acceptance',
  milestoneId: '',
  date: '',
});

/** A draft as form input. */
export function changeInput({ title, reason, terms }: StudioChangeOrder): ChangeInput {
  return {
    title,
    reason,
    lines: lineInputs(terms.lines),
    payments: terms.payments.length > 0 ? terms.payments.map(partInput) : [wholeAtAcceptance()],
    days: terms.days === 0 ? '' : String(terms.days),
    milestones: terms.milestones.map((milestone) => ({ ...milestone, due: milestone.due ?? '' })),
  };
}

/** Whether something is to be paid, so that the payments count. */
export const isPaid = ({ lines }: Pick<ChangeInput, 'lines'>): boolean => (sumOfLines(lines) ?? 0) > 0;

/** Reads a draft as it would be saved. */
export function readChange(
  input: ChangeInput,
): { draft: TypedChange; errors: FormErrors } | { draft: undefined; errors: FormErrors } {
  const { title, reason, lines, payments, days, milestones } = input;
  const result = typedSchema.safeParse({
    title,
    reason,
    terms: {
      lines: lines.map(readLine),
      payments: isPaid(input) ? payments.map(readPart) : [],
      days: days.trim() === '' ? 0 : readNumber(days),
      milestones: milestones.map((milestone) => ({ ...milestone, due: milestone.due || null })),
    },
  });
  return result.success
    ? { draft: result.data, errors: {} }
    : { draft: undefined, errors: formErrors(result.error) };
}

/** Whether a draft is saved as it is typed. Both come from schemas that give the same order to their fields. */
export const isSavedAs = (
  typed: TypedChange | undefined,
  { title, reason, terms }: StudioChangeOrder,
): boolean =>
  typed?.title === title && typed.reason === reason && JSON.stringify(typed.terms) === JSON.stringify(terms);

/** What payments can wait for: the plan's milestones, and those that this change adds once they have a title. */
export const milestonesToWaitFor = (
  planned: readonly PlanMilestone[],
  added: readonly MilestoneInput[],
): PlanMilestone[] => [
  ...planned,
  ...added.filter(({ title }) => title.trim() !== '').map(({ id, title }) => ({ id, title: title.trim() })),
];

/** Where the unsaved text of a draft is kept. */
export const unsentKeyOf = (changeOrderId: string) => `change-order:${changeOrderId}`;
