import type { PageAddress } from '@atelier/domain/pages.ts';
import { createKeptStore } from '../../../lib/storage/account-store.ts';
import { parseJson } from '../../../lib/storage/local-json.ts';
import { RECENT_PLACES_KEY } from '../../../lib/storage/local-store.ts';

/** A place in the admin area. */
export interface Place {
  to: PageAddress;
  label: string;
  /** A detail after the label: an address, a status. */
  detail: string;
}

/** Places of one kind. */
export interface PlaceGroup {
  label: string;
  items: Place[];
}

const isSamePlace = (one: Place, other: Place) => one.to === other.to;

/** How many places are remembered. */
const LIMIT = 5;

/** Kept for the account: names of clients leave the browser on sign-out. */
const recent = createKeptStore({
  scope: 'account',
  key: RECENT_PLACES_KEY,
  parse: (text) => parseJson(text, parseKept),
  print: (kept) => kept && JSON.stringify(kept),
});

/** The places the account last opened by the palette, newest first. */
export function readRecentPlaces(accountId: string): Place[] {
  const kept = recent.get();
  return kept?.of === accountId ? kept.places : [];
}

export function keepRecentPlace(accountId: string, place: Place): void {
  recent.refresh();
  const before = readRecentPlaces(accountId).filter((each) => !isSamePlace(each, place));
  recent.keep({ of: accountId, places: [place, ...before].slice(0, LIMIT) });
}

/** Forgets all places, as when the account loses its admin role. */
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
