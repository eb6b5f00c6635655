import type { ContractLine } from '@atelier/domain/contracts/terms.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';

/** Lines with their prices, to read. */
export function PriceLines({ lines }: { lines: readonly ContractLine[] }) {
  return (
    <ul className="grid grid-cols-1 divide-y divide-rule border-y border-rule">
      {lines.map(({ id, title, detail, price }) => (
        <li key={id} className="flex items-baseline justify-between gap-x-6 py-2.5">
          <div className="min-w-0 wrap-anywhere">
            <p className="font-medium wrap-anywhere">{title}</p>
            {detail !== '' && <p className="text-sm whitespace-pre-line text-ink-soft">{detail}</p>}
          </div>
          <p className="shrink-0 font-semibold tabular-nums">{formatUsd(price)}</p>
        </li>
      ))}
    </ul>
  );
}
