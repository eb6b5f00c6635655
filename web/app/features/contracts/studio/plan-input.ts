import { contractWords } from '@atelier/content/contract-terms.ts';
import { type PlanMilestone, planOfKind } from '@atelier/domain/contracts/suggested-terms.ts';
import { PLAN_KINDS, type PlanKind, planAmounts } from '@atelier/domain/contracts/terms.ts';
import { newKey } from '../../../lib/api/query-client.ts';
import { type PartInput, partInput, readNumber, type TermsInput } from './draft-input.ts';

export type PlanInput = TermsInput['plan'];

const planOf = (kind: PlanKind, milestones: readonly PlanMilestone[]) =>
  planOfKind(kind, { milestones, words: contractWords, newId: newKey });

/** The kinds that a project can have: without milestones some would be another one. */
export const kindsFor = (milestones: readonly PlanMilestone[]): PlanKind[] =>
  PLAN_KINDS.filter((kind) => planOf(kind, milestones).kind === kind);

/** A plan of a kind as form input. A payment that is due as before stays the same one, so that it counts as changed. */
export function planInputOf(
  kind: PlanKind,
  milestones: readonly PlanMilestone[],
  before: readonly PartInput[],
): PlanInput {
  const plan = planOf(kind, milestones);
  const parts = plan.parts.map(partInput).map((part) => {
    const same = before.find(
      ({ due, milestoneId }) => due === part.due && (due !== 'milestone' || milestoneId === part.milestoneId),
    );
    return { ...part, id: same?.id ?? part.id };
  });
  return { kind: plan.kind, parts };
}

/** How a payment is usually named; empty for a milestone that isn't chosen yet. */
export function usualLabel({ due, milestoneId }: PartInput, milestones: readonly PlanMilestone[]): string {
  if (due === 'acceptance') return contractWords.dues.acceptance;
  if (due === 'finish') return contractWords.dues.launch;
  if (due === 'date') return 'on a fixed date';
  const chosen = milestones.find(({ id }) => id === milestoneId);
  if (chosen?.title === contractWords.launchTitle) return contractWords.dues.launch;
  return chosen ? (planOf('milestones', [chosen]).parts[0]?.label ?? '') : '';
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
