import type { PENDING_USERNAME_KEY } from '@atelier/domain/auth/rules.ts';
import type { ONBOARDING_STORAGE_KEY } from '@atelier/domain/onboarding/rules.ts';

/** What this browser keeps for the whole application, by its key in local storage. */
export const THEME_KEY = 'atelier:theme';
export const SESSION_HINT_KEY = 'atelier:hint';
/** What the keys of sessions begin with, each followed by who signs people in (see lib/session/auth-provider.ts). */
export const SESSION_KEYS = 'studio-auth-';
/** The state of the copy of a brief (see features/onboarding/draft/local-copy.ts). */
export const ONBOARDING_SYNC_KEY = 'onboarding:start:sync';
/** A finished brief that has yet to arrive (see lib/storage/pending-submission.ts). */
export const PENDING_SUBMISSION_KEY = 'onboarding:finished';
/**
 * The prefix of the keys of unsent text in threads (see lib/storage/unsent-store.ts).
 */
export const UNSENT_KEY = 'feedback:unsent';
/** Where an admin went by the palette (see areas/studio/palette/recent-places.ts). */
export const RECENT_PLACES_KEY = 'admin:recent';
/** The filters of projects that an admin named (see areas/studio/projects/saved-filters.tsx). */
export const SAVED_FILTERS_KEY = 'admin:filters';
/** An unfinished enquiry, in the tab's storage (see features/enquiries/enquiry-form.tsx). */
export const ENQUIRY_KEY = 'atelier:enquiry';
/** The last signed-in user of a tab, in the tab's storage (see lib/storage/account-data.ts). */
export const TAB_OWNER_KEY = 'atelier:tab-of';
/**
 * The address of the username that waits for a confirmation (see
 * features/accounts/pending-username.ts).
 */
export const PENDING_USERNAME_EMAIL_KEY = 'pendingUsername:email';
/** Text typed into a setting, in the tab's storage (see features/accounts/profile/setting.tsx). */
export const TYPED_TEXT_KEY = 'atelier:typed:';
/** Whether the sidebar is narrow: "1" or "0" (specification section 2). */
export const SIDEBAR_COLLAPSED_KEY = 'adminSidebarCollapsed';
/** How projects are looked at (see areas/studio/projects/projects-view.ts). */
export const PROJECTS_VIEW_KEY = 'admin:projects';
/** How the inbox behaves (see features/enquiries/studio/inbox-settings.tsx). */
export const INBOX_SETTINGS_KEY = 'admin:inbox';

/**
 * What begins the keys of one user's data. Signing out deletes it, and another user's sign-in what isn't
 * theirs (see lib/storage/account-data.ts).
 */
export type AccountKey =
  | typeof UNSENT_KEY
  | typeof RECENT_PLACES_KEY
  | typeof SAVED_FILTERS_KEY
  | typeof TYPED_TEXT_KEY
  | typeof ENQUIRY_KEY;

/** The device's settings, and what has yet to reach the server: a sign-out leaves both where they are. */
export type LastingKey =
  | typeof THEME_KEY
  | typeof SESSION_HINT_KEY
  | typeof SIDEBAR_COLLAPSED_KEY
  | typeof PROJECTS_VIEW_KEY
  | typeof INBOX_SETTINGS_KEY
  | typeof ONBOARDING_STORAGE_KEY
  | typeof ONBOARDING_SYNC_KEY
  | typeof PENDING_SUBMISSION_KEY
  | typeof PENDING_USERNAME_KEY
  | typeof PENDING_USERNAME_EMAIL_KEY
  | `${typeof SESSION_KEYS}${string}`;

/** Every key that the application may write in local storage. A new one says in the types above whose it is. */
export type StorageKey = LastingKey | AccountKey | `${AccountKey}:${string}`;

/*
 * Local storage that never throws: it may be off, full, or hold what another version wrote. What can't be
 * kept isn't there the next time.
 */

/** The text under a key; undefined if there is none or storage is unavailable. */
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
