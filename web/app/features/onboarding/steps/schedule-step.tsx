import { crmChoices } from '@atelier/content/onboarding.ts';
import type { Brief } from '@atelier/domain/onboarding.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextQuestion } from '../fields/text-question.tsx';
import { TimeZoneQuestion } from '../fields/time-zone-question.tsx';
import { useQuestion } from '../fields/use-question.ts';

/** Step 6: what has to be connected, and when it should be live. */
export function ScheduleStep() {
  return (
    <div className="grid gap-9">
      <fieldset className="grid gap-6 sm:grid-cols-2">
        <legend className="mb-4 font-display text-lg font-semibold">Access</legend>
        <TextQuestion
          name="gaAdmin"
          isOptional
          autoCapitalize="none"
          hint="Who can let me into your analytics."
        />
        <TextQuestion
          name="stripeAdmin"
          isOptional
          autoCapitalize="none"
          hint="Who looks after your payment provider."
        />
        <CrmQuestion />
      </fieldset>
      <fieldset className="grid gap-6 sm:grid-cols-2">
        <legend className="mb-4 font-display text-lg font-semibold">Schedule</legend>
        <TargetQuestion />
        <TimeZoneQuestion hint="For calls. The same as in Business Details." />
      </fieldset>
    </div>
  );
}

function CrmQuestion() {
  const { form, label, error } = useQuestion('crm');
  const chosen = useWatch({ control: form.control, name: 'crm' });
  const offered: readonly string[] = crmChoices;
  // An answer that is no longer offered stays until another is chosen.
  const choices = offered.includes(chosen) || chosen === '' ? offered : [...offered, chosen];
  return (
    <Field label={label} error={error} hint="Where your enquiries should end up.">
      <Select choices={choices.map((value) => ({ value, label: value }))} {...form.register('crm')} />
    </Field>
  );
}

/** Today in the browser's own zone, as a date field holds it. */
function today(): string {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function TargetQuestion() {
  const { control } = useFormContext<Brief>();
  const hasPassed = useWatch({ control, name: 'target', compute: (date) => date !== '' && date < today() });
  return (
    <TextQuestion
      name="target"
      type="date"
      isOptional
      hint={hasPassed ? 'That day has passed. Is it the date you meant?' : 'When you would like to be live.'}
    />
  );
}
