import { CornerDownLeft } from 'lucide-react';
import type { RefObject } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';

/** Begins a new line in a field where Enter sends: keyboards on a screen have no Shift to hold with it. Only there it shows. */
export function NewLineButton({
  field,
  onText,
}: {
  field: RefObject<HTMLTextAreaElement | null>;
  onText: (text: string) => void;
}) {
  return (
    <IconButton
      label="New line"
      className="not-pointer-coarse:hidden"
      // The field keeps the focus, and the keyboard stays open.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => {
        const area = field.current;
        if (!area) return;
        area.setRangeText('\n', area.selectionStart, area.selectionEnd, 'end');
        onText(area.value);
        area.focus();
      }}
    >
      <CornerDownLeft aria-hidden="true" />
    </IconButton>
  );
}
