import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ChoiceGroup } from '../../ui/forms/choices.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { groupByDay, listZones } from './call-times.ts';

/** Days that are in sight at first. */
const FIRST_DAYS = 6;

/** A day, then a time of it, in a zone that can be changed. */
export function TimeChoice({
  times,
  zone,
  onZone,
  value,
  onChange,
  error,
}: {
  /** Moments, the earliest first; at least one. */
  times: readonly string[];
  zone: string;
  onZone: (zone: string) => void;
  /** The chosen moment. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  error?: string | undefined;
}) {
  const [chosenDay, setChosenDay] = useState<string>();
  const [areAllShown, setAllShown] = useState(false);
  const days = groupByDay(times, zone);
  // With another zone a time can be of another day.
  const dayOfValue = days.find((day) => day.times.some((time) => time.value === value));
  const open = dayOfValue ?? days.find(({ day }) => day === chosenDay) ?? days[0];
  const shown = areAllShown ? days : days.slice(0, FIRST_DAYS);
  const choices = (open && !shown.includes(open) ? [...shown, open] : shown).map(({ day, label }) => ({
    value: day,
    label,
  }));
  return (
    <div className="grid grid-cols-1 gap-5">
      <Field label="Your time zone">
        <Select
          choices={listZones(zone).map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
          value={zone}
          onChange={(event) => onZone(event.target.value)}
        />
      </Field>
      <div className="grid justify-items-start gap-2">
        <ChoiceGroup
          legend="Day"
          choices={choices}
          value={open?.day ?? ''}
          onChange={(day) => {
            setChosenDay(day);
            onChange(undefined);
          }}
        />
        {days.length > FIRST_DAYS && !areAllShown && (
          <Button variant="quiet" size="sm" className="-mx-3" onClick={() => setAllShown(true)}>
            Later days
          </Button>
        )}
      </div>
      {open && (
        <ChoiceGroup
          legend={`Time on ${open.label}`}
          choices={[...open.times]}
          value={value ?? ''}
          onChange={onChange}
          error={error}
        />
      )}
    </div>
  );
}
