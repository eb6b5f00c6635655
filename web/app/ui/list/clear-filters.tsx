import type { RefObject } from 'react';
import { Button } from '../button.tsx';

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
