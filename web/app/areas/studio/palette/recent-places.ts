import type { PageAddress } from '@atelier/domain/pages.ts';
import { createKeptStore } from '../../../lib/storage/account-store.ts';
import { parseJson } from '../../../lib/storage/local-json.ts';
import { RECENT_PLACES_KEY } from '../../../lib/storage/local-store.ts';

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
const isSamePlace = (one: Place, other: Place) => one.to === other.to;

/** How many places are remembered. */
const LIMIT = 5;

/** Names of clients do not stay in a browser that their reader has signed out of. */
const recent = createKeptStore({
  scope: 'account',
  key: RECENT_PLACES_KEY,
  parse: (text) => parseJson(text, parseKept),
  print: (kept) => kept && JSON.stringify(kept),
});

/** Where somebody went by the palette before, the last first. Nobody else's on the same computer. */
export function readRecentPlaces(accountId: string): Place[] {
  const kept = recent.get();
  return kept?.of === accountId ? kept.places : [];
}

/** Remembers a place as the last one that somebody went to. */
export function keepRecentPlace(accountId: string, place: Place): void {
  recent.refresh();
  const before = readRecentPlaces(accountId).filter((each) => !isSamePlace(each, place));
  recent.keep({ of: accountId, places: [place, ...before].slice(0, LIMIT) });
}

/** Forgets them all, as when their reader stops being an admin. */
export function forgetRecentPlaces(): void {
  recent.keep(undefined);
}

function parseKept(stored: unknown): { of: string; places: Place[] } | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { of, places } = stored as { of?: unknown; places?: unknown };
  if (typeof of !== 'string' || !Array.isArray(places)) return undefined;
  return { of, places: places.filter(isPlace).slice(0, LIMIT) };
}

function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null) return false;
  const { to, label, detail } = value as Record<string, unknown>;
  return (
    typeof to === 'string' &&
    to.startsWith('/admin') &&
    typeof label === 'string' &&
    typeof detail === 'string'
  );
}
