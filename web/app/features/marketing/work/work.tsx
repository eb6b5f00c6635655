import { type CaseStudy, cases } from '@atelier/content/cases.ts';
import { pages } from '@atelier/content/pages.ts';
import type { ArticlePath } from '@atelier/domain/pages.ts';
import { clsx } from 'clsx';
import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { Link } from '../../../lib/pages/links.ts';
import { metaOf } from '../../../lib/pages/page-meta-by-key.ts';
import { StructuredData } from '../../../ui/structured-data.tsx';
import { Closing } from '../components/closing.tsx';
import { useMorph } from '../components/morph.ts';
import { PageHero } from '../components/page-hero.tsx';
import { Picture } from '../components/picture.tsx';
import { SampleNote } from '../components/sample-note.tsx';
import { breadcrumbData } from '../seo/structured.ts';

/** The layout of a card: alone in its row with the text beside the picture, or one of two. */
type CasePlace = 'wide' | 'wide turned' | 'half' | 'lower half';

/** A case study in the list: picture, summary and main result. */
function CaseCard({
  study,
  place,
  isFirst = false,
}: {
  study: CaseStudy;
  place: CasePlace;
  isFirst?: boolean;
}) {
  const { slug, client, sector, title, summary, results, cover } = study;
  const path: ArticlePath = `/work/${slug}`;
  const [result] = results;
  const isWide = place.startsWith('wide');
  return (
    <article
      className={clsx(
        'group relative grid content-start gap-6',
        isWide && 'sm:col-span-2 lg:grid-cols-12 lg:gap-x-10',
        place === 'lower half' && 'sm:mt-24',
      )}
    >
      <div
        style={useMorph(path)}
        className={clsx(
          'overflow-hidden rounded-md',
          isWide && 'lg:col-span-8',
          place === 'wide turned' && 'lg:order-last',
        )}
      >
        <Picture
          name={cover}
          isFirst={isFirst}
          isDecoration
          sizes={
            isWide
              ? '(min-width: 78rem) clamp(48rem, 47vw, 58rem), (min-width: 64rem) 62vw, calc(100vw - 2.5rem)'
              : '(min-width: 80rem) clamp(36rem, 36vw, 44rem), (min-width: 36rem) 45vw, calc(100vw - 2.5rem)'
          }
          className="h-auto w-full transition-transform duration-500 group-hover:scale-[1.015]"
        />
      </div>
      <div className={clsx('grid content-start gap-3', isWide && 'lg:col-span-4 lg:content-end')}>
        <p className="text-sm">
          <span className="font-semibold">{client}</span> <span className="text-ink-soft">· {sector}</span>
        </p>
        <h2 className={isWide ? 'text-3xl tracking-[-0.03em]' : 'text-2xl'}>
          <Link
            to={path}
            viewTransition
            className="underline decoration-transparent decoration-2 underline-offset-4 transition-colors after:absolute after:inset-0 group-hover:decoration-accent"
          >
            {title}
          </Link>
        </h2>
        <p className="text-ink-soft">{summary}</p>
        <p className="mt-2 flex items-baseline gap-3 border-t border-rule pt-3">
          <span className="font-display text-xl font-bold text-accent tabular-nums">{result.after}</span>
          <span className="text-sm text-ink-soft">
            {result.label}, from {result.before}
          </span>
        </p>
      </div>
    </article>
  );
}

export const handle: PublicPageHandle = { comesAlive: 'on-touch' };

export const meta = () => metaOf('work');

/** Rows of one and of two alternate; single cards alternate sides. */
const places: readonly CasePlace[] = ['wide', 'half', 'lower half', 'wide turned', 'half', 'lower half'];
const placeOf = (position: number) => places[position % places.length] ?? 'wide';

/** /work: all case studies. */
export default function Work() {
  return (
    <>
      <PageHero label={pages.work.label} title="Work that had a job to do.">
        What was in the way, what I made, and what was different a few months later.
      </PageHero>
      <div className="mx-auto max-w-page px-5 pb-20 sm:px-8 sm:pb-28">
        <div className="grid gap-x-10 gap-y-16 sm:grid-cols-2 sm:gap-y-24">
          {cases.map((study, position) => (
            <CaseCard key={study.slug} study={study} place={placeOf(position)} isFirst={position === 0} />
          ))}
        </div>
        {cases.length > 0 ? (
          <SampleNote className="mt-20" />
        ) : (
          <p className="text-lg">The first case study is still being written.</p>
        )}
      </div>
      <Closing title="Yours could be next." />
      <StructuredData data={import.meta.env.SSR ? [breadcrumbData([pages.work])] : undefined} />
    </>
  );
}
