import { useState } from 'react';

/** Which item of a list is open: the one that the address names, else the one that opened by itself. */
export interface Selection<Item> {
  selected: Item | undefined;
  /** The address names it: on a phone only then is it shown in place of the list. */
  isChosen: boolean;
}

/**
 * The open item. With nothing chosen the first one opens by itself where `opensFirst` says so (specification section 2:
 * page 1, no filter), and stays open when newer ones arrive above it.
 */
export function useSelection<Item extends { _id: string }>(
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
