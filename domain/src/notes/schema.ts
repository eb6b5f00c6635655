import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { longText } from '../text-schema.ts';
import { EMPTY_NOTE, NOTE_MAX, STUDIO_SUBJECTS } from './rules.ts';

/** The project or enquiry that a note or a to-do is about, with its title at this moment. */
export const studioSubjectSchema = z.object({
  kind: z.enum(STUDIO_SUBJECTS),
  id: idSchema,
  title: z.string(),
});
export type StudioSubject = z.infer<typeof studioSubjectSchema>;

/** A note that only the studio sees. */
export const noteSchema = z.object({
  _id: idSchema,
  id: idSchema,
  body: z.string(),
  /** Its author's name when it was written, which outlives the account. */
  authorName: z.string(),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
});
export type Note = z.infer<typeof noteSchema>;

/** A note that a search found. */
export const foundNoteSchema = noteSchema.extend({ about: studioSubjectSchema });

const noteText = z.string().pipe(longText(NOTE_MAX)).pipe(z.string().min(1, EMPTY_NOTE));

export const editNoteSchema = z.object({
  body: noteText,
  /** The words the sender read. Different stored ones refuse the call; without it there is no check. */
  seen: noteText.optional(),
});
export type EditNote = z.infer<typeof editNoteSchema>;

export const addNoteSchema = z.object({
  body: noteText,
  /** Chosen by the sender, one per note: sending again with the same key is the same note. */
  key: idSchema.optional(),
});
export type AddNote = z.infer<typeof addNoteSchema>;
