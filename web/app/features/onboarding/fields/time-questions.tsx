import { type FieldOf, isRequired } from '@atelier/domain/onboarding/brief.ts';
import { type ComponentProps, useMemo } from 'react';
import { useController } from 'react-hook-form';
import { localDay } from '../../../lib/format.ts';
import { late } from '../../../lib/late.tsx';
import { Skeleton } from '../../../ui/feedback/placeholders.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { useQuestion } from './use-question.ts';

const arriving = <Skeleton className="h-11 w-full rounded-md" />;

// They position windows over the page, which is most of their code, and stand on a later step.
const DateInput = late<ComponentProps<typeof import('../../../ui/forms/date-input.tsx').DateInput>>(
  async () => ({ default: (await import('../../../ui/forms/date-input.tsx')).DateInput }),
  arriving,
);
const Combobox = late<ComponentProps<typeof import('../../../ui/forms/combobox.tsx').Combobox>>(
  async () => ({ default: (await import('../../../ui/forms/combobox.tsx')).Combobox }),
  arriving,
);

/** A question answered with a day from today on. */
export function DateQuestion({ name }: { name: FieldOf<'date'> }) {
  const { form, label, hint, error } = useQuestion(name);
  const { field } = useController({ control: form.control, name });
  return (
    <Field label={label} error={error} isOptional={!isRequired(name)} hint={hint}>
      <DateInput {...field} min={localDay()} placeholder="Type a date, or choose one" />
    </Field>
  );
}

/** A readable zone: "America/New York". */
const zoneName = (zone: string) => zone.replaceAll('_', ' ');

/** All the browser's time zones; first the chosen one, the browser's own and none. */
export function timeZoneChoices(chosen: string, own = browserTimeZone()): { value: string; label: string }[] {
  const first = [chosen, own].filter((zone) => zone !== '');
  const zones = new Set([...first, ...Intl.supportedValuesOf('timeZone'), 'UTC']);
  const choices = [...zones].map((zone) => ({ value: zone, label: zoneName(zone) }));
  return choices.toSpliced(new Set(first).size, 0, { value: '', label: 'Leave it open' });
}

const offsets = new Map<string, string>();

/** The offset from UTC today: "GMT+1"; empty for an unknown zone. */
export function zoneOffset(zone: string): string {
  if (zone === '') return '';
  const known = offsets.get(zone);
  if (known !== undefined) return known;
  const offset = findOffset(zone);
  offsets.set(zone, offset);
  return offset;
}

function findOffset(zone: string): string {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' });
    return format.formatToParts().find((part) => part.type === 'timeZoneName')?.value ?? '';
  } catch {
    return '';
  }
}

export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
}

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
