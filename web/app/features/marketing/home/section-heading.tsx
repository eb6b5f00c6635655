import type { ReactNode } from 'react';

export function SectionHeading({ id, title, children }: { id: string; title: string; children?: ReactNode }) {
  return (
    <div className="grid max-w-3xl gap-2 sm:gap-3">
      <h2 id={id} className="text-3xl tracking-[-0.03em]">
        {title}
      </h2>
      {children && <p className="max-w-measure text-ink-soft sm:text-lg">{children}</p>}
    </div>
  );
}
