import { questions } from '@atelier/content/questions.ts';
import { BRIEF, type Brief, type FieldOf, MAX_ROWS } from '@atelier/domain/onboarding/brief.ts';
import { Plus, Trash2 } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { type FieldPath, useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { Field, FieldError, Input } from '../../../ui/forms/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { registerField, useQuestion } from './use-question.ts';

interface Column extends ColumnAttributes {
  label: string;
  /** The field of this column in the row at a position, from 0. */
  path: (position: number) => FieldPath<Brief>;
}

type ColumnAttributes = Pick<ComponentProps<'input'>, 'placeholder' | 'maxLength' | 'inputMode'>;

const columnAttributes: { [Name in FieldOf<'rows'>]?: Readonly<Record<string, ColumnAttributes>> } = {
  decisionMakers: {
    name: { maxLength: BRIEF.decisionMakers.columns.name },
    role: { maxLength: BRIEF.decisionMakers.columns.role },
  },
  inspirationUrls: { url: { inputMode: 'url' } },
};

function columnsOf(name: FieldOf<'rows'>): Column[] {
  const words: Readonly<Record<string, { label: string; placeholder: string }>> = questions[name].columns;
  return Object.entries(words).map(([column, text]) => ({
    ...text,
    ...columnAttributes[name]?.[column],
    path: (position) => `${name}.${position}.${column}` as FieldPath<Brief>,
  }));
}

function emptyRow(name: FieldOf<'rows'>): Brief[typeof name][number] {
  const columns = Object.keys(BRIEF[name].columns).map((column) => [column, '']);
  return Object.fromEntries(columns) as Brief[typeof name][number];
}

interface RowListProps {
  name: FieldOf<'rows'>;
  /** A remark below the row at a position, from 0. */
  remark?: (position: number) => ReactNode;
}

/**
 * A question answered with rows of short texts. Adding focuses the new row; removing focuses the
 * row that took its place, or the button; Enter in the last row adds one.
 */
export function RowList({ name, remark }: RowListProps) {
  const { form, label, hint, error } = useQuestion(name);
  const { row: rowLabel, add: addLabel } = questions[name];
  const columns = columnsOf(name);
  const { fields, append, remove } = useFieldArray<Brief, typeof name>({ control: form.control, name });
  const addButton = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const hintId = useId();
  const isFull = fields.length >= MAX_ROWS;

  const add = () => {
    const first = columns[0]?.path(fields.length);
    if (!isFull && first) append(emptyRow(name), { focusName: first });
  };
  const drop = (position: number) => {
    remove(position);
    const next = position < fields.length - 1 ? position : position - 1;
    requestAnimationFrame(() => {
      const input = list.current?.querySelectorAll('li')[next]?.querySelector('input');
      (input ?? addButton.current)?.focus();
    });
  };
  const onKeyDown = (event: KeyboardEvent, position: number) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (position === fields.length - 1 && event.target.value.trim() !== '') add();
  };

  return (
    <fieldset className="grid min-w-0 gap-3" aria-describedby={hint ? hintId : undefined}>
      <legend className="mb-1 text-sm font-semibold">
        {label}
        <span className="ml-1.5 font-normal text-ink-faint">optional</span>
      </legend>
      {hint && (
        <p id={hintId} className="text-sm text-ink-faint">
          {hint}
        </p>
      )}
      {fields.length > 0 && (
        <ol ref={list} className="grid gap-5 sm:gap-3">
          {fields.map((row, position) => (
            <li
              key={row.id}
              className="grid grid-cols-[1fr_auto] items-start gap-x-2 gap-y-3 sm:grid-cols-[1fr_1fr_auto]"
              onKeyDown={(event) => onKeyDown(event, position)}
            >
              {columns.map((column) => (
                <RowField key={column.label} {...{ column, position, rowLabel }} />
              ))}
              <IconButton
                label={`Remove ${rowLabel.toLowerCase()} ${position + 1}`}
                className="col-start-2 row-start-1 mt-7 sm:col-start-3"
                onClick={() => drop(position)}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
              {remark?.(position)}
            </li>
          ))}
        </ol>
      )}
      <div>
        <Button ref={addButton} variant="secondary" size="sm" onClick={add} disabled={isFull}>
          <Plus aria-hidden="true" className="size-4" />
          {addLabel}
        </Button>
      </div>
      {fields.length === 0 && <FieldError message={error} />}
    </fieldset>
  );
}

function RowField({ column, position, rowLabel }: { column: Column; position: number; rowLabel: string }) {
  const { label, path: pathAt, ...input } = column;
  const path = pathAt(position);
  const form = useFormContext<Brief>();
  const formState = useFormState<Brief>({ control: form.control, name: path });
  return (
    <Field
      label={
        <>
          <span className="sr-only">
            {rowLabel} {position + 1},{' '}
          </span>
          {label}
        </>
      }
      error={form.getFieldState(path, formState).error?.message}
      className="col-start-1 sm:col-start-auto"
    >
      <Input {...input} {...registerField(form, path)} />
    </Field>
  );
}
