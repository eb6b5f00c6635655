import { Search } from 'lucide-react';
import { Field } from '../forms/field.tsx';
import { Input } from '../forms/input.tsx';
import { SEARCH_MAX } from './list-address.ts';

/** The search box of a list. */
export function ListSearch({
  label,
  placeholder,
  text,
  onText,
}: {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
}) {
  return (
    <search className="relative w-full min-w-0 xl:w-80">
      <Field label={label} isLabelHidden>
        <Input
          type="search"
          className="pl-10"
          placeholder={placeholder}
          maxLength={SEARCH_MAX}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      </Field>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-3 left-3 size-5 text-ink-faint"
      />
    </search>
  );
}
