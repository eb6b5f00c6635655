import type { ReactNode } from 'react';

/** A page that has one thing to say and shows the ways on. */
export function MessageScreen({
  eyebrow,
  title,
  children,
  actions,
}: {
  eyebrow: string;
  title: string;
  children?: ReactNode;
  actions: ReactNode;
}) {
  return (
    <div className="mx-auto grid max-w-page content-center gap-6 px-5 py-24 sm:px-8 sm:py-32">
      <p className="font-semibold text-accent">{eyebrow}</p>
      <h1 className="max-w-4xl text-3xl">{title}</h1>
      {children && <div className="max-w-measure text-lg text-ink-soft">{children}</div>}
      <div className="mt-2 flex flex-wrap gap-3">{actions}</div>
    </div>
  );
}
