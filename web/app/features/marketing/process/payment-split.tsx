import { claims } from '@atelier/content/claims.ts';

const { reservePercent, launchPercent, words } = claims.payment;

/** When the two parts of the price are due. */
export function PaymentSplit() {
  return (
    <section aria-labelledby="payment" className="border-y border-rule bg-sunken">
      <div className="mx-auto grid max-w-page gap-10 px-5 py-16 sm:px-8 sm:py-24">
        <h2 id="payment" className="max-w-3xl text-3xl tracking-[-0.03em]">
          {words.charAt(0).toUpperCase() + words.slice(1)}. Nothing in between.
        </h2>
        <dl className="grid grid-cols-2 max-xs:grid-cols-1">
          {[
            {
              share: reservePercent,
              text: 'when you accept the proposal, to reserve your place',
              look: 'bg-accent text-on-accent [print-color-adjust:exact]',
            },
            {
              share: launchPercent,
              text: 'when your site is live',
              look: 'bg-raised text-ink border border-l-0 border-rule',
            },
          ].map(({ share, text, look }) => (
            <div key={text} className={`grid content-between gap-8 p-5 sm:min-h-52 sm:p-8 ${look}`}>
              <dt className="font-display text-4xl font-bold tracking-[-0.05em] tabular-nums">{share}%</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
