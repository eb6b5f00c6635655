import { useState } from 'react';
import { Checkbox } from '../app/ui/forms/checkbox.tsx';
import { ChipInput } from '../app/ui/forms/chip-input.tsx';
import { ChoiceGroup } from '../app/ui/forms/choice-group.tsx';
import { Combobox } from '../app/ui/forms/combobox.tsx';
import { DateInput } from '../app/ui/forms/date-input.tsx';
import { Field } from '../app/ui/forms/field.tsx';
import { Input } from '../app/ui/forms/input.tsx';
import { PasswordInput } from '../app/ui/forms/password-input.tsx';
import { Select } from '../app/ui/forms/select.tsx';
import { Textarea } from '../app/ui/forms/textarea.tsx';

const crms = ['None', 'One', 'Another'].map((label) => ({ value: label, label }));
const dates = [
  { value: 'flexible', label: 'Flexible', description: 'Good comes before soon' },
  { value: 'firm', label: 'Firm', description: 'A week either way' },
  { value: 'hard', label: 'Hard deadline', description: 'It cannot move' },
] as const;

/** Everything that can be filled in, well and badly. */
export function FieldGallery() {
  const [chips, setChips] = useState(['Booking', 'Newsletter']);
  const [launch, setLaunch] = useState('2031-03-01');
  const [country, setCountry] = useState('Ireland');
  const [date, setDate] = useState<(typeof dates)[number]['value']>('firm');
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Field label="Email" hint="Where the answer goes." isRequired>
        <Input type="email" placeholder="you@example.com" />
      </Field>
      <Field label="Email" error="Enter a valid email.">
        <Input type="email" defaultValue="not an address" />
      </Field>
      <Field label="Password">
        <PasswordInput defaultValue="secret words" autoComplete="off" />
      </Field>
      <Field label="CRM" isOptional>
        <Select choices={crms} placeholder="Choose one" />
      </Field>
      <Field label="Must-haves" hint="Separate with commas.">
        <ChipInput value={chips} onChange={setChips} />
      </Field>
      <Field label="Country" hint="Type a part of its name.">
        <Combobox
          value={country}
          onChange={setCountry}
          choices={['Iceland', 'Ireland', 'Israel', 'Italy'].map((name) => ({ value: name, label: name }))}
          searchLabel="Type a country"
          emptyText="No country of that name."
        />
      </Field>
      <Field label="Launch date" isOptional>
        <DateInput value={launch} onChange={setLaunch} placeholder="Type a date, or choose one" />
      </Field>
      <Field label="Your question">
        <Textarea placeholder="A little detail helps" />
      </Field>
      <ChoiceGroup legend="Timeline" choices={dates} layout="list" value={date} onChange={setDate} />
      <div className="grid content-start gap-4">
        <ChoiceGroup legend="Timeline" choices={dates} value={date} onChange={setDate} error="Choose one." />
        <Checkbox label="I confirm these details." description="They are used for scoping." defaultChecked />
        <Checkbox label="Something else" />
      </div>
    </div>
  );
}
