import { MAX_ADDED_MILESTONES } from '@atelier/domain/change-orders/rules.ts';
import { newKey } from '../../../lib/api/query-client.ts';
import { DateInput } from '../../../ui/forms/date-input.tsx';
import { type ChangeList, EditableList, withItem } from '../../../ui/forms/editable-list.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import type { FormErrors } from '../../../ui/forms/terms-input.ts';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import type { MilestoneInput } from './change-input.ts';

/** The milestones that a change adds to the plan. */
export function AddedMilestonesField({
  milestones,
  errors,
  onChange,
}: {
  milestones: readonly MilestoneInput[];
  errors: FormErrors;
  onChange: ChangeList<MilestoneInput>;
}) {
  return (
    <EditableList
      noun="milestone"
      items={milestones}
      nameOf={({ title }) => title.trim() && `“${title.trim()}”`}
      max={MAX_ADDED_MILESTONES}
      create={() => ({ id: newKey(), title: '', description: '', due: '' })}
      onChange={onChange}
      error={errors['terms.milestones']}
    >
      {(milestone, number) => {
        const error = (field: keyof MilestoneInput) => errors[`terms.milestones.${number - 1}.${field}`];
        const set = (fields: Partial<MilestoneInput>) => onChange(withItem(milestone.id, fields));
        return (
          <div className="grid grid-cols-1 gap-2 sm:grid-cols-[minmax(0,1fr)_11rem]">
            <Field label={`Milestone ${number}`} isLabelHidden error={error('title')}>
              <Input
                value={milestone.title}
                placeholder="Name it"
                autoComplete="off"
                onChange={(event) => set({ title: event.target.value })}
              />
            </Field>
            <Field label={`Date of milestone ${number}`} isLabelHidden error={error('due')}>
              <DateInput
                value={milestone.due}
                placeholder="Due (optional)"
                onChange={(due) => set({ due })}
              />
            </Field>
            <Field
              label={`Description of milestone ${number}`}
              isLabelHidden
              error={error('description')}
              className="sm:col-span-2"
            >
              <Textarea
                value={milestone.description}
                rows={1}
                placeholder="What’s in it (optional)"
                className="min-h-11! text-sm"
                onChange={(event) => set({ description: event.target.value })}
              />
            </Field>
          </div>
        );
      }}
    </EditableList>
  );
}
