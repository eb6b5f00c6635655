import { studio } from '@atelier/content/studio.ts';
import { Link } from '../lib/pages/links.ts';

/** The studio's mark: a dot of ink between two crop marks of a printer's sheet. */
export function BrandMark({ className = 'size-6' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={`${className} text-accent`}>
      <circle cx="12" cy="12" r="5.5" fill="currentColor" />
      <path d="M2 9V2h7M15 22h7v-7" stroke="currentColor" strokeWidth="3" />
    </svg>
  );
}

/** Name and mark, leading home. */
export function BrandLink() {
  return (
    <Link
      to="/"
      className="inline-flex min-h-11 items-center gap-2.5 font-display text-xl font-bold tracking-tight"
      aria-label={`${studio.name}, home`}
    >
      <BrandMark />
      {studio.name}
    </Link>
  );
}
