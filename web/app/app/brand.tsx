import { studio } from '@atelier/content/studio.ts';
import { Link } from 'react-router';

/** The studio's mark: the register mark of a printer's sheet. */
export function BrandMark({ className = 'size-6' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={`${className} text-accent`}>
      <circle cx="12" cy="12" r="6.5" stroke="currentColor" strokeWidth="2.25" />
      <path d="M12 1v22M1 12h22" stroke="currentColor" strokeWidth="2.25" />
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
