/** What this browser keeps for the whole application, by its key in local storage. */
export const THEME_KEY = 'atelier:theme';
export const HINT_KEY = 'atelier:hint';
/** What the keys of sessions begin with, each followed by who signs people in (see lib/auth-provider.ts). */
export const SESSION_KEYS = 'studio-auth-';
/** What is known of the copy of a brief (see features/onboarding/draft/local-copy.ts). */
export const ONBOARDING_SYNC_KEY = 'onboarding:start:sync';
/** A finished brief that has yet to arrive (see lib/pending-submission.ts). */
export const PENDING_SUBMISSION_KEY = 'onboarding:finished';
/**
 * The prefix of the keys of unsent text in threads (see lib/unsent-store.ts).
 */
export const UNSENT_KEY = 'feedback:unsent';
/** Where an admin went by the palette (see areas/studio/palette/recent-places.ts). */
export const RECENT_PLACES_KEY = 'admin:recent';
/** What is being written to the studio, in the storage of the tab (see features/enquiries/enquiry-draft.ts). */
export const ENQUIRY_KEY = 'atelier:enquiry';
/** The last signed-in user of a tab, in the tab's storage (see app/forgetting.ts). */
export const TAB_OWNER_KEY = 'atelier:tab-of';
/**
 * The address of the username that waits for a confirmation (see
 * features/accounts/save-pending-username.ts).
 */
export const PENDING_USERNAME_EMAIL_KEY = 'pendingUsername:email';
