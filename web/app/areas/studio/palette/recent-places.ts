import { keepJson, readJson } from '../../../lib/local-store.ts';
import { RECENT_PLACES_KEY } from '../../../lib/storage-keys.ts';
import { isSamePlace, type Place } from './place.ts';

/** How many places are remembered. */
const LIMIT = 5;

/** Where somebody went by the palette before, the last first. Nobody else's on the same computer. */
export function readRecentPlaces(accountId: string): Place[] {
  const kept = readJson(RECENT_PLACES_KEY, parseKept);
  return kept?.of === accountId ? kept.places : [];
}

/** Remembers a place as the last one that somebody went to. */
export function keepRecentPlace(accountId: string, place: Place): void {
  const before = readRecentPlaces(accountId).filter((each) => !isSamePlace(each, place));
  keepJson(RECENT_PLACES_KEY, { of: accountId, places: [place, ...before].slice(0, LIMIT) });
}

/** Forgets them all: names of clients do not stay in a browser that its owner has signed out of. */
export function forgetRecentPlaces(): void {
  keepJson(RECENT_PLACES_KEY, undefined);
}

/** Deletes those of other users. */
export function forgetRecentPlacesOfOthers(accountId: string): void {
  const kept = readJson(RECENT_PLACES_KEY, parseKept);
  if (kept && kept.of !== accountId) forgetRecentPlaces();
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
