import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { useController } from 'react-hook-form';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';
import { timeZoneChoices, zoneOffset } from './time-zones.ts';
import { useQuestion } from './use-question.ts';

/** The time zone, found by typing a city. */
export function TimeZoneQuestion({ hint, className }: { hint?: ReactNode; className?: string }) {
  const { form, label, error } = useQuestion('timezone');
  const { field } = useController({ control: form.control, name: 'timezone' });
  const choices = useMemo(() => timeZoneChoices(field.value), [field.value]);
  return (
    <Field label={label} isOptional {...{ hint, error, className }}>
      <Combobox
        ref={field.ref}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        choices={choices}
        detail={zoneOffset}
        placeholder="Left open"
        searchLabel="Type a city"
        emptyText="No time zone of that name. Try a larger city near you."
      />
    </Field>
  );
}
