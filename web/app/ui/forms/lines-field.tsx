import { MAX_LINES } from '@atelier/domain/contracts/terms.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import type { ReactNode } from 'react';
import { newKey } from '../../lib/api/query-client.ts';
import { type ChangeList, EditableList, withItem } from './editable-list.tsx';
import { Field, Input } from './field.tsx';
import type { FormErrors, LineInput } from './terms-input.ts';
import { Textarea } from './textarea.tsx';

/** What something costs, line by line. */
export function LinesField({
  lines,
  errors,
  onChange,
  actions,
  openPrice,
  children,
}: {
  lines: readonly LineInput[];
  errors: FormErrors;
  onChange: ChangeList<LineInput>;
  /** Beside the button that adds a line. */
  actions?: ReactNode;
  /** What a line without a price says. */
  openPrice: string;
  /** Below the lines: what they add up to. */
  children: ReactNode;
}) {
  return (
    <>
      <EditableList
        noun="line"
        items={lines}
        nameOf={({ title }) => title.trim() && `“${title.trim()}”`}
        max={MAX_LINES}
        create={() => ({ id: newKey(), title: '', detail: '', price: '' })}
        onChange={onChange}
        error={errors['terms.lines']}
        actions={actions}
      >
        {(line, number) => {
          const error = (field: keyof LineInput) => errors[`terms.lines.${number - 1}.${field}`];
          const set = (fields: Partial<LineInput>) => onChange(withItem(line.id, fields));
          return (
            <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-2">
              <Field label={`Line ${number}`} isLabelHidden error={error('title')}>
                <Input
                  value={line.title}
                  placeholder="Name it"
                  autoComplete="off"
                  onChange={(event) => set({ title: event.target.value })}
                />
              </Field>
              <Field label={`Price of line ${number} in US dollars`} isLabelHidden error={error('price')}>
                <Input
                  value={line.price}
                  placeholder={openPrice}
                  autoComplete="off"
                  className="text-right tabular-nums"
                  onChange={(event) => set({ price: event.target.value })}
                />
              </Field>
              <Field
                label={`Detail of line ${number}`}
                isLabelHidden
                error={error('detail')}
                className="col-span-2"
              >
                <Textarea
                  value={line.detail}
                  rows={1}
                  placeholder="What’s included (optional)"
                  className="min-h-11! pointer-fine:text-sm"
                  onChange={(event) => set({ detail: event.target.value })}
                />
              </Field>
            </div>
          );
        }}
      </EditableList>
      {lines.length > 0 && children}
    </>
  );
}

/** What lines add up to, or another sum below them. */
export function LinesTotal({ label, total }: { label: string; total: number | null }) {
  return (
    <dl className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-rule pt-3">
      <dt className="font-semibold">{label}</dt>
      <dd className="font-display text-xl font-semibold tabular-nums">
        {Number.isNaN(total) ? '–' : formatUsd(total)}
      </dd>
    </dl>
  );
}
