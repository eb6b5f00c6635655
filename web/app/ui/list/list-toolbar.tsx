import { clsx } from 'clsx';
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

/** The search box of a list, wide enough for its whole placeholder. */
export function ListSearch({ label, placeholder, text, onText }: ListSearchProps) {
  return (
    <search className="relative w-full min-w-0 xl:w-84">
      <Field label={label} isLabelHidden>
        <Input
          type="search"
          // The cross that empties it takes room only where there is something to empty.
          className="pl-10 [&:placeholder-shown::-webkit-search-cancel-button]:hidden"
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

/** Above a list: searching it and filtering it by status. As many rows as its parts need, one where there is room. */
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
  /** Other choices, such as the order: below the search, beside it where it keeps its room, or at the end of the row. */
  children?: ReactNode;
}) {
  const [chosen, choose] = useChosen(status, onStatus);
  return (
    <div className="flex flex-wrap items-center gap-3 min-[90rem]:gap-x-6">
      <div
        className={clsx(
          'min-w-0 flex-1',
          children ? 'max-md:basis-full min-[90rem]:flex-none' : 'xl:flex-none',
        )}
      >
        <ListSearch {...search} />
      </div>
      <ChoiceGroup
        legend="Status"
        isLegendHidden
        choices={choices}
        value={chosen}
        onChange={choose}
        className={clsx(
          'max-sm:[&_label]:px-2.5',
          children ? 'max-[90rem]:order-last max-[90rem]:w-full' : 'max-xl:w-full',
        )}
      />
      {children && (
        <div className="flex items-center gap-3 max-md:w-full min-[90rem]:ml-auto">{children}</div>
      )}
    </div>
  );
}
