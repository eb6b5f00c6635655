import { contractWords } from '@atelier/content/contract-terms.ts';
import type { PlanMilestone } from '@atelier/domain/contracts/suggested-terms.ts';
import { MAX_PLAN_PARTS, type PaymentDueKind } from '@atelier/domain/contracts/terms.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import { clsx } from 'clsx';
import { newKey } from '../../lib/api/query-client.ts';
import { DateInput } from './date-input.tsx';
import { type ChangeList, EditableList, withItem } from './editable-list.tsx';
import { Field, Input } from './field.tsx';
import { Select } from './select.tsx';
import { amountsOf, type FormErrors, missingPercent, type PartInput, usualLabel } from './terms-input.ts';

const DUES: readonly { value: PaymentDueKind; label: string }[] = [
  { value: 'acceptance', label: 'At acceptance' },
  { value: 'milestone', label: 'Milestone approved' },
  { value: 'finish', label: 'Everything approved' },
  { value: 'date', label: 'On a day' },
];

/** In what parts something is paid, and when each is due. */
export function PaymentPartsField({
  parts,
  total,
  milestones,
  place,
  atAcceptance,
  errors,
  onChange,
}: {
  parts: readonly PartInput[];
  /** What it costs, as typed. */
  total: number | null;
  /** Those that a payment can wait for. */
  milestones: readonly PlanMilestone[];
  /** Of the parts in the form, for their errors. */
  place: string;
  /** How a payment that is due at the acceptance is named. */
  atAcceptance: string;
  errors: FormErrors;
  onChange: ChangeList<PartInput>;
}) {
  const amounts = amountsOf(total, parts);
  const missing = missingPercent(parts);
  return (
    <>
      <EditableList
        noun="payment"
        items={parts}
        nameOf={({ label }) => label.trim() && `“${label.trim()}”`}
        max={MAX_PLAN_PARTS}
        create={(): PartInput => ({
          id: newKey(),
          label: contractWords.dues.launch,
          percent: missing > 0 ? String(missing) : '',
          due: 'finish',
          milestoneId: '',
          date: '',
        })}
        onChange={onChange}
        error={errors[place]}
        heading={(part, number) => (
          <Share
            part={part}
            number={number}
            amount={amounts[number - 1] ?? null}
            error={errors[`${place}.${number - 1}.percent`]}
            onChange={(percent) => onChange(withItem<PartInput>(part.id, { percent }))}
          />
        )}
      >
        {(part, number) => (
          <PartFields
            part={part}
            number={number}
            milestones={milestones}
            atAcceptance={atAcceptance}
            errorOf={(field) => errors[`${place}.${number - 1}.${field}`]}
            onChange={(fields) => onChange(withItem(part.id, fields))}
          />
        )}
      </EditableList>
      <p
        className={clsx('text-sm font-medium tabular-nums', missing === 0 ? 'text-ink-soft' : 'text-danger')}
      >
        {togetherWords(missing)}
      </p>
    </>
  );
}

/** What the percentages add up to. */
function togetherWords(missing: number): string {
  if (missing === 0) return 'Together 100%';
  return missing > 0
    ? `Together ${100 - missing}%: ${missing}% is missing.`
    : `Together ${100 - missing}%: ${-missing}% too much.`;
}

/** How much a payment is of the total. */
function Share({
  part,
  number,
  amount,
  error,
  onChange,
}: {
  part: PartInput;
  number: number;
  amount: number | null;
  error: string | undefined;
  onChange: (percent: string) => void;
}) {
  return (
    <div className="flex flex-wrap items-start gap-x-3">
      <Field label={`Percent of payment ${number}`} isLabelHidden error={error}>
        <span className="flex items-center gap-1.5">
          <Input
            value={part.percent}
            inputMode="numeric"
            autoComplete="off"
            className="w-18! text-right tabular-nums"
            onChange={(event) => onChange(event.target.value)}
          />
          %
        </span>
      </Field>
      {amount !== null && <p className="py-2.5 font-semibold tabular-nums">{formatUsd(amount)}</p>}
    </div>
  );
}

function PartFields({
  part,
  number,
  milestones,
  atAcceptance,
  errorOf,
  onChange,
}: {
  part: PartInput;
  number: number;
  milestones: readonly PlanMilestone[];
  atAcceptance: string;
  errorOf: (field: keyof PartInput) => string | undefined;
  onChange: (fields: Partial<PartInput>) => void;
}) {
  /** Another time names the payment by it, unless it has a name of its own. */
  const changeDue = (fields: Partial<PartInput>) => {
    const isNamedByIt = part.label.trim() === '' || part.label === usualLabel(part, milestones, atAcceptance);
    onChange({
      ...fields,
      ...(isNamedByIt && { label: usualLabel({ ...part, ...fields }, milestones, atAcceptance) }),
    });
  };
  const isGone = part.milestoneId !== '' && !milestones.some(({ id }) => id === part.milestoneId);
  return (
    <div className="grid grid-cols-1 gap-2 pt-2 sm:grid-cols-2">
      <Field
        label={`Payment ${number} in words`}
        isLabelHidden
        error={errorOf('label')}
        className="sm:col-span-full"
      >
        <Input
          value={part.label}
          placeholder={contractWords.dues.launch}
          autoComplete="off"
          onChange={(event) => onChange({ label: event.target.value })}
        />
      </Field>
      <Field label={`Payment ${number} is due`} isLabelHidden error={errorOf('due')}>
        <Select
          value={part.due}
          choices={DUES}
          onChange={(event) => changeDue({ due: event.target.value as PaymentDueKind })}
        />
      </Field>
      {part.due === 'milestone' && (
        <Field
          label={`Milestone of payment ${number}`}
          isLabelHidden
          error={
            errorOf('milestoneId') ?? (isGone ? 'This milestone is gone. Choose another one.' : undefined)
          }
        >
          <Select
            value={isGone ? '' : part.milestoneId}
            choices={milestones.map(({ id, title }) => ({ value: id, label: title }))}
            placeholder="Choose a milestone"
            onChange={(event) => changeDue({ milestoneId: event.target.value })}
          />
        </Field>
      )}
      {part.due === 'date' && (
        <Field label={`Day of payment ${number}`} isLabelHidden error={errorOf('date')}>
          <DateInput value={part.date} placeholder="Day" onChange={(date) => onChange({ date })} />
        </Field>
      )}
    </div>
  );
}
