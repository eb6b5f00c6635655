import { MousePointerClick, SearchX } from 'lucide-react';
import type { RefObject } from 'react';
import { isMissing } from '../../../lib/is-missing.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { EnquiryDetail } from './enquiry-detail.tsx';
import type { OpenEnquiry } from './open-enquiry.ts';

/** Beside the list: the open message, or why there is none. */
export function EnquiryPane({
  open,
  headingRef,
  marksOnOpen,
}: {
  open: OpenEnquiry;
  headingRef: RefObject<HTMLHeadingElement | null>;
  marksOnOpen: boolean;
}) {
  const { enquiry, error, isChosen, isPending, retry } = open;
  if (enquiry) {
    return (
      <EnquiryDetail
        key={enquiry._id}
        enquiry={enquiry}
        headingRef={headingRef}
        isMarkedOnOpen={marksOnOpen && isChosen}
      />
    );
  }
  if (isPending) return <Skeleton className="h-96 w-full rounded-lg" />;
  if (isMissing(error)) {
    return (
      <EmptyState icon={<SearchX aria-hidden="true" />} title="Not found.">
        This message was deleted, or the link to it is incomplete.
      </EmptyState>
    );
  }
  if (error) return <LoadFailure error={error} fallback="Failed to load the message." onRetry={retry} />;
  return (
    <EmptyState icon={<MousePointerClick aria-hidden="true" />} title="Select a message to view details" />
  );
}
