import { clsx } from 'clsx';

/** The sections of a long page: a row of links, or a sticky column on wide screens. */
export function SectionIndex({
  label,
  sections,
  className,
}: {
  label: string;
  sections: readonly { anchor: string; label: string }[];
  className?: string;
}) {
  return (
    <nav
      aria-label={label}
      className={clsx('print:hidden border-t border-rule py-3 lg:border-ink lg:py-6', className)}
    >
      <ol className="-mx-1 flex flex-wrap gap-x-1 lg:sticky lg:top-24 lg:grid">
        {sections.map((section) => (
          <li key={section.anchor}>
            <a
              href={`#${section.anchor}`}
              className="inline-flex min-h-11 items-center px-1 pr-3 text-ink-soft underline-offset-4 hover:text-ink hover:underline lg:min-h-9"
            >
              {section.label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
