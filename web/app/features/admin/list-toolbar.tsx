import { type ReactNode, useState } from 'react';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import type { Choice } from '../../ui/select.tsx';
import { ListSearch } from './list-search.tsx';

/** Above a list: searching it and filtering it by status. */
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
  /** Beside the filter, such as a count. */
  children?: ReactNode;
}) {
  const [chosen, choose] = useChosen(status, onStatus);
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <ListSearch label={searchLabel} placeholder={placeholder} text={text} onText={onText} />
      <ChoiceGroup legend="Status" isLegendHidden choices={choices} value={chosen} onChange={choose} />
      {children}
    </div>
  );
}

/** The choice as it was just made: the address, and what it shows, follow a moment later. */
function useChosen<Filter>(status: Filter, onStatus: (status: Filter) => void) {
  const [chosen, setChosen] = useState(status);
  const [known, setKnown] = useState(status);
  if (known !== status) {
    setKnown(status);
    setChosen(status);
  }
  const choose = (next: Filter) => {
    setChosen(next);
    onStatus(next);
  };
  return [chosen, choose] as const;
}
