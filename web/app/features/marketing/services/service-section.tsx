import { findCase } from '@atelier/content/cases.ts';
import type { ServiceSection } from '@atelier/content/services.ts';
import { startUrl } from '@atelier/domain/onboarding/catalogue.ts';
import { Link } from '../../../lib/links.ts';
import { buttonClass } from '../../../ui/button-style.ts';
import { ArrowRight } from '../../../ui/icons.tsx';
import { Picture } from '../components/picture.tsx';
import { StartLink } from '../start-link.tsx';
import { FeatureRow } from './feature-row.tsx';

/** One section of the services: what it is for, when it is not, its features, and work that shows it. */
export function ServiceSectionView({ section, position }: { section: ServiceSection; position: number }) {
  const { anchor, title, label, text, goodFor, skipIf, takes, features, shownBy } = section;
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
        <span className="font-normal text-ink-soft">Takes {takes}</span>
      </p>
      <h2 id={`${anchor}-title`} className="mt-4 text-3xl tracking-[-0.03em] sm:mt-6">
        {title}
      </h2>
      <p className="mt-3 max-w-measure text-balance text-ink-soft sm:mt-4 sm:text-lg">{text}</p>
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
        <StartLink to={startUrl(features)} className={buttonClass({})}>
          See your price
        </StartLink>
        {shown && (
          <Link
            to={`/work/${shown.slug}`}
            className="group flex min-h-11 items-center gap-4 font-medium underline-offset-4 hover:underline"
          >
            <Picture
              name={shown.cover}
              sizes="(min-width: 36rem) 10rem, 5rem"
              isDecoration
              className="h-auto w-20 rounded-sm sm:w-40"
            />
            <span>
              <span className="block text-sm font-normal text-ink-soft">Seen in</span>
              {shown.client}
              <ArrowRight
                aria-hidden="true"
                className="ml-1.5 inline size-4 transition-transform group-hover:translate-x-1"
              />
            </span>
          </Link>
        )}
      </div>
    </section>
  );
}
