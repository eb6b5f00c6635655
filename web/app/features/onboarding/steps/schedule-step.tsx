import { crmChoices } from '@atelier/content/onboarding.ts';
import { useController, useWatch } from 'react-hook-form';
import { localDay } from '../../../lib/format.ts';
import { DateInput } from '../../../ui/date-input.tsx';
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

function TargetQuestion() {
  const { form, label, error } = useQuestion('target');
  const { field } = useController({ control: form.control, name: 'target' });
  return (
    <Field label={label} error={error} isOptional hint="When you would like to be live.">
      <DateInput {...field} min={localDay()} placeholder="Type a date, or choose one" />
    </Field>
  );
}
