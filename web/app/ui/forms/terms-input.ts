import { contractWords } from '@atelier/content/contract-terms.ts';
import { type PlanMilestone, planOfKind } from '@atelier/domain/contracts/suggested-terms.ts';
import {
  type ContractLine,
  PAYMENT_DUES,
  type PlannedPart,
  planAmounts,
  totalOfLines,
} from '@atelier/domain/contracts/terms.ts';
import { z } from 'zod';
import { newKey } from '../../lib/api/query-client.ts';

/* Lines and payments as they are typed: numbers and days are text, which may still be wrong. */

export const lineInputSchema = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  price: z.string(),
});
export type LineInput = z.infer<typeof lineInputSchema>;

export const partInputSchema = z.object({
  id: z.string(),
  label: z.string(),
  percent: z.string(),
  due: z.enum(PAYMENT_DUES),
  milestoneId: z.string(),
  date: z.string(),
});
export type PartInput = z.infer<typeof partInputSchema>;

/** Errors by their place in the form, such as "terms.lines.0.price". */
export type FormErrors = Readonly<Record<string, string>>;

/** What a schema refuses, by its place in the form. The first of a place's errors counts. */
export const formErrors = (error: z.ZodError): FormErrors =>
  Object.fromEntries(error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]));

/** Lines as form input. */
export const lineInputs = (lines: readonly ContractLine[]): LineInput[] =>
  lines.map((line) => ({ ...line, price: line.price === null ? '' : line.price.toLocaleString('en-US') }));

/** A payment as form input. */
export const partInput = (part: PlannedPart): PartInput => ({
  ...part,
  percent: String(part.percent),
  milestoneId: part.milestoneId ?? '',
  date: part.date ?? '',
});

/** An amount as it is typed: "12500", "$12,500", "-200", or nothing for "TBD". NaN where it is none. */
export function readDollars(text: string): number | null {
  const plain = text.replaceAll(/[$,\s]/g, '').replace('−', '-');
  return plain === '' ? null : Number(plain);
}

/** A percentage or a count as it is typed; NaN where it is none. */
export function readNumber(text: string): number {
  const plain = text.replace('%', '').replace('−', '-').trim();
  return plain === '' ? Number.NaN : Number(plain);
}

export const readLine = ({ price, ...line }: LineInput) => ({ ...line, price: readDollars(price) });

export const readPart = ({ percent, milestoneId, date, ...part }: PartInput) => ({
  ...part,
  percent: readNumber(percent),
  milestoneId: part.due === 'milestone' ? milestoneId || null : null,
  date: part.due === 'date' ? date || null : null,
});

/** What the typed lines add up to; null is "TBD", and NaN means that one of them is no amount. */
export function sumOfLines(lines: readonly LineInput[]): number | null {
  const read = lines.map(readLine);
  return read.some(({ price }) => Number.isNaN(price)) ? Number.NaN : totalOfLines(read);
}

/**
 * How a payment is usually named; empty for a milestone that isn't chosen yet.
 * @param atAcceptance what is due then is named like this
 */
export function usualLabel(
  { due, milestoneId }: PartInput,
  milestones: readonly PlanMilestone[],
  atAcceptance: string,
): string {
  if (due === 'acceptance') return atAcceptance;
  if (due === 'finish') return contractWords.dues.launch;
  if (due === 'date') return 'on a fixed date';
  const chosen = milestones.find(({ id }) => id === milestoneId);
  if (chosen?.title === contractWords.launchTitle) return contractWords.dues.launch;
  if (!chosen) return '';
  const plan = planOfKind('milestones', { milestones: [chosen], words: contractWords, newId: newKey });
  return plan.parts[0]?.label ?? '';
}

const percentsOf = (parts: readonly PartInput[]) => parts.map(({ percent }) => readNumber(percent));

/** What the typed payments lack of 100%; negative where they are too much. */
export const missingPercent = (parts: readonly PartInput[]): number =>
  percentsOf(parts).reduce((left, percent) => left - (percent || 0), 100);

/** The amounts of the typed payments; null where the total or the percentage is open. */
export function amountsOf(total: number | null, parts: readonly PartInput[]): (number | null)[] {
  const percents = percentsOf(parts);
  if (total === null || Number.isNaN(total)) return percents.map(() => null);
  if (missingPercent(parts) === 0 && percents.every((percent) => percent > 0)) {
    const shares = percents.map((percent) => ({ percent }));
    return planAmounts(total, shares);
  }
  return percents.map((percent) => (Number.isNaN(percent) ? null : Math.round((total * percent) / 100)));
}
