import type { Enquiry } from '@atelier/domain/enquiries/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getEnquiry } from './enquiries.queries.ts';

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

/** Which item of a list is open: the one that the address names, else the one that opened by itself. */
interface Selection<Item> {
  selected: Item | undefined;
  /** The address names it: on a phone only then is it shown in place of the list. */
  isChosen: boolean;
}

/**
 * The open item. With nothing chosen the first one opens by itself where `opensFirst` says so (specification section 2:
 * page 1, no filter), and stays open when newer ones arrive above it.
 */
function useSelection<Item extends { _id: string }>(
  items: readonly Item[],
  chosenId: string | null,
  opensFirst: boolean,
): Selection<Item> {
  const [openedId, setOpenedId] = useState<string>();
  const first = items[0]?._id;
  const isStillThere = items.some((item) => item._id === openedId);
  const wantedId = opensFirst && !isStillThere ? first : openedId;
  if (wantedId !== openedId) setOpenedId(wantedId);

  const id = chosenId ?? (opensFirst ? wantedId : undefined);
  return { selected: items.find((item) => item._id === id), isChosen: chosenId !== null };
}
