import type { ReactNode } from 'react';
import { ChoiceGroup } from '../forms/choice-group.tsx';
import type { Choice } from '../forms/select.tsx';
import { ListSearch } from './list-search.tsx';
import { useChosen } from './use-chosen.ts';

/** Above a list: searching it and filtering it by status. Two rows on a phone, one where there is room. */
export function ListToolbar<Filter extends string>({
  searchLabel,
  placeholder,
  text,
  onText,
  choices,
  status,
  onStatus,
  children,
}: {
  searchLabel: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  choices: readonly Choice<Filter>[];
  status: Filter;
  onStatus: (status: Filter) => void;
  /** Another choice, such as the order: beside the search, and where there is room at the end of the row. */
  children?: ReactNode;
}) {
  const [chosen, choose] = useChosen(status, onStatus);
  return (
    <div className="flex flex-wrap items-center gap-3 xl:gap-x-6">
      <div className="min-w-0 flex-1 xl:flex-none">
        <ListSearch label={searchLabel} placeholder={placeholder} text={text} onText={onText} />
      </div>
      <ChoiceGroup
        legend="Status"
        isLegendHidden
        choices={choices}
        value={chosen}
        onChange={choose}
        className="max-xl:order-last max-xl:w-full max-sm:[&_label]:px-2.5"
      />
      {children && <div className="xl:ml-auto">{children}</div>}
    </div>
  );
}
