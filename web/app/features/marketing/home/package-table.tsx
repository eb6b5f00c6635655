import { clsx } from 'clsx';
import { Link } from '../../../lib/links.ts';
import { Check } from '../../../ui/icons.tsx';
import { type FeatureLine, featureGroups, offers, paths } from './home.content.ts';

const cellClass = (featured: boolean) => clsx('text-center lg:px-6 lg:text-left', featured && 'bg-raised');

/** Where text is so large that the columns leave nothing for the names, each has a line to itself above what they say of it. */
const belowEachOther =
  'max-xs:block max-xs:[&>*]:block max-xs:[&_tr]:grid max-xs:[&_tr]:grid-cols-3 max-xs:[&_tbody_th]:col-span-3 max-xs:[&_thead_td]:hidden';

/** Which feature of the catalogue is in which package, in the catalogue's groups. */
export function PackageTable() {
  return (
    <>
      <table className={clsx('mt-6 w-full table-fixed border-collapse text-sm lg:mt-0', belowEachOther)}>
        <caption className="sr-only">What’s in each package</caption>
        <colgroup>
          <col />
          {offers.map(({ key }) => (
            <col key={key} className="w-13 sm:w-24 lg:w-[24%]" />
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
