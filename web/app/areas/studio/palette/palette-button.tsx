import { clsx } from 'clsx';
import { Search } from 'lucide-react';

/** Opens the palette, and says by which keys that goes as well. */
export function PaletteButton({ isNarrow = false, onOpen }: { isNarrow?: boolean; onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-label={isNarrow ? 'Go to…' : undefined}
      aria-keyshortcuts="Control+K Meta+K"
      title={isNarrow ? 'Go to… (Ctrl K)' : undefined}
      onClick={onOpen}
      className={clsx(
        'flex min-h-11 items-center gap-3 rounded-md border border-edge text-ink-soft hover:border-ink hover:text-ink',
        isNarrow ? 'justify-center' : 'px-3',
      )}
    >
      <Search aria-hidden="true" className="size-5 shrink-0" />
      {!isNarrow && (
        <>
          <span className="flex-1 text-left">Go to…</span>
          <kbd className="font-mono text-xs text-ink-faint">{isMac() ? '⌘ K' : 'Ctrl K'}</kbd>
        </>
      )}
    </button>
  );
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);
