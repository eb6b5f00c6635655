import { claims } from '@atelier/content/claims.ts';
import { ButtonLink } from '../../../ui/button.tsx';

/** The end of a public page: the two ways to go on. */
export function Closing({ title = 'Tell me what it should do.' }: { title?: string }) {
  return (
    <section aria-labelledby="closing" className="border-t border-rule bg-sunken print:hidden">
      <div className="mx-auto grid max-w-page items-end gap-x-10 gap-y-8 px-5 py-16 sm:px-8 sm:py-24 lg:grid-cols-12">
        <h2 id="closing" className="text-4xl font-bold tracking-[-0.04em] lg:col-span-7">
          {title}
        </h2>
        <div className="grid gap-5 lg:col-span-5">
          <p className="text-lg text-ink-soft">
            Start the brief and get an instant estimate, or book a {claims.introCall.text} call. Both are
            free.
          </p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/start?type=landing&fresh=1" variant="accent" size="lg">
              Start a Project
            </ButtonLink>
            <ButtonLink to="/contact" variant="secondary" size="lg">
              Book a Call
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  );
}
