import type { NotificationKind } from '@atelier/domain/notifications.ts';
import type { ProjectSide } from '@atelier/domain/portal/activity.ts';
import type { Selectable } from 'kysely';

/** Something that one side of a project is to be told by mail, until the mail is written or not needed. */
export interface PendingNotificationTable {
  id: string;
  project_id: string;
  /** Who is to be told. */
  side: ProjectSide;
  kind: NotificationKind;
  /** Who did it: they are not told of it. */
  actor_id: string;
  /** Empty once their account is deleted. */
  actor_email: string;
  subject_id: string | null;
  subject_title: string | null;
  /** JSON, as the happening had it. */
  detail: string;
  created_at: string;
  due_at: string;
}

export type PendingNotification = Selectable<PendingNotificationTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    pending_notifications: PendingNotificationTable;
  }
}
