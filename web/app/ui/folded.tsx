import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** What is folded away under its summary until it is asked for. */
export function Folded({
  summary,
  isOpen,
  children,
}: {
  summary: ReactNode;
  /** Whether it begins open. */
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details open={isOpen} className="group rounded-md bg-sunken px-4 max-xs:px-2">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 font-medium hover:text-accent [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">{summary}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-4.5 shrink-0 text-ink-soft transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid grid-cols-1 gap-3 pb-4">{children}</div>
    </details>
  );
}
