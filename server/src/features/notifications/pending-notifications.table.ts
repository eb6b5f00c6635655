import type { ProjectSide } from '@atelier/domain/projects/rules.ts';
import type { Selectable } from 'kysely';
import type { EventMailKind } from '../../core/projects/project-event.ts';

/** Something that one side of a project is to be told by mail, until the mail is written or not needed. */
export interface PendingNotificationTable {
  id: string;
  project_id: string;
  /** Who is to be told. */
  side: ProjectSide;
  kind: EventMailKind;
  /** Who did it: they are not told of it. */
  actor_id: string;
  /** Empty once their account is deleted. */
  actor_email: string;
  subject_id: string | null;
  subject_title: string | null;
  /** JSON, as the happening had it. */
  detail: string;
  /** The record that the notification is about, if an undo may withdraw it. */
  activity_id: string | null;
  created_at: string;
  due_at: string;
}

export type PendingNotification = Selectable<PendingNotificationTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    pending_notifications: PendingNotificationTable;
  }
}
