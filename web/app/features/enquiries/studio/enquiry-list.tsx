import type { Enquiry } from '@atelier/domain/enquiries/schema.ts';
import { clsx } from 'clsx';
import { BulkBar } from './bulk-bar.tsx';
import { EnquiryRow } from './enquiry-row.tsx';

/** The messages of a page, of which several can be selected. */
export function EnquiryList({
  items,
  isBusy,
  currentId,
  keepsScroll,
  addressOf,
  selectedIds,
  onSelect,
}: {
  items: readonly Enquiry[];
  isBusy: boolean;
  /** The one that is open. */
  currentId: string | undefined;
  keepsScroll: boolean;
  /** The address's query that opens one. */
  addressOf: (id: string) => string;
  selectedIds: ReadonlySet<string>;
  onSelect: (ids: readonly string[]) => void;
}) {
  const selected = items.filter((enquiry) => selectedIds.has(enquiry._id));
  const select = (id: string, isSelected: boolean) => {
    const others = selected.map((enquiry) => enquiry._id).filter((each) => each !== id);
    onSelect(isSelected ? [...others, id] : others);
  };
  return (
    <>
      <BulkBar items={items} selected={selected} onSelect={onSelect} />
      <ul aria-busy={isBusy || undefined} className={clsx('grid grid-cols-1 gap-1', isBusy && 'opacity-60')}>
        {items.map((enquiry) => (
          <EnquiryRow
            key={enquiry._id}
            enquiry={enquiry}
            search={addressOf(enquiry._id)}
            isCurrent={enquiry._id === currentId}
            keepsScroll={keepsScroll}
            isSelected={selectedIds.has(enquiry._id)}
            onSelect={(isSelected) => select(enquiry._id, isSelected)}
          />
        ))}
      </ul>
    </>
  );
}
