import { cases } from '@atelier/content/cases.ts';
import { pages } from '@atelier/content/pages.ts';
import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { metaOf } from '../../../lib/page-meta-by-key.ts';
import { StructuredData } from '../../../ui/structured-data.tsx';
import { Closing } from '../components/closing.tsx';
import { PageHero } from '../components/page-hero.tsx';
import { SampleNote } from '../components/sample-note.tsx';
import { breadcrumbData } from '../seo/structured.ts';
import { CaseCard, type CasePlace } from './case-card.tsx';

export const handle: PublicPageHandle = { comesAlive: 'on-touch' };

export const meta = () => metaOf('work');

/** A row for one case, a row for two, and again, the single ones turning from side to side. */
const places: readonly CasePlace[] = ['wide', 'half', 'lower half', 'wide turned', 'half', 'lower half'];
const placeOf = (position: number) => places[position % places.length] ?? 'wide';

/** The work that is shown. */
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
