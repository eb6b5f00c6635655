import { type PageFacts, pages } from '@atelier/content/pages.ts';
import type { ReactNode } from 'react';
import { Link } from '../../../lib/pages/links.ts';

/** The header of a public page: breadcrumb, title and lead, and a picture beside them if there is one. The only h1. */
export function PageHero({
  trail = [],
  label,
  eyebrow,
  title,
  beside,
  children,
}: {
  /** The pages between home and this one. */
  trail?: readonly Pick<PageFacts, 'path' | 'label'>[];
  /** The label of this page in the breadcrumb. */
  label: string;
  /** A line above the title. */
  eyebrow?: ReactNode;
  title: ReactNode;
  beside?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className="mx-auto grid max-w-page gap-8 px-5 pt-8 pb-12 sm:px-8 sm:pt-10 sm:pb-16">
      <nav aria-label="Breadcrumb" className="print:hidden">
        <ol className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
          {[pages.home, ...trail].map((page) => (
            <li key={page.path} className="flex items-center gap-2 after:content-['/']">
              <Link
                to={page.path}
                viewTransition
                className="inline-flex min-h-11 items-center underline-offset-4 hover:text-ink hover:underline sm:min-h-8"
              >
                {page.label}
              </Link>
            </li>
          ))}
          <li aria-current="page" className="font-medium text-ink">
            {label}
          </li>
        </ol>
      </nav>
      {beside ? (
        <div className="grid items-center gap-x-10 gap-y-8 lg:grid-cols-12">
          <div className="grid gap-6 lg:col-span-5">
            {eyebrow && <p className="-mb-3">{eyebrow}</p>}
            <h1 className="text-4xl font-bold tracking-[-0.04em]">{title}</h1>
            <div className="text-lg text-balance text-ink-soft">{children}</div>
          </div>
          <div className="lg:col-span-7">{beside}</div>
        </div>
      ) : (
        <div className="grid items-end gap-x-10 gap-y-6 lg:grid-cols-12">
          <h1 className="text-4xl font-bold tracking-[-0.04em] lg:col-span-8">{title}</h1>
          {children && (
            <div className="text-lg text-balance text-ink-soft lg:col-span-4 lg:pb-2">{children}</div>
          )}
        </div>
      )}
    </header>
  );
}
