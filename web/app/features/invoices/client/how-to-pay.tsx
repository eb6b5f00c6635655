import { billing } from '@atelier/content/billing.ts';
import type { Invoice } from '@atelier/domain/invoices/schema.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Folded } from '../../../ui/folded.tsx';

/** How to pay an open invoice by bank transfer, each fact to be copied. */
export function HowToPay({
  invoice,
  isOpen,
  isOther,
}: {
  invoice: Invoice;
  isOpen: boolean;
  /** It can be paid in another way, too. */
  isOther: boolean;
}) {
  const { number, open } = invoice;
  const facts = [
    ...billing.transfer.map(({ name, value }) => ({ name, value, copied: value })),
    { name: 'Reference', value: number ?? '', copied: number ?? '' },
    // Forms of banks take no thousands in groups.
    { name: 'Amount', value: formatCents(open), copied: (open / 100).toFixed(2) },
  ];
  return (
    <Folded
      isOpen={isOpen}
      summary={
        <>
          {isOther ? 'Pay by bank transfer instead' : 'How to pay'}
          <span className="sr-only"> invoice {number}</span>
        </>
      }
    >
      <p className="text-sm text-ink-soft">
        {!isOther && <span>By bank transfer. </span>}
        <span>With the reference, I can see at once which invoice it’s for.</span>
      </p>
      <dl className="grid grid-cols-1 divide-y divide-rule">
        {facts.map(({ name, value, copied }) => (
          <div key={name} className="flex flex-wrap items-center gap-x-4 py-1.5">
            <dt className="w-36 max-xs:w-full text-sm text-ink-soft">{name}</dt>
            <dd className="flex min-w-0 flex-1 basis-48 items-center justify-between gap-x-3 max-xs:flex-wrap">
              <span className="min-w-0 font-medium wrap-anywhere tabular-nums">{value}</span>
              <CopyButton text={copied} about={name.toLowerCase()} />
            </dd>
          </div>
        ))}
      </dl>
    </Folded>
  );
}
