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

/** The longest reply, and the longest answer to one, in characters. */
export const ENQUIRY_REPLY_MAX = 10_000;
export const MAX_REPLY_FILES = 5;
/** All files of one reply, in bytes: they go with the email, and mail servers refuse larger ones. */
export const REPLY_FILES_MAX_BYTES = 8 * 1024 * 1024;
/** How long a file waits for its reply, in hours; then it is deleted. */
export const UNSENT_REPLY_FILE_HOURS = 24;
/** All files of one enquiry, in bytes. */
export const ENQUIRY_FILES_MAX_BYTES = 100 * 1024 * 1024;
/** Replies and answers of one enquiry. */
export const ENQUIRY_MESSAGES_MAX = 200;

/** Who wrote in an enquiry. */
export const ENQUIRY_SIDES = ['studio', 'visitor'] as const;
export type EnquirySide = (typeof ENQUIRY_SIDES)[number];

/** The subject of a reply (specification section 2). */
export function replySubject(name: string): string {
  return `Re: Your inquiry — ${name}`;
}

/** What the inbox says of an enquiry that was replied to; undefined before the first reply. */
export function replyState({
  repliedAt,
  answeredAt,
}: {
  repliedAt: string | null;
  answeredAt: string | null;
}): 'replied' | 'answered' | undefined {
  if (answeredAt !== null && answeredAt >= (repliedAt ?? '')) return 'answered';
  return repliedAt === null ? undefined : 'replied';
}

/** What a template of a reply can say. */
export interface ReplyFacts {
  /** The visitor's first name. */
  firstName: string;
  studioName: string;
  /** Where visitors book a call. */
  callUrl: string;
}

/** A reply that the studio often writes. */
export interface ReplyTemplate {
  key: string;
  /** Its name in the list. */
  label: string;
  text: (facts: ReplyFacts) => string;
}

/** The first of a person's names. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}
