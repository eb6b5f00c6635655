import { clsx } from 'clsx';
import { buttonClass } from '../../../ui/button-style.ts';
import { StartLink } from '../start-link.tsx';
import { offers, ownWay } from './home.content.ts';
import { PackageTable } from './package-table.tsx';
import { SectionHeading } from './section-heading.tsx';

/** The three packages: what each costs and how long it takes, then feature by feature, and the way to one's own. */
export function Packages() {
  return (
    <section aria-labelledby="packages" className="mx-auto max-w-page px-5 py-14 sm:px-8 sm:py-20 lg:py-28">
      <div className="grid grid-cols-1 lg:grid-cols-[28%_24%_24%_24%] gap-y-3 max-lg:gap-x-4 md:max-lg:grid-cols-3">
        <div className="pb-2 md:max-lg:col-span-3 lg:pr-8 lg:pb-6">
          <SectionHeading id="packages" title="Three ways to start">
            Pick the closest. Add or remove parts before anything is final.
          </SectionHeading>
          <p className="mt-1 lg:mt-4">
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
