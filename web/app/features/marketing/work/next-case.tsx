import type { CaseStudy } from '@atelier/content/cases.ts';
import type { ArticlePath } from '@atelier/domain/pages.ts';
import { Link } from '../../../lib/links.ts';
import { ArrowRight } from '../../../ui/icons.tsx';
import { useMorph } from '../components/morph.ts';
import { Picture } from '../components/picture.tsx';

/** The way from one case study to the next. */
export function NextCase({ study }: { study: CaseStudy }) {
  const path: ArticlePath = `/work/${study.slug}`;
  return (
    <nav aria-label="More work" className="border-t border-rule print:hidden">
      <Link
        to={path}
        viewTransition
        className="group mx-auto grid max-w-page items-center gap-x-10 gap-y-6 px-5 py-12 sm:grid-cols-12 sm:px-8 sm:py-16"
      >
        <span className="sm:col-span-7">
          <span className="text-sm text-ink-soft">Next: {study.client}</span>
          <span className="mt-2 block font-display text-3xl font-semibold tracking-[-0.03em] text-balance">
            {study.title}
            <ArrowRight
              aria-hidden="true"
              className="ml-3 inline size-[0.8em] text-accent transition-transform group-hover:translate-x-2"
            />
          </span>
        </span>
        <span style={useMorph(path)} className="overflow-hidden rounded-md sm:col-span-5">
          <Picture
            name={study.cover}
            isDecoration
            sizes="(min-width: 36rem) 30rem, calc(100vw - 2.5rem)"
            className="h-auto w-full transition-transform duration-500 group-hover:scale-[1.015]"
          />
        </span>
      </Link>
    </nav>
  );
}
