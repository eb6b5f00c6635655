import { clsx } from 'clsx';
import { useLocation } from 'react-router';
import { Link } from '../../../lib/links.ts';
import { adminLinks, isInPlace } from './admin-links.ts';

/** The links of the admin area. Narrow, their words are for screen readers and the pointer's hint. */
export function AdminNav({ isNarrow = false }: { isNarrow?: boolean }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Admin">
      <ul className="grid grid-cols-1 gap-1">
        {adminLinks.map((link) => {
          const isCurrent = isInPlace(link, pathname);
          return (
            <li key={link.to}>
              <Link
                to={link.to}
                aria-current={isCurrent ? 'page' : undefined}
                title={isNarrow ? link.label : undefined}
                className={clsx(
                  'flex min-h-11 items-center gap-3 rounded-md font-medium no-underline transition-colors',
                  isNarrow ? 'justify-center' : 'px-3',
                  isCurrent
                    ? 'bg-accent-soft text-on-accent-soft'
                    : 'text-ink-soft hover:bg-neutral-soft hover:text-ink',
                )}
              >
                <link.icon aria-hidden="true" className="size-5 shrink-0" />
                <span className={clsx(isNarrow && 'sr-only')}>{link.label}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
