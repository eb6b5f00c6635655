import type { ReminderKind } from '@atelier/domain/reminders/rules.ts';
import type { Selectable } from 'kysely';

/** A step of a reminder that went out, or was passed over. One each, so that none goes out twice. */
interface ReminderTable {
  id: string;
  kind: ReminderKind;
  /** What it reminds of. */
  subject_id: string;
  step: string;
  outcome: 'sent' | 'skipped' | 'paused';
  created_at: string;
}

/** A client who gets no reminders for now. */
interface ReminderPauseTable {
  account_id: string;
  created_at: string;
}

export type ReminderRow = Selectable<ReminderTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    reminders: ReminderTable;
    reminder_pauses: ReminderPauseTable;
  }
}
