import { contractWords } from '@atelier/content/contract-terms.ts';
import { type PlanMilestone, planOfKind } from '@atelier/domain/contracts/suggested-terms.ts';
import { PLAN_KINDS, type PlanKind } from '@atelier/domain/contracts/terms.ts';
import { newKey } from '../../../lib/api/query-client.ts';
import { type PartInput, partInput } from '../../../ui/forms/terms-input.ts';
import type { TermsInput } from './draft-input.ts';

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
