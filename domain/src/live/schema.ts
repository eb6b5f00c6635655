import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { PROJECT_EVENT_KINDS } from '../project-parts.ts';

/**
 * The kinds of live events: a project event; a project's deletion; reading by the same reader elsewhere;
 * messages edited or deleted; comments on a file edited, resolved or deleted; a change of the studio's notes or
 * to-dos, for the studio; a new enquiry; a change of the calls that visitors book; a change of the mails that arrived;
 * a change of which projects the reader has a part in; a change of the reader's own account (its role, or whether it may
 * sign in); and `resync`, when events may have been missed and everything on the screen must be refetched.
 */
export const LIVE_KINDS = [
  ...PROJECT_EVENT_KINDS,
  'project_deleted',
  'messages_read',
  'answer_noted',
  'messages_changed',
  'file_comments_changed',
  'notes_changed',
  'todos_changed',
  'enquiry_received',
  'projects_changed',
  'calls_changed',
  'mail_arrived',
  'account_changed',
  'resync',
] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

/**
 * A live event. It says that something changed, never what: the page refetches it, and that call passes
 * every access check.
 */
export const liveEventSchema = z.object({
  id: idSchema,
  kind: z.enum(LIVE_KINDS),
  /** The project it is about; null for everything, or for the studio without a project. */
  projectId: idSchema.nullable(),
});
export type LiveEvent = z.infer<typeof liveEventSchema>;

/** A place in a stream: the memory of events that it is of, and a moment there. */
export const livePlaceSchema = z.string().regex(/^\w{1,40}-\d{1,16}$/, 'Not a place in a stream');

/** How long the server remembers events, in ms: a reader who missed less gets them all. */
export const LIVE_MEMORY_MS = 30_000;

/** Seconds between an open stream's heartbeats. */
export const LIVE_HEARTBEAT_SECONDS = 20;
