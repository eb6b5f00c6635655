import * as reminders from '../../src/features/reminders/reminders.repository.ts';
import { callsOf, type NounSamples, newRow } from './noun-samples.ts';
import {
  sampleAccount as account,
  id,
  MANY,
  sampleProject as project,
  type SeedRows,
  time,
} from './values.ts';

const rows = {
  reminders: [
    MANY,
    (n) => ({
      id: id('0', n),
      kind: 'invoice',
      subject_id: id('6', n),
      step: 'due',
      outcome: 'sent',
      created_at: time(n),
    }),
  ],
  reminder_pauses: [50, (n) => ({ account_id: id('a', n), created_at: time(n) })],
  project_reminder_pauses: [50, (n) => ({ project_id: id('b', n), created_at: time(n) })],
} satisfies Partial<SeedRows>;

/** Samples of reminders. */
export const reminderSamples = {
  rows,
  calls: {
    listUpcomingReminders: () => ({}),
    previewReminders: ({ clientId }) => ({ params: { id: clientId }, query: { day: '2026-03-16' } }),
    pauseProjectReminders: ({ projectId }) => ({ params: { id: projectId }, body: { paused: true } }),
    pauseReminders: ({ clientId }) => ({ params: { id: clientId }, body: { paused: true } }),
  },
  queries: [
    ...callsOf('reminders', reminders, {
      listDoneSteps: [['invoice', [id('6', 7), id('6', 8)]]],
      insertReminder: [[newRow(rows.reminders)]],
      listPaused: [[[account, id('a', 8)]]],
      insertPause: [[id('a', 2_000), time(1)]],
      deletePause: [[account]],
      listPausedProjects: [[[project, id('b', 8)]]],
      insertProjectPause: [[id('b', 2_000), time(1)]],
      deleteProjectPause: [[project]],
    }),
  ],
} satisfies NounSamples<{ projectId: string; clientId: string }>;
