import { type ReactNode, useEffect, useRef } from 'react';

/** Stands in the place of what went from the page by itself. The keyboard comes here if it was in that. */
export function Replacement({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}
