import { claims } from '@atelier/content/claims.ts';
import { contractWords } from '@atelier/content/contract-terms.ts';
import type { PlanMilestone } from '@atelier/domain/contracts/suggested-terms.ts';
import { PLAN_KINDS, type PlanKind } from '@atelier/domain/contracts/terms.ts';
import { useState } from 'react';
import { ChoiceGroup } from '../../../ui/forms/choices.tsx';
import { PaymentPartsField } from '../../../ui/forms/payment-parts-field.tsx';
import type { FormErrors, PartInput } from '../../../ui/forms/terms-input.ts';
import { kindsFor, type PlanInput, planInputOf } from './plan-input.ts';

const KIND_LABELS: Record<PlanKind, string> = {
  halves: claims.payment.short,
  thirds: 'Thirds',
  milestones: 'One for each milestone',
  custom: 'Your own',
};

/** In what parts the contract is paid, and when each is due. */
export function PaymentsField({
  plan,
  total,
  milestones,
  errors,
  onChange,
}: {
  plan: PlanInput;
  /** What the contract costs, as typed. */
  total: number | null;
  milestones: readonly PlanMilestone[];
  errors: FormErrors;
  onChange: (change: (plan: PlanInput) => PlanInput) => void;
}) {
  // Comes back with "Your own" after a look at another kind.
  const [own, setOwn] = useState<PartInput[]>();
  const choose = (kind: PlanKind) => {
    if (plan.kind === 'custom') setOwn(plan.parts);
    onChange(({ parts }) =>
      kind === 'custom' ? { kind, parts: own ?? parts } : planInputOf(kind, milestones, parts),
    );
  };
  const possible = kindsFor(milestones);
  const kinds = PLAN_KINDS.filter((kind) => kind === plan.kind || possible.includes(kind));
  return (
    <>
      <ChoiceGroup
        legend="How it’s split"
        choices={kinds.map((value) => ({ value, label: KIND_LABELS[value] }))}
        value={plan.kind}
        onChange={choose}
      />
      <PaymentPartsField
        parts={plan.parts}
        total={total}
        milestones={milestones}
        place="terms.plan.parts"
        atAcceptance={contractWords.dues.acceptance}
        errors={errors}
        onChange={(change) => onChange(({ parts }) => ({ kind: 'custom', parts: change(parts) }))}
      />
    </>
  );
}
