import { findCase } from '@atelier/content/cases.ts';
import { featureCopy } from '@atelier/content/features.ts';
import { featureName } from '@atelier/content/offer.ts';
import { featurePrice } from '@atelier/content/package-offers.ts';
import { pages } from '@atelier/content/pages.ts';
import { type ServiceSection, serviceSections } from '@atelier/content/services.ts';
import { type FeatureId, startUrl } from '@atelier/domain/onboarding/catalogue.ts';
import { clsx } from 'clsx';
import type { PublicPageHandle } from '../../../paint-first/handle.ts';
import { Link } from '../../lib/pages/links.ts';
import { metaOf } from '../../lib/pages/page-meta-by-key.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ArrowRight, Check, Plus } from '../../ui/icons.tsx';
import { StructuredData } from '../../ui/structured-data.tsx';
import { Closing } from './components/closing.tsx';
import { PageHero } from './components/page-hero.tsx';
import { Picture } from './components/picture.tsx';
import { SectionIndex } from './components/section-index.tsx';
import { Unbroken } from './components/unbroken.ts';
import { SeeYourPrice } from './price/see-your-price.tsx';
import { breadcrumbData, servicesData } from './seo/structured.ts';

/** One feature of the catalogue: its name and price, one sentence, three points. On a phone a press brings the points. */
function FeatureRow({ feature }: { feature: FeatureId }) {
  const { blurb, bullets } = featureCopy[feature];
  const name = featureName(feature);
  return (
    <article className="relative grid gap-x-8 border-t border-rule py-4 sm:grid-cols-[1fr_1.6fr] sm:gap-y-3 sm:py-6">
      <div className="flex max-xs:flex-wrap items-baseline justify-between gap-x-4 max-sm:pr-9 sm:row-span-2 sm:block">
        <h3 className="text-lg max-xs:hyphens-auto max-xs:wrap-anywhere">{name}</h3>
        <p className="shrink-0 text-sm text-ink-soft tabular-nums sm:mt-1">{featurePrice(feature)}</p>
      </div>
      <p className="max-sm:pr-9 max-sm:text-sm">{blurb}</p>
      <details className="unfold group">
        {/* All of the folded feature can be pressed, not only the sign at its end; the points lie above that, to be selected. */}
        <summary className="absolute inset-0">
          <span className="sr-only">What’s included: {name}</span>
          <Plus
            aria-hidden="true"
            className="absolute top-4.5 right-0 size-5 text-accent transition-transform group-open:rotate-45"
          />
        </summary>
        <ul className="relative grid gap-1.5 text-sm text-ink-soft max-sm:pt-3">
          {bullets.map((bullet) => (
            <li key={bullet} className="flex gap-2.5">
              <Check aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-accent" />
              <span>
                <Unbroken text={bullet} />
              </span>
            </li>
          ))}
        </ul>
      </details>
    </article>
  );
}

/** A section: its purpose, when it is the wrong choice, its features, and a case study. */
function ServiceSectionView({ section, position }: { section: ServiceSection; position: number }) {
  const { anchor, title, label, text, goodFor, skipIf, takes, inPackage, features, shownBy, picture } =
    section;
  const [main] = features;
  const shown = shownBy ? findCase(shownBy) : undefined;
  return (
    <section
      id={anchor}
      aria-labelledby={`${anchor}-title`}
      className="border-t border-ink pt-5 pb-12 sm:pt-6 sm:pb-28"
    >
      <p className="flex break-after-avoid flex-wrap items-baseline justify-between gap-x-6 text-sm font-semibold">
        <span>
          <span aria-hidden="true" className="mr-3 text-accent tabular-nums">
            {String(position + 1).padStart(2, '0')}
          </span>
          {label}
        </span>
      </p>
      <div className="mt-4 grid items-center gap-x-10 gap-y-6 sm:mt-6 sm:grid-cols-2">
        <div>
          <h2 id={`${anchor}-title`} className="text-3xl tracking-[-0.03em]">
            {title}
          </h2>
          <p className="mt-3 max-w-measure text-pretty text-ink-soft sm:mt-4 sm:text-lg">{text}</p>
          {main && (
            <p className="mt-4 text-pretty tabular-nums">
              <span className="font-semibold">{featurePrice(main)}</span>{' '}
              <span className="text-ink-soft">
                for {featureName(main)} alone. Takes <span className="whitespace-nowrap">{takes}</span>.
              </span>
              {inPackage && (
                <span className="block text-ink-soft">
                  {inPackage.name}, the package around it, is{' '}
                  <span className="whitespace-nowrap">{inPackage.price}</span>.
                </span>
              )}
            </p>
          )}
        </div>
        {shown && (
          <Link
            to={`/work/${shown.slug}`}
            className={clsx('group grid gap-2 print:hidden', position % 2 === 1 && 'sm:order-first')}
          >
            <span className="overflow-hidden rounded-md">
              <Picture
                name={picture ?? shown.cover}
                sizes="(min-width: 64rem) 28rem, (min-width: 36rem) 45vw, calc(100vw - 2.5rem)"
                isDecoration
                className="aspect-4/3 w-full object-cover object-left transition-transform duration-300 group-hover:scale-102"
              />
            </span>
            <span className="text-sm text-ink-soft underline-offset-4 group-hover:underline">
              Seen in <span className="font-medium text-ink">{shown.client}</span>
              <ArrowRight
                aria-hidden="true"
                className="ml-1.5 inline size-4 transition-transform group-hover:translate-x-1"
              />
            </span>
          </Link>
        )}
      </div>
      <dl className="mt-5 grid gap-x-10 gap-y-3 max-sm:text-sm sm:mt-8 sm:grid-cols-2">
        <div className="border-l-2 border-success pl-4">
          <dt className="text-sm font-semibold">Worth it when</dt>
          <dd className="text-ink-soft">{goodFor}</dd>
        </div>
        <div className="border-l-2 border-edge pl-4">
          <dt className="text-sm font-semibold">Skip it when</dt>
          <dd className="text-ink-soft">{skipIf}</dd>
        </div>
      </dl>
      <div className="mt-7 border-b border-rule sm:mt-12">
        {features.map((feature) => (
          <FeatureRow key={feature} feature={feature} />
        ))}
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-x-8 gap-y-4 sm:mt-8 print:hidden">
        <SeeYourPrice
          features={features}
          to={startUrl(features)}
          className={buttonClass({ className: 'noscript:hidden' })}
        />
      </div>
    </section>
  );
}

export const handle: PublicPageHandle = { comesAlive: 'on-touch' };

export const meta = () => metaOf('services');

/**
 * /services: every feature with its price, section by section (specification section 2: the
 * anchors).
 */
export default function Services() {
  return (
    <>
      <PageHero label={pages.services.label} title="What each part is, and what it costs.">
        Take one, or several: each price is for that part alone. Each section says when it’s worth it, and
        when to save your money.
      </PageHero>
      <div className="mx-auto max-w-page gap-x-10 px-5 sm:px-8 lg:grid lg:grid-cols-12">
        <SectionIndex
          label="Services"
          sections={serviceSections.map(({ anchor, label }) => ({ anchor, label }))}
          className="lg:col-span-3"
        />
        <div className="lg:col-span-9">
          {serviceSections.map((section, position) => (
            <ServiceSectionView key={section.anchor} section={section} position={position} />
          ))}
        </div>
      </div>
      <Closing />
      <StructuredData
        data={import.meta.env.SSR ? [breadcrumbData([pages.services]), ...servicesData()] : undefined}
      />
    </>
  );
}
