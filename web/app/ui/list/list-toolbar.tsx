import { Search } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Button } from '../button.tsx';
import { ChoiceGroup } from '../forms/choices.tsx';
import { Field, Input } from '../forms/field.tsx';
import type { Choice } from '../forms/select.tsx';
import { SEARCH_MAX, useChosen } from './list-address.ts';

interface ListSearchProps {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
}

/** The search box of a list. */
export function ListSearch({ label, placeholder, text, onText }: ListSearchProps) {
  return (
    <search className="relative w-full min-w-0 xl:w-56 min-[90rem]:w-80">
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

/** Where a search or a filter left nothing: shows everything again, and leads the keyboard to it. */
export function ClearFilters({
  onClear,
  list,
}: {
  onClear: () => void;
  /** Where the rows will be: this button goes away. */
  list: RefObject<HTMLElement | null>;
}) {
  return (
    <Button
      variant="secondary"
      size="sm"
      onClick={() => {
        onClear();
        list.current?.focus();
      }}
    >
      Show all
    </Button>
  );
}

/** Above a list: searching it and filtering it by status. Two rows on a phone, one where there is room. */
export function ListToolbar<Filter extends string>({
  choices,
  status,
  onStatus,
  children,
  ...search
}: ListSearchProps & {
  choices: readonly Choice<Filter>[];
  status: Filter;
  onStatus: (status: Filter) => void;
  /** Another choice, such as the order: beside the search, and where there is room at the end of the row. */
  children?: ReactNode;
}) {
  const [chosen, choose] = useChosen(status, onStatus);
  return (
    <div className="flex flex-wrap items-center gap-3 min-[90rem]:gap-x-6">
      <div className="min-w-0 flex-1 xl:flex-none">
        <ListSearch {...search} />
      </div>
      <ChoiceGroup
        legend="Status"
        isLegendHidden
        choices={choices}
        value={chosen}
        onChange={choose}
        className="max-xl:order-last max-xl:w-full max-sm:[&_label]:px-2.5"
      />
      {children && <div className="flex items-center gap-3 xl:ml-auto">{children}</div>}
    </div>
  );
}
