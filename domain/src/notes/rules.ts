/** The longest note, in characters. */
export const NOTE_MAX = 4_000;
/** The message for a note without words. */
export const EMPTY_NOTE = 'Write a note.';
/** Most notes about one project or enquiry: the list is never paged. */
export const MAX_NOTES = 300;

/** What the studio keeps notes and to-dos about. */
export const STUDIO_SUBJECTS = ['project', 'enquiry'] as const;
export type StudioSubjectKind = (typeof STUDIO_SUBJECTS)[number];
