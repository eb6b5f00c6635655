import { contractWords } from '@atelier/content/contract-terms.ts';
import { MAX_CLAUSES } from '@atelier/domain/contracts/terms.ts';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { newKey } from '../../../lib/api/query-client.ts';
import { DateInput } from '../../../ui/forms/date-input.tsx';
import { type ChangeList, EditableList, withItem } from '../../../ui/forms/editable-list.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import type { FormErrors } from '../../../ui/forms/terms-input.ts';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import type { ClauseInput, TermsInput } from './draft-input.ts';

type Dates = Pick<TermsInput, 'start' | 'finish' | 'feedbackRounds'>;

/** When the work begins and ends, and how much feedback it includes. */
export function DatesField({
  dates,
  errors,
  onChange,
}: {
  dates: Dates;
  errors: FormErrors;
  onChange: (fields: Partial<Dates>) => void;
}) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Field label="Work begins" isOptional error={errors['terms.start']}>
        <DateInput value={dates.start} onChange={(start) => onChange({ start })} />
      </Field>
      <Field label="Work is finished" isOptional error={errors['terms.finish']}>
        <DateInput value={dates.finish} min={dates.start} onChange={(finish) => onChange({ finish })} />
      </Field>
      <Field
        label="Rounds of feedback"
        hint="For each design, in the price."
        error={errors['terms.feedbackRounds']}
      >
        <Input
          value={dates.feedbackRounds}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => onChange({ feedbackRounds: event.target.value })}
        />
      </Field>
    </div>
  );
}

/** The contract's terms, each folded to its title. */
export function ClausesField({
  clauses,
  errors,
  onChange,
}: {
  clauses: readonly ClauseInput[];
  errors: FormErrors;
  onChange: ChangeList<ClauseInput>;
}) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const fold = (id: string, isOpen: boolean) =>
    setUnfolded((before) => new Set(isOpen ? [...before, id] : [...before].filter((each) => each !== id)));
  const errorOf = (number: number, field: keyof ClauseInput) =>
    errors[`terms.clauses.${number - 1}.${field}`];
  // A clause with an error can't be folded away.
  const isOpen = ({ id }: ClauseInput, number: number) =>
    unfolded.has(id) || Boolean(errorOf(number, 'title') ?? errorOf(number, 'text'));
  const create = (clause: Omit<ClauseInput, 'id'>) => {
    const id = newKey();
    fold(id, true);
    return { id, ...clause };
  };
  const unused = contractWords.clauses.filter(
    ({ title }) => !clauses.some((clause) => clause.title === title),
  );
  return (
    <>
      <p className="-mt-2 text-sm text-ink-faint">
        {'{rounds}'} and {'{payments}'} in a clause are filled in: “2 rounds”, “50% at launch”.
      </p>
      <EditableList
        noun="clause"
        items={clauses}
        nameOf={({ title }) => title.trim() && `“${title.trim()}”`}
        max={MAX_CLAUSES}
        create={() => create({ title: '', text: '' })}
        onChange={onChange}
        error={errors['terms.clauses']}
        templates={{
          label: 'Add a usual clause',
          items: unused.map((clause) => ({ label: clause.title, create: () => create(clause) })),
        }}
        heading={(clause, number) => (
          <button
            type="button"
            aria-expanded={isOpen(clause, number)}
            className="flex min-h-11 w-full items-center gap-2 text-left font-semibold"
            onClick={() => fold(clause.id, !isOpen(clause, number))}
          >
            <ChevronDown
              aria-hidden="true"
              className={clsx(
                'size-5 shrink-0 text-ink-faint transition-transform',
                !isOpen(clause, number) && '-rotate-90',
              )}
            />
            <span className="min-w-0 wrap-anywhere">{clause.title.trim() || 'A new clause'}</span>
          </button>
        )}
      >
        {(clause, number) =>
          isOpen(clause, number) && (
            <ClauseFields
              clause={clause}
              number={number}
              errorOf={(field) => errorOf(number, field)}
              onChange={(fields) => onChange(withItem(clause.id, fields))}
            />
          )
        }
      </EditableList>
    </>
  );
}

function ClauseFields({
  clause,
  number,
  errorOf,
  onChange,
}: {
  clause: ClauseInput;
  number: number;
  errorOf: (field: keyof ClauseInput) => string | undefined;
  onChange: (fields: Partial<ClauseInput>) => void;
}) {
  return (
    <div className="grid grid-cols-1 gap-2 pt-2">
      <Field label={`Title of clause ${number}`} isLabelHidden error={errorOf('title')}>
        <Input
          value={clause.title}
          placeholder="Title"
          autoComplete="off"
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Field>
      <Field label={`Text of clause ${number}`} isLabelHidden error={errorOf('text')}>
        <Textarea
          value={clause.text}
          className="pointer-fine:text-sm"
          onChange={(event) => onChange({ text: event.target.value })}
        />
      </Field>
    </div>
  );
}
