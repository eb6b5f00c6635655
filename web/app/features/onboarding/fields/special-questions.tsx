import type { Brief } from '@atelier/domain/onboarding/brief.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { RowList } from './row-list.tsx';
import { LongTextQuestion } from './text-question.tsx';

/** Sites that the client likes. */
export function Inspiration() {
  return <RowList name="inspirationUrls" remark={(row) => <WithoutAddress row={row} />} />;
}

/** A note about no site is not part of the brief (specification section 5): the client reads it before missing it. */
function WithoutAddress({ row }: { row: number }) {
  const { control } = useFormContext<Brief>();
  const isLeftOut = useWatch({
    control,
    name: `inspirationUrls.${row}`,
    compute: (site: Brief['inspirationUrls'][number] | undefined) =>
      site !== undefined && site.url.trim() === '' && site.note.trim() !== '',
  });
  return (
    <p role="status" className="col-span-full -mt-1 text-sm text-ink-soft empty:hidden">
      {isLeftOut && 'A note without an address is left out of the brief.'}
    </p>
  );
}

/** Shown always, because "Something else" needs a budget range or words; then it says so. */
export function SuccessInWords() {
  const { control } = useFormContext<Brief>();
  const isNeeded = useWatch({
    control,
    name: ['successMetric', 'budgetRange'],
    compute: ([metric, budget]) => metric === 'other' && budget === '',
  });
  return (
    <LongTextQuestion
      name="successOther"
      isRequired={isNeeded}
      // Closer to the choice that it belongs to.
      className="-mt-3"
      {...(isNeeded && { hint: 'Describe it in a sentence, or choose a budget range above.' })}
    />
  );
}
