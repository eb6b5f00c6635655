import { contractWords } from '@atelier/content/contract-terms.ts';
import { prices } from '@atelier/content/prices.ts';
import { suggestLines } from '@atelier/domain/contracts/suggested-terms.ts';
import { MAX_LINES } from '@atelier/domain/contracts/terms.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import { resumeBrief } from '@atelier/domain/onboarding/schema.ts';
import { suggestContractTotal } from '@atelier/domain/onboarding/suggestions.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { newKey } from '../../../lib/api/query-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { type DraftErrors, type LineInput, lineInputs, sumOfLines } from './draft-input.ts';
import { type ChangeList, EditableList, withItem } from './editable-list.tsx';

/** Lines by the prices of the brief's features; none where nothing in it is paid once. */
function linesOfBrief({ estimate, final, data }: Project): LineInput[] {
  // Without what an old brief has and the catalogue no longer has.
  const brief = resumeBrief(final ?? data);
  const total = estimate ? suggestContractTotal(estimate, brief) : null;
  return lineInputs(suggestLines(brief, prices, { total, words: contractWords, newId: newKey }));
}

/** What the contract costs, line by line. */
export function LinesField({
  project,
  lines,
  errors,
  onChange,
}: {
  project: Project;
  lines: readonly LineInput[];
  errors: DraftErrors;
  onChange: ChangeList<LineInput>;
}) {
  const sum = sumOfLines(lines);
  const isSuggesting = lines.length === 0 && linesOfBrief(project).length > 0;
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
        actions={
          isSuggesting && (
            <Button size="sm" variant="quiet" onClick={() => onChange(() => linesOfBrief(project))}>
              Take the lines from the brief
            </Button>
          )
        }
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
                  placeholder="TBD"
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
                  className="min-h-11! text-sm"
                  onChange={(event) => set({ detail: event.target.value })}
                />
              </Field>
            </div>
          );
        }}
      </EditableList>
      {lines.length > 0 && (
        <dl className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-rule pt-3">
          <dt className="font-semibold">Total</dt>
          <dd className="font-display text-xl font-semibold tabular-nums">
            {Number.isNaN(sum) ? '–' : formatUsd(sum)}
          </dd>
        </dl>
      )}
    </>
  );
}
