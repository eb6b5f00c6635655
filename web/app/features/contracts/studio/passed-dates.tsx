import type { NamedDate } from '@atelier/domain/contracts/passed-dates.ts';
import { formatDate } from '../../../lib/format.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';

/** Says which dates of a contract have passed before it is sent; nothing without any. */
export function PassedDates({ dates }: { dates: readonly NamedDate[] }) {
  if (dates.length === 0) return null;
  return (
    <Alert
      tone="warning"
      isUrgent={false}
      title={dates.length === 1 ? 'A date has passed.' : 'Some dates have passed.'}
    >
      <ul className="my-1 list-disc pl-5">
        {dates.map(({ name, day }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list never moves
          <li key={index} className="wrap-anywhere">
            {name}: {formatDate(day)}
          </li>
        ))}
      </ul>
      <p>Change them here or in the plan before your client accepts them.</p>
    </Alert>
  );
}
