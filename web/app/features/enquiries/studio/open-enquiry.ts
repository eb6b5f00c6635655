import type { Enquiry } from '@atelier/domain/enquiries/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getEnquiry } from './enquiries.queries.ts';

/** The enquiry that is open beside the list, if any. */
export interface OpenEnquiry {
  enquiry: Enquiry | undefined;
  /** The address names it: only then it replaces the list on a phone. */
  isChosen: boolean;
  isPending: boolean;
  /** Why the one in the address failed to load. */
  error: Error | null;
  retry: () => void;
}

/**
 * The open enquiry: one of the list, or the one in the address if another page or filter has it, as
 * with an old mail's link.
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

/** The open item of a list: the one in the address, else the one that opened by itself. */
interface Selection<Item> {
  selected: Item | undefined;
  /** The address names it: only then it replaces the list on a phone. */
  isChosen: boolean;
}

/**
 * The open item. With none in the address and `opensFirst`, the first one opens by itself
 * (specification section 2: page 1, no filter), and stays open when newer ones appear above it.
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
