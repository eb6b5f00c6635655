import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { PROJECT_EVENT_KINDS } from '../project-parts.ts';

/**
 * What a live event can say: that something happened to a project, that the project is gone with everything in it,
 * that its reader read on elsewhere, that an enquiry has come in, that the reader's own account is another one than before
 * (its role, or whether it may sign in), or (`resync`) that events may have been missed and
 * everything on the screen is to be asked for again.
 */
export const LIVE_KINDS = [
  ...PROJECT_EVENT_KINDS,
  'project_deleted',
  'messages_read',
  'answer_noted',
  'enquiry_received',
  'account_changed',
  'resync',
] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

/**
 * A live event. It says that something changed, never what: whoever cares asks for it, and with that call
 * goes through every check that a call goes through.
 */
export const liveEventSchema = z.object({
  id: idSchema,
  kind: z.enum(LIVE_KINDS),
  /** The project it is about; null where it is about everything, or about the studio and no project of it. */
  projectId: idSchema.nullable(),
});
export type LiveEvent = z.infer<typeof liveEventSchema>;

/** How far back the server remembers events, in ms: a reader who missed less gets them all. */
export const LIVE_MEMORY_MS = 30_000;

/** Seconds between the signs of life that an open stream gives. */
export const LIVE_HEARTBEAT_SECONDS = 20;
