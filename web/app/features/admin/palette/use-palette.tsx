import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useState } from 'react';

/** It comes when it is first asked for. */
const Palette = lazy(() => import('./palette.tsx'));

/** The palette, how to open it, and Ctrl K or ⌘ K, which open and close it from anywhere in the admin area. */
export function usePalette(main: RefObject<HTMLElement | null>): { palette: ReactNode; open: () => void } {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isShortcut || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  const palette = wasOpen && (
    <Suspense fallback={null}>
      <Palette isOpen={isOpen} onClose={() => setOpen(false)} main={main} />
    </Suspense>
  );
  return { palette, open: () => setOpen(true) };
}
