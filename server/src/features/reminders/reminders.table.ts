import type { ReminderKind } from '@atelier/domain/reminders/rules.ts';
import type { Selectable } from 'kysely';

/** A step of a reminder that went out, or was passed over. One each, so that none goes out twice. */
interface ReminderTable {
  id: string;
  kind: ReminderKind;
  /** What it reminds of. */
  subject_id: string;
  step: string;
  /** `muted`: nobody on the client's side gets it. */
  outcome: 'sent' | 'skipped' | 'paused' | 'muted';
  created_at: string;
}

/** A client who gets no reminders for now. */
interface ReminderPauseTable {
  account_id: string;
  created_at: string;
}

/** A project that clients get no reminders about for now. */
interface ProjectReminderPauseTable {
  project_id: string;
  created_at: string;
}

export type ReminderRow = Selectable<ReminderTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    reminders: ReminderTable;
    reminder_pauses: ReminderPauseTable;
    project_reminder_pauses: ProjectReminderPauseTable;
  }
}
