import type { Selectable } from 'kysely';

/** A backup, or a try to restore one into a temporary place. */
export type RunKind = 'backup' | 'rehearsal';

/** `interrupted`: its process ended before it did, which is nobody's fault; another run follows. */
export type RunOutcome = 'running' | 'done' | 'failed' | 'interrupted';

interface BackupRunTable {
  id: string;
  kind: RunKind;
  outcome: RunOutcome;
  started_at: string;
  finished_at: string | null;
  /** Of the backup that was made or tried out. */
  backup_name: string | null;
  /** Where it is, for people. */
  destination: string;
  /** Bytes of the whole backup, and those that were not at the destination before. */
  size: number | null;
  copied: number | null;
  /** How many files of clients and the studio it contains. */
  files: number | null;
  /** Why it failed, or what is wrong although it was made; sentences for the owner. */
  problem: string | null;
}

export type BackupRunRow = Selectable<BackupRunTable>;

/** `late` and `rehearsal-late`: none for too long, whatever the reason. */
export type AlarmKind = RunKind | 'late' | 'rehearsal-late';

/** A problem that the owner has been mailed about and that isn't over. */
interface BackupAlarmTable {
  kind: AlarmKind;
  since: string;
  problem: string;
}

export type BackupAlarmRow = Selectable<BackupAlarmTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    backup_runs: BackupRunTable;
    backup_alarms: BackupAlarmTable;
  }
}
