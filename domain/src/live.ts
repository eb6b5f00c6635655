import { z } from 'zod';
import { idSchema } from './ids.ts';
import { ACTIVITY_KINDS } from './portal/activity.ts';

/**
 * What a live event can say: that something happened to a project, that the project is gone with everything in it,
 * that its reader read on elsewhere, that an enquiry has come in, or (`resync`) that events may have been missed and
 * everything on the screen is to be asked for again.
 */
export const LIVE_KINDS = [
  ...ACTIVITY_KINDS,
  'project_deleted',
  'messages_read',
  'answer_noted',
  'enquiry_received',
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

/** Seconds between the signs of life that an open stream gives. */
export const LIVE_HEARTBEAT_SECONDS = 20;
