import { type CaseResult, type CaseStudy, cases, findCase } from '@atelier/content/cases.ts';
import { featureName } from '@atelier/content/offer.ts';
import { packageOffers } from '@atelier/content/package-offers.ts';
import { pages } from '@atelier/content/pages.ts';
import { type Testimonial, testimonials } from '@atelier/content/testimonials.ts';
import { startUrl } from '@atelier/domain/onboarding/catalogue.ts';
import type { ArticlePath } from '@atelier/domain/pages.ts';
import { Fragment } from 'react';
import { type MetaArgs, Outlet, useLocation } from 'react-router';
import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { Link } from '../../../lib/pages/links.ts';
import { pageMeta } from '../../../lib/pages/page-meta.ts';
import { ArrowRight } from '../../../ui/icons.tsx';
import { StructuredData } from '../../../ui/structured-data.tsx';
import { Closing, type ClosingOffer } from '../components/closing.tsx';
import { useMorph } from '../components/morph.ts';
import { PageHero } from '../components/page-hero.tsx';
import { Picture } from '../components/picture.tsx';
import { SampleNote } from '../components/sample-note.tsx';
import { Prose } from '../prose/prose.tsx';
import { breadcrumbData, caseData } from '../seo/structured.ts';

/** The facts of a case study. No feature name breaks across lines. */
function CaseFacts({ study }: { study: CaseStudy }) {
  const begun = packageOffers.find(({ key }) => key === study.package);
  const facts = [
    { title: 'Year', text: String(study.year) },
    ...(begun ? [{ title: 'Began as', text: begun.name }] : []),
    { title: 'Kickoff to launch', text: study.took.text },
  ];
  return (
    <dl className="mt-12 grid grid-cols-2 gap-x-10 gap-y-5 border-t border-rule pt-5 text-sm sm:grid-cols-3">
      {facts.map(({ title, text }) => (
        <div key={title}>
          <dt className="text-ink-soft">{title}</dt>
          <dd className="font-medium">{text}</dd>
        </div>
      ))}
      <div className="col-span-full max-w-measure">
        <dt className="text-ink-soft">What was in it</dt>
        <dd className="font-medium">
          {study.features.map((id, position) => (
            <Fragment key={id}>
              {position > 0 && ' '}
              <span className="inline-block">
                {position < study.features.length - 1 ? `${featureName(id)},` : featureName(id)}
              </span>
            </Fragment>
          ))}
        </dd>
      </div>
    </dl>
  );
}

function CaseQuote({ testimonial }: { testimonial: Testimonial }) {
  const { quote, name, role, company } = testimonial;
  return (
    <div className="border-y border-rule bg-sunken">
      <figure className="mx-auto max-w-page px-5 py-16 sm:px-8 sm:py-24">
        <blockquote className="max-w-4xl font-display text-3xl max-sm:text-[1.75rem] font-semibold tracking-[-0.03em] text-balance">
          “{quote}”
        </blockquote>
        <figcaption className="mt-6 text-ink-soft">
          <span className="font-semibold text-ink">{name}</span>, {role}, {company}
        </figcaption>
      </figure>
    </div>
  );
}

/** What was wrong, what was decided, and why. */
function CaseStory({ story: { problem, decision, why } }: Pick<CaseStudy, 'story'>) {
  const parts = [
    { title: 'The problem', text: problem },
    { title: 'What I decided', text: decision },
    { title: 'Why', text: why },
  ];
  return (
    <dl className="grid gap-x-10 gap-y-6 sm:grid-cols-3">
      {parts.map(({ title, text }) => (
        <div key={title}>
          <dt className="font-semibold text-accent">{title}</dt>
          <dd className="mt-1 text-lg text-pretty">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The results: each number now and before. */
function CaseResults({ results }: { results: readonly CaseResult[] }) {
  return (
    <section aria-labelledby="results" className="mt-10 sm:mt-14">
      <h2 id="results" className="sr-only">
        What changed
      </h2>
      <dl className="grid gap-x-10 gap-y-8 sm:grid-cols-3">
        {results.map(({ label, before, after }) => (
          <div key={label} className="flex flex-col-reverse justify-end gap-2 border-t-2 border-ink pt-4">
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd>
              <span className="block font-display text-4xl font-bold tracking-[-0.05em] tabular-nums">
                {after}
              </span>
              <span className="mt-2 block text-ink-soft">was {before}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The link to the next case study. */
function NextCase({ study }: { study: CaseStudy }) {
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

/** The package that a case began as, to begin with. */
function offerOf({ client, package: key }: CaseStudy): ClosingOffer | undefined {
  const offer = packageOffers.find((each) => each.key === key);
  return (
    offer && {
      text: `${client} began as ${offer.name}, which is ${offer.price} and takes ${offer.takes}. Start there`,
      button: offer.button,
      to: startUrl(offer.features),
    }
  );
}

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

/** A case study around its text: results, facts, testimonial and the next one. */
export default function CaseLayout() {
  const study = caseAt(useLocation().pathname);
  const { slug, client, sector, title, summary, cover, story, results, testimonial } = study;
  const path: ArticlePath = `/work/${slug}`;
  const quote = testimonials.find(({ key }) => key === testimonial);
  const next = cases[(cases.findIndex((each) => each.slug === slug) + 1) % cases.length];
  return (
    <>
      <PageHero
        trail={[pages.work]}
        label={client}
        eyebrow={
          <>
            <span className="font-semibold">{client}</span> <span className="text-ink-soft">· {sector}</span>
          </>
        }
        title={title}
        beside={
          <div style={useMorph(path)}>
            <Picture
              name={cover}
              isFirst
              sizes="(min-width: 64rem) 56vw, calc(100vw - 2.5rem)"
              className="h-auto w-full rounded-md"
            />
          </div>
        }
      >
        {summary}
      </PageHero>
      <div className="mx-auto max-w-page px-5 sm:px-8">
        <CaseStory story={story} />
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
      <Closing title="Want one like this?" offer={offerOf(study)} />
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
