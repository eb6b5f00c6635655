import * as backups from '../../src/features/backups/backups.repository.ts';
import { callsOf, type NounSamples, newRow } from './noun-samples.ts';
import { id, MANY, type SeedRows, time } from './values.ts';

const rows = {
  backup_runs: [
    MANY,
    (n) => ({
      id: id('d', n),
      kind: n % 7 === 0 ? 'rehearsal' : 'backup',
      outcome: n % 20 === 0 ? 'failed' : 'done',
      started_at: time(n),
      finished_at: time(n + 1),
      backup_name: null,
      destination: 'in /backups',
      size: n,
      copied: n,
      files: n,
      problem: null,
    }),
  ],
  backup_alarms: [1, (n) => ({ kind: n === 0 ? 'late' : 'backup', since: time(n), problem: 'It failed.' })],
} satisfies Partial<SeedRows>;

/** Samples of backups. */
export const backupSamples = {
  rows,
  calls: {},
  queries: [
    ...callsOf('backups', backups, {
      insertRun: [[newRow(rows.backup_runs)]],
      finishRun: [[id('d', 7), { outcome: 'done', finished_at: time(1), problem: null }]],
      findLastRun: [[{ kind: 'backup', outcome: 'done', until: time(500) }]],
      findFirstStart: [['backup', 'failed']],
      interruptRuns: [['backup', time(1)]],
      deleteRunsBefore: [[{ kind: 'backup', outcome: 'done', before: time(10) }]],
      listAlarms: [[]],
      insertAlarm: [[newRow(rows.backup_alarms)]],
      deleteAlarm: [['late']],
    }),
  ],
} satisfies NounSamples;
