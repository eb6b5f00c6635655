import type { Enquiry } from '@atelier/domain/enquiries/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { getEnquiry } from './get-enquiry.ts';
import { useSelection } from './selection.ts';

/** The enquiry that is open beside the list, as far as there is one. */
export interface OpenEnquiry {
  enquiry: Enquiry | undefined;
  /** The address names it: on a phone only then is it shown in place of the list. */
  isChosen: boolean;
  isPending: boolean;
  /** Why the one that the address names could not be had. */
  error: Error | null;
  retry: () => void;
}

/**
 * The open enquiry: one of the list, or the one that the address names and that stands on another page or under another
 * filter, as a mail's link does after a while.
 */
export function useOpenEnquiry(
  items: readonly Enquiry[] | undefined,
  chosenId: string | null,
  opensFirst: boolean,
): OpenEnquiry {
  const { selected, isChosen } = useSelection(items ?? [], chosenId, opensFirst);
  const isElsewhere = items !== undefined && chosenId !== null && selected === undefined;
  const one = useQuery({ ...getEnquiry(chosenId ?? ''), enabled: isElsewhere });
  return {
    enquiry: selected ?? (isElsewhere && !one.isError ? one.data : undefined),
    isChosen,
    isPending: isElsewhere && one.isPending,
    error: isElsewhere ? one.error : null,
    retry: () => void one.refetch(),
  };
}
