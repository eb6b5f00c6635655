import type { FieldOf } from '@atelier/domain/onboarding/brief.ts';
import { useMemo } from 'react';
import { useController } from 'react-hook-form';
import { Combobox } from '../../../ui/forms/combobox.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { timeZoneChoices, zoneOffset } from './time-zones.ts';
import { useQuestion } from './use-question.ts';

/** The time zone, found by typing a city. */
export function TimeZoneQuestion({ name, hint: ownHint }: { name: FieldOf<'timezone'>; hint?: string }) {
  const { form, label, hint, error } = useQuestion(name);
  const { field } = useController({ control: form.control, name });
  const choices = useMemo(() => timeZoneChoices(field.value), [field.value]);
  return (
    <Field label={label} isOptional hint={ownHint ?? hint} error={error}>
      <Combobox
        ref={field.ref}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        choices={choices}
        detail={zoneOffset}
        placeholder="Left open"
        searchLabel="Type a city"
        emptyText="No time zone by that name. Try a larger city near you."
      />
    </Field>
  );
}
