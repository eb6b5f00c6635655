import { clsx } from 'clsx';
import { Link } from '../../../lib/pages/links.ts';
import { FlipCard } from '../../../ui/flip-card.tsx';
import { ArrowRight, Check } from '../../../ui/icons.tsx';
import { type Card, cards, paths, servicesTitle } from './home.content.ts';
import { SectionHeading } from './section-heading.tsx';
import { ServiceDrawing } from './service-drawing.tsx';

/** What the studio does, a card each: a sentence in front, three points on the back. */
export function ServiceCards() {
  return (
    <section aria-labelledby="services" className="mx-auto max-w-page px-5 py-14 sm:px-8 sm:py-20 lg:py-28">
      <SectionHeading id="services" title={servicesTitle}>
        Take one, or several. Flip a card to see what’s included.
      </SectionHeading>
      <ul
        className={clsx(
          'sideways mt-6 auto-cols-[min(84vw,16.5rem)] grid-rows-2 gap-3 md:mt-12 md:auto-cols-auto md:grid-rows-none md:gap-4 xl:grid-cols-4',
          cards.length < 3 ? 'md:grid-cols-2' : 'md:grid-cols-3',
        )}
      >
        {cards.map((card) => (
          <li key={card.key} className="grid">
            <CardView card={card} />
          </li>
        ))}
        <li className="row-span-2 print:hidden grid md:col-span-2 md:row-span-1">
          <Link
            to={paths.services}
            className="group grid min-h-32 content-end gap-1 rounded-md bg-accent p-5 text-on-accent transition-colors hover:bg-accent-strong"
          >
            <span className="font-display text-2xl font-semibold tracking-tight text-balance">
              When each is worth it, when it isn’t, and what it costs
              <ArrowRight
                aria-hidden="true"
                className="ml-3 inline size-[0.8em] transition-transform group-hover:translate-x-2"
              />
            </span>
          </Link>
        </li>
      </ul>
    </section>
  );
}

function CardView({ card: { key, title, text, bullets, to } }: { card: Card }) {
  return (
    <FlipCard
      className="md:min-h-60"
      front={
        <>
          <ServiceDrawing kind={key} className="h-12 w-17 md:h-18 md:w-25" />
          <span className="mt-3 font-display text-xl font-semibold tracking-tight md:mt-6">{title}</span>
          <span className="mt-1.5 text-sm text-pretty text-ink-soft">{text}</span>
        </>
      }
    >
      <h3 className="mb-2 pr-8 font-sans text-base tracking-normal">{title}</h3>
      <ul className="grid gap-1.5 text-sm">
        {bullets.map((bullet) => (
          <li key={bullet} className="flex gap-2.5">
            <Check aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
            {bullet}
          </li>
        ))}
      </ul>
      <Link
        to={to}
        className="mt-1 inline-flex min-h-11 items-center self-end justify-self-start text-sm font-semibold underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        More on {title.startsWith('SEO') || title.startsWith('AI') ? title : title.toLowerCase()}
      </Link>
    </FlipCard>
  );
}
