import { clsx } from 'clsx';
import { Link } from '../../../lib/pages/links.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Check } from '../../../ui/icons.tsx';
import { SeeYourPrice } from '../price/see-your-price.tsx';
import { StartLink } from '../start-link.tsx';
import {
  columns,
  type FeatureLine,
  featureGroups,
  offers,
  ownWay,
  packagesTitle,
  paths,
} from './home.content.ts';
import { SectionHeading } from './section-heading.tsx';

const cellClass = (featured: boolean) => clsx('text-center lg:px-6 lg:text-left', featured && 'bg-raised');

/** With very large text the columns leave no room for names: each gets a line above its values. */
const belowEachOther = 'max-xs:block max-xs:[&>*]:block max-xs:[&_tr]:grid max-xs:[&_thead_td]:hidden';

/** The features of each package, in the catalogue's groups. */
function PackageTable() {
  return (
    <>
      <table
        className={clsx(
          'mt-6 w-full table-fixed border-collapse text-sm lg:mt-0',
          belowEachOther,
          columns?.row,
        )}
      >
        <caption className="sr-only">What’s in each package</caption>
        <colgroup>
          <col />
          {offers.map(({ key }) => (
            <col key={key} className={clsx('w-13 sm:w-24', columns?.cell)} />
          ))}
        </colgroup>
        <thead className="lg:sr-only">
          <tr className="border-b border-ink">
            <td />
            {offers.map(({ key, name, featured }) => (
              <th
                key={key}
                scope="col"
                className={clsx('py-2.5 text-xs font-semibold sm:text-sm', cellClass(featured))}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {featureGroups.map(({ name, features }) => (
          <tbody key={name}>
            <tr className="border-b border-rule">
              <th scope="rowgroup" className="pt-3 pb-1 text-left lg:pt-6 lg:pb-2 font-semibold">
                {name}
              </th>
              {offers.map(({ key, featured }) => (
                <td key={key} className={cellClass(featured)} />
              ))}
            </tr>
            {features.map((feature) => (
              <FeatureRow key={feature.name} feature={feature} />
            ))}
          </tbody>
        ))}
      </table>
      <p className="mt-4 lg:mt-8">
        <Link
          to={paths.services}
          className="inline-flex min-h-11 items-center font-semibold underline decoration-accent underline-offset-4 hover:decoration-2"
        >
          What each part is, and its price
        </Link>
      </p>
    </>
  );
}

function FeatureRow({ feature: { name, isIn } }: { feature: FeatureLine }) {
  return (
    <tr className="border-b border-rule">
      <th scope="row" className="py-1.5 pr-2 text-left leading-snug font-normal lg:py-2.5 lg:pr-3">
        {name}
      </th>
      {offers.map(({ key, featured }, position) => (
        <td key={key} className={cellClass(featured)}>
          {isIn[position] ? (
            <>
              <Check aria-hidden="true" className="inline size-5 text-accent" />
              <span className="sr-only">included</span>
            </>
          ) : (
            <>
              <span aria-hidden="true" className="text-ink-faint">
                –
              </span>
              <span className="sr-only">not included</span>
            </>
          )}
        </td>
      ))}
    </tr>
  );
}

/**
 * The packages: price and duration, a comparison of features, and a link to a custom
 * selection.
 */
export function Packages() {
  return (
    <section aria-labelledby="packages" className="mx-auto max-w-page px-5 py-14 sm:px-8 sm:py-20 lg:py-28">
      <div className={clsx('grid grid-cols-1 gap-y-3 max-lg:gap-x-4', columns?.wide, columns?.tablet)}>
        <div className="pb-2 md:max-lg:col-span-full lg:pr-8 lg:pb-6">
          <SectionHeading id="packages" title={packagesTitle}>
            Each price is for all parts of its package. Pick the closest, and add or remove parts before
            anything is final.
          </SectionHeading>
          <p className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-2 lg:mt-5">
            <SeeYourPrice to={ownWay} className={buttonClass({ className: 'noscript:hidden' })} />
            <StartLink
              to={ownWay}
              className="inline-flex min-h-11 items-center font-semibold underline decoration-accent decoration-2 underline-offset-4"
            >
              Configure your own
            </StartLink>
          </p>
        </div>
        {offers.map(({ key, name, sub, pitch, price, takes, button, featured, to }) => (
          <article
            key={key}
            className={clsx(
              'grid grid-cols-[1fr_auto] max-xs:grid-cols-1 content-between gap-x-4 gap-y-3 rounded-md p-4 md:flex md:flex-col md:gap-4 md:p-5 lg:rounded-b-none lg:px-6',
              featured ? 'bg-raised max-lg:border max-lg:border-ink' : 'max-lg:border max-lg:border-rule',
            )}
          >
            <header>
              <p className="text-sm text-ink-soft">{sub}</p>
              <h3 className="text-2xl tracking-[-0.03em] md:text-3xl">{name}</h3>
            </header>
            <p className="xs:text-right md:order-1 md:mt-auto md:pt-2 md:text-left">
              <span className="font-display text-lg font-semibold tracking-tight xs:whitespace-nowrap tabular-nums md:text-xl">
                {price}
              </span>
              <span className="block text-sm text-ink-soft">in {takes}</span>
            </p>
            <p className="xs:col-span-2 text-ink-soft max-md:text-sm">{pitch}</p>
            <StartLink
              to={to}
              className={buttonClass({
                variant: featured ? 'accent' : 'secondary',
                isWide: true,
                className: 'xs:col-span-2 xs:whitespace-nowrap md:order-2 md:max-xl:px-2',
              })}
            >
              {button}
            </StartLink>
          </article>
        ))}
      </div>
      <PackageTable />
    </section>
  );
}
