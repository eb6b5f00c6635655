import type { PageAddress } from '@atelier/domain/pages.ts';
import { ButtonLink, buttonClass } from '../../../ui/button.tsx';
import { Portrait } from '../../../ui/portrait.tsx';
import { StartLink } from '../start-link.tsx';
import { introCall, who } from './closing.content.ts';

/** A package to begin with, as the page before it suggests. */
export interface ClosingOffer {
  text: string;
  button: string;
  to: PageAddress;
}

/** The end of a public page: who answers, and the two ways to go on. */
export function Closing({
  title = 'Tell me what it should do.',
  offer,
}: {
  title?: string;
  /** Instead of a start without a package. */
  offer?: ClosingOffer;
}) {
  return (
    <section aria-labelledby="closing" className="border-t border-rule bg-sunken print:hidden">
      <div className="mx-auto grid max-w-page items-end gap-x-10 gap-y-8 px-5 py-16 sm:px-8 sm:py-24 lg:grid-cols-12">
        <div className="grid gap-6 lg:col-span-7">
          <h2 id="closing" className="text-4xl font-bold tracking-[-0.04em]">
            {title}
          </h2>
          <p className="flex items-center gap-4">
            <Portrait sizes="4rem" isDecoration className="size-16" />
            <span>
              <span className="block font-semibold">
                {who.name}, <span className="font-normal text-ink-soft">{who.role.toLowerCase()}</span>
              </span>
              <span className="block text-ink-soft">Next free start: {who.nextStart}.</span>
            </span>
          </p>
        </div>
        <div className="grid gap-5 lg:col-span-5">
          <p className="text-lg text-ink-soft">
            {offer?.text ?? 'Start the brief and get an instant estimate'}, or book a {introCall} call. Both
            are free.
          </p>
          <div className="flex flex-wrap gap-3">
            {offer ? (
              <StartLink to={offer.to} className={buttonClass({ variant: 'accent', size: 'lg' })}>
                {offer.button}
              </StartLink>
            ) : (
              <ButtonLink to="/start?type=landing&fresh=1" variant="accent" size="lg">
                Start a Project
              </ButtonLink>
            )}
            <ButtonLink to="/contact" variant="secondary" size="lg">
              Book a Call
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  );
}
