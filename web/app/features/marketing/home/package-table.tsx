import { packageOffers } from '@atelier/content/package-offers.ts';
import { pages } from '@atelier/content/pages.ts';
import { FEATURE_GROUPS, FEATURE_NAMES, type FeatureId } from '@atelier/domain/catalogue.ts';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { Link } from 'react-router';

const cellClass = (featured: boolean) => clsx('text-center lg:px-6 lg:text-left', featured && 'bg-raised');

/** Which feature of the catalogue is in which package, in the catalogue's groups. */
export function PackageTable() {
  return (
    <>
      <table className="mt-6 w-full table-fixed border-collapse text-sm lg:mt-0">
        <caption className="sr-only">What is in each package</caption>
        <colgroup>
          <col />
          {packageOffers.map(({ key }) => (
            <col key={key} className="w-13 sm:w-24 lg:w-[24%]" />
          ))}
        </colgroup>
        <thead className="lg:sr-only">
          <tr className="border-b border-ink">
            <td />
            {packageOffers.map(({ key, name, featured }) => (
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
        {FEATURE_GROUPS.map(({ name, features }) => (
          <tbody key={name}>
            <tr className="border-b border-rule">
              <th scope="rowgroup" className="pt-3 pb-1 text-left lg:pt-6 lg:pb-2 font-semibold">
                {name}
              </th>
              {packageOffers.map(({ key, featured }) => (
                <td key={key} className={cellClass(featured)} />
              ))}
            </tr>
            {features.map((feature) => (
              <FeatureRow key={feature} feature={feature} />
            ))}
          </tbody>
        ))}
      </table>
      <p className="mt-4 lg:mt-8">
        <Link
          to={pages.services.path}
          className="inline-flex min-h-11 items-center font-semibold underline decoration-accent underline-offset-4 hover:decoration-2"
        >
          What each part is, and its price
        </Link>
      </p>
    </>
  );
}

function FeatureRow({ feature }: { feature: FeatureId }) {
  return (
    <tr className="border-b border-rule">
      <th scope="row" className="py-1.5 pr-2 text-left leading-snug font-normal lg:py-2.5 lg:pr-3">
        {FEATURE_NAMES[feature]}
      </th>
      {packageOffers.map(({ key, features, featured }) => (
        <td key={key} className={cellClass(featured)}>
          {features.includes(feature) ? (
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
