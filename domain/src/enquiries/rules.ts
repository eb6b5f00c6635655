/** The shortest message, after trimming (specification section 5). */
export const CONTACT_MESSAGE_MIN = 10;
export const CONTACT_MESSAGE_MAX = 10_000;
export const CONTACT_SUBJECT_MAX = 120;
/** Length of a message's preview in the inbox. */
export const CONTACT_PREVIEW_LENGTH = 140;
/** Wait after the last keystroke before the inbox searches, in ms. */
export const CONTACT_SEARCH_DELAY_MS = 300;
/** The value that the contact form sends as `source`. */
export const CONTACT_SOURCE = 'contact-lite';

export const ENQUIRY_STATUSES = ['new', 'read', 'archived'] as const;
export type EnquiryStatus = (typeof ENQUIRY_STATUSES)[number];
