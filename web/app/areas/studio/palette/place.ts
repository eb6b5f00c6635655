import type { PageAddress } from '@atelier/domain/pages.ts';
/** Somewhere in the admin area that one can go to. */
export interface Place {
  to: PageAddress;
  label: string;
  /** A quiet word after it: an address, a status. */
  detail: string;
}

/** Places of one kind. */
export interface PlaceGroup {
  label: string;
  items: Place[];
}

/** Whether two places are the same. */
export const isSamePlace = (one: Place, other: Place) => one.to === other.to;
