import type { StorageKey } from './storage-keys.ts';

/*
 * Local storage that never throws: it may be switched off, full, or hold what another version wrote. What cannot be kept
 * is simply not there the next time.
 */

/** The text under a key; undefined if there is none or storage is out of reach. */
export function readText(key: StorageKey): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text, or removes it when undefined. Returns whether that worked. */
export function keepText(key: StorageKey, text: string | undefined): boolean {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
