import { type CaseStudy, cases, findCase } from '@atelier/content/cases.ts';
import { pages } from '@atelier/content/pages.ts';
import { testimonials } from '@atelier/content/testimonials.ts';
import type { ArticlePath } from '@atelier/domain/pages.ts';
import { type MetaArgs, Outlet, useLocation } from 'react-router';
import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { pageMeta } from '../../../lib/page-meta.ts';
import { StructuredData } from '../../../ui/structured-data.tsx';
import { useMorph } from '../components/morph.ts';
import { PageHero } from '../components/page-hero.tsx';
import { Picture } from '../components/picture.tsx';
import { SampleNote } from '../components/sample-note.tsx';
import { Prose } from '../prose/prose.tsx';
import { breadcrumbData, caseData } from '../seo/structured.ts';
import { CaseFacts } from './case-facts.tsx';
import { CaseQuote } from './case-quote.tsx';
import { CaseResults } from './case-results.tsx';
import { NextCase } from './next-case.tsx';

/** The case study at an address of this layout; the route table has no other addresses in it. */
function caseAt(pathname: string): CaseStudy {
  const study = findCase(pathname.split('/')[2] ?? '');
  if (!study) throw new Error(`No case study at ${pathname}`);
  return study;
}

export const handle: PublicPageHandle = { comesAlive: 'on-touch' };

export function meta({ location }: MetaArgs) {
  const { slug, client, title, summary } = caseAt(location.pathname);
  return pageMeta({ path: `/work/${slug}`, title: `${client}: ${title}`, description: summary });
}

/** Around the text of a case study: what it is about, its numbers, what the client says, and the next one. */
export default function CaseLayout() {
  const study = caseAt(useLocation().pathname);
  const { slug, client, title, summary, cover, results, testimonial } = study;
  const path: ArticlePath = `/work/${slug}`;
  const quote = testimonials.find(({ key }) => key === testimonial);
  const next = cases[(cases.findIndex((each) => each.slug === slug) + 1) % cases.length];
  return (
    <>
      <PageHero trail={[pages.work]} label={client} title={title}>
        {summary}
      </PageHero>
      <div className="mx-auto max-w-page px-5 sm:px-8">
        <div style={useMorph(path)}>
          <Picture
            name={cover}
            isFirst
            sizes="(min-width: 78rem) clamp(74rem, 72vw, 88rem), calc(100vw - 2.5rem)"
            className="h-auto w-full rounded-md"
          />
        </div>
        <CaseResults results={results} />
        <CaseFacts study={study} />
        <Prose className="py-12 sm:py-16">
          <Outlet />
        </Prose>
      </div>
      {quote && <CaseQuote testimonial={quote} />}
      <div className="mx-auto max-w-page px-5 py-12 sm:px-8">
        <SampleNote />
      </div>
      {next && next !== study && <NextCase study={next} />}
      <StructuredData
        data={
          import.meta.env.SSR
            ? [breadcrumbData([pages.work, { path, label: client }]), caseData(study)]
            : undefined
        }
      />
    </>
  );
}
