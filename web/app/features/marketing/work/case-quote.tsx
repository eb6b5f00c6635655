import type { Testimonial } from '@atelier/content/testimonials.ts';

/** What the client says about it. */
export function CaseQuote({ testimonial }: { testimonial: Testimonial }) {
  const { quote, name, role, company } = testimonial;
  return (
    <div className="border-y border-rule bg-sunken">
      <figure className="mx-auto max-w-page px-5 py-16 sm:px-8 sm:py-24">
        <blockquote className="max-w-5xl font-display text-3xl max-sm:text-[1.75rem] font-semibold tracking-[-0.03em] text-balance">
          “{quote}”
        </blockquote>
        <figcaption className="mt-6 text-ink-soft">
          <span className="font-semibold text-ink">{name}</span>, {role}, {company}
        </figcaption>
      </figure>
    </div>
  );
}
