import { z } from 'zod';
import { linkSecret, longText } from '../text-schema.ts';
import { DECISION_ANSWERS, DECISION_KINDS, DECISION_STATES, DECISION_WORDS_MAX } from './rules.ts';

/** The body of the call that reads a link. */
export const decisionTokenSchema = z.object({ token: linkSecret() });

/** An answer. What should change has to be said; other words are a note. */
export const decideSchema = z
  .object({
    token: linkSecret(),
    answer: z.enum(DECISION_ANSWERS),
    words: longText(DECISION_WORDS_MAX).default(''),
  })
  .refine(({ answer, words }) => answer !== 'needs_changes' || words !== '', {
    error: 'Write what should change.',
    path: ['words'],
  });
export type Decide = z.output<typeof decideSchema>;

/** What a link is about, as its page shows it. */
export const decisionThingSchema = z.object({
  kind: z.enum(DECISION_KINDS),
  /** Whose link it is. */
  name: z.string(),
  project: z.string(),
  title: z.string(),
  /** A milestone's description, or what a request asks for. */
  text: z.string(),
  /** A day (`2026-11-21`). */
  due: z.string().nullable(),
  /** The studio's words with it: the note of a review, or what is still missing. */
  note: z.string().nullable(),
  /** What there is to look at. Files are named only: opening them takes a sign-in. */
  previewLink: z.string().nullable(),
  fileNames: z.array(z.string()),
  /** Until when the link works. */
  expiresAt: z.string(),
});
export type DecisionThing = z.infer<typeof decisionThingSchema>;

export const decisionSchema = z.object({
  state: z.enum(DECISION_STATES),
  /** Its address in the portal, which asks for a sign-in. */
  path: z.string(),
  /** Only while the link is open. */
  thing: decisionThingSchema.nullable(),
  /** What the link was used for, and when. */
  answered: z.object({ answer: z.enum(DECISION_ANSWERS), at: z.string() }).nullable(),
});
export type Decision = z.infer<typeof decisionSchema>;

export const decidedSchema = z.object({ answer: z.enum(DECISION_ANSWERS), path: z.string() });
