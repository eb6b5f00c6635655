import { cleanLine, NOT_A_DAY, tooLongMessage } from '@atelier/domain/text.ts';
import { EMPTY_TODO, TODO_MAX } from '@atelier/domain/todos/rules.ts';
import { useState } from 'react';
import { isDay } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { FailureAlert } from '../../ui/feedback/query-state.tsx';
import { Field, Input } from '../../ui/forms/field.tsx';
import { LateDateInput } from '../../ui/forms/late-date-input.tsx';

interface TodoFields {
  text: string;
  due: string;
}

const EMPTY: TodoFields = { text: '', due: '' };

/** What to do and by when, on one line where there is room. It stays until it has arrived. */
export function TodoForm({
  label,
  initial = EMPTY,
  submitLabel,
  pendingLabel,
  change,
  onSubmit,
  onCancel,
}: {
  label: string;
  initial?: TodoFields;
  submitLabel: string;
  pendingLabel: string;
  /** What sends it. */
  change: { isPending: boolean; error: unknown };
  /** Calls back once it has arrived. */
  onSubmit: (fields: TodoFields, onArrived: () => void) => void;
  onCancel?: () => void;
}) {
  const [fields, setFields] = useState(initial);
  const [refusals, setRefusals] = useState<Partial<TodoFields>>({});
  const type = (typed: Partial<TodoFields>) => {
    setFields((now) => ({ ...now, ...typed }));
    setRefusals({});
  };
  return (
    <form
      noValidate
      className="@container grid grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (change.isPending) return;
        const text = cleanLine(fields.text);
        const found = todoRefusals({ text, due: fields.due });
        setRefusals(found);
        if (Object.keys(found).length === 0) onSubmit({ text, due: fields.due }, () => setFields(EMPTY));
      }}
    >
      <div className="grid grid-cols-1 items-start gap-2 @min-[26rem]:grid-cols-[minmax(0,1fr)_10rem_auto]">
        <Field label={label} isLabelHidden error={refusals.text}>
          <Input
            autoFocus={initial.text !== ''}
            value={fields.text}
            placeholder="What to do…"
            onChange={({ target }) => type({ text: target.value })}
            onKeyDown={({ key }) => key === 'Escape' && onCancel?.()}
          />
        </Field>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 @min-[26rem]:contents">
          <Field label="Due" isLabelHidden error={refusals.due}>
            <LateDateInput value={fields.due} placeholder="Any day" onChange={(due) => type({ due })} />
          </Field>
          <span className="flex gap-1">
            <Button
              variant="secondary"
              size="sm"
              type="submit"
              className="min-h-11"
              isPending={change.isPending}
              pendingLabel={pendingLabel}
            >
              {submitLabel}
            </Button>
            {onCancel && (
              <Button variant="quiet" size="sm" className="min-h-11" onClick={onCancel}>
                Cancel
              </Button>
            )}
          </span>
        </div>
      </div>
      <FailureAlert error={change.error} fallback="Failed to save the to-do." />
    </form>
  );
}

/** Why a to-do can't be sent, by field. Not by its schema: the validation library weighs more than the rest of the screen. */
function todoRefusals({ text, due }: TodoFields): Partial<TodoFields> {
  return {
    ...(text === '' && { text: EMPTY_TODO }),
    ...(text.length > TODO_MAX && { text: tooLongMessage(TODO_MAX) }),
    ...(due !== '' && !isDay(due) && { due: NOT_A_DAY }),
  };
}
