import { type Check, notice, ok, problem, type Result } from './checks.ts';

interface BackupRun {
  started_at: string;
}

/** What is known of the backups that the product makes by itself; moments are ISO texts. */
export interface BackupState {
  /** Where they go; undefined where BACKUP_TO isn't set. */
  destination: string | undefined;
  lastBackup: BackupRun | undefined;
  lastRehearsal: BackupRun | undefined;
  /** What is wrong with them, in sentences. */
  problems: readonly string[];
  /** Files with a private key of the backups that lie on this machine. */
  unsafe: readonly string[];
}

/** When the last backup was made and the last one was tried out, and what is wrong with them. */
export function backupCheck(readState: () => Promise<BackupState>): Check {
  return { id: 'backup', run: async () => describeBackups(await readState()) };
}

function describeBackups({ destination, lastBackup, lastRehearsal, problems, unsafe }: BackupState): Result {
  if (destination === undefined) {
    return notice(
      'Backups by themselves aren’t set up.',
      'Set BACKUP_TO to a folder on another disk, or to a bucket.',
    );
  }
  const made = lastBackup ? `Last backup on ${minuteOf(lastBackup)} UTC` : 'No backup yet';
  const tried = lastRehearsal ? `last tried out on ${minuteOf(lastRehearsal)} UTC` : 'none tried out yet';
  const sentence = `${made}, ${tried}; they go to ${destination}.`;
  if (problems.length > 0) {
    return problem(
      `${sentence} ${problems.join(' ')}`,
      'Correct what it says; the next attempt follows within the hour while the product runs.',
    );
  }
  if (unsafe.length > 0) {
    return notice(
      `${sentence} A private key that opens them may lie on this machine: ${unsafe.join(', ')}.`,
      'Move it to two safe places elsewhere: who takes over this machine could read every backup.',
    );
  }
  return ok(sentence);
}

const minuteOf = ({ started_at }: BackupRun) => started_at.slice(0, 16).replace('T', ' ');
