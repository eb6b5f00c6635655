import type { NotificationKind } from '@atelier/domain/project-parts.ts';
import type { ProjectSide } from '@atelier/domain/projects/rules.ts';
import type { Selectable } from 'kysely';
import type { EventMailKind } from '../../core/projects/project-event.ts';

/** A kind of mail turned off for an address. By address, because the studio's may have no account. */
interface MutedMailTable {
  /** In lower case. */
  address: string;
  kind: NotificationKind;
  created_at: string;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    muted_mails: MutedMailTable;
  }
}

/** An event whose mail to one side of a project is still due. */
interface PendingNotificationTable {
  id: string;
  project_id: string;
  /** The side that gets the mail. */
  side: ProjectSide;
  kind: EventMailKind;
  /** The actor, who gets no mail about it. */
  actor_id: string;
  /** Empty once their account is deleted. */
  actor_email: string;
  subject_id: string | null;
  subject_title: string | null;
  /** JSON, as the event had it. */
  detail: string;
  /** The record that the notification is about, if an undo may withdraw it. */
  activity_id: string | null;
  /** The request of the event. */
  request_id: string | null;
  created_at: string;
  due_at: string;
}

export type PendingNotification = Selectable<PendingNotificationTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    pending_notifications: PendingNotificationTable;
  }
}
