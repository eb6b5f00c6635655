import { followStorage } from './account-store.ts';
import {
  type AccountKey,
  ENQUIRY_KEY,
  RECENT_PLACES_KEY,
  SAVED_FILTERS_KEY,
  TAB_OWNER_KEY,
  TYPED_TEXT_KEY,
  UNSENT_KEY,
} from './local-store.ts';

interface Entry {
  key: string;
  text: string;
  /** The last user of this tab. */
  tabOwner: string | undefined;
}

interface AccountData {
  storage: 'localStorage' | 'sessionStorage';
  /** Whether an entry is this user's. */
  isOf(userId: string, entry: Entry): boolean;
}

/**
 * What one user leaves in this browser, by the keys or the beginnings of the keys that it is under. It is
 * deleted by this table, so that the modules that write it need not be loaded.
 */
const ACCOUNT_DATA: Readonly<Record<AccountKey, AccountData>> = {
  [UNSENT_KEY]: {
    storage: 'localStorage',
    // An earlier version had everything under one key.
    isOf: (userId, { key, text }) =>
      key.startsWith(`${UNSENT_KEY}:${userId}/`) ||
      (key === UNSENT_KEY && text.includes(JSON.stringify({ userId }).slice(1, -1))),
  },
  [RECENT_PLACES_KEY]: {
    storage: 'localStorage',
    isOf: (userId, { text }) => text.includes(JSON.stringify({ of: userId }).slice(1, -1)),
  },
  [SAVED_FILTERS_KEY]: {
    storage: 'localStorage',
    isOf: (userId, { text }) => text.includes(JSON.stringify({ of: userId }).slice(1, -1)),
  },
  [TYPED_TEXT_KEY]: {
    storage: 'sessionStorage',
    isOf: (userId, { key }) => key.endsWith(`:${userId}`),
  },
  [ENQUIRY_KEY]: {
    storage: 'sessionStorage',
    // A visitor who signs in goes on with what they wrote.
    isOf: (userId, { tabOwner }) => tabOwner === undefined || tabOwner === userId,
  },
};

/** Deletes what users left in this browser: of all of them, or of others than the one who is `staying`. */
export function deleteAccountData(staying?: string): void {
  const tabOwner = exchangeTabOwner(staying);
  for (const [start, { storage, isOf }] of Object.entries(ACCOUNT_DATA)) {
    forgetIn(storage, start, (entry) => staying !== undefined && isOf(staying, { ...entry, tabOwner }));
  }
  followStorage(staying);
}

function forgetIn(
  storage: AccountData['storage'],
  start: string,
  isKept: (entry: Pick<Entry, 'key' | 'text'>) => boolean,
): void {
  try {
    const area = globalThis[storage];
    for (const key of Object.keys(area)) {
      if (key.startsWith(start) && !isKept({ key, text: area.getItem(key) ?? '' })) area.removeItem(key);
    }
  } catch {
    // Storage is off, so nothing is left in it.
  }
}

/** Stores the tab's current user, or none. @returns the previous one */
function exchangeTabOwner(id: string | undefined): string | undefined {
  try {
    const before = sessionStorage.getItem(TAB_OWNER_KEY) ?? undefined;
    if (id === undefined) sessionStorage.removeItem(TAB_OWNER_KEY);
    else sessionStorage.setItem(TAB_OWNER_KEY, id);
    return before;
  } catch {
    return undefined;
  }
}
