import * as databaseFacts from '../../src/features/health/database-facts.repository.ts';
import * as healthAlarms from '../../src/features/health/health-alarms.repository.ts';
import { callsOf, type NounSamples, newRow } from './noun-samples.ts';
import { type SeedRows, time } from './values.ts';

const rows = {
  health_alarms: [
    1,
    (n) => ({
      check_id: n === 0 ? 'folder' : 'mails',
      phase: 'raised',
      since: time(n),
      well_since: null,
      is_back: 0,
    }),
  ],
} satisfies Partial<SeedRows>;

/** Samples of what the page of the installation's health asks. */
export const healthSamples = {
  rows,
  calls: {
    getHealth: () => ({ query: { refresh: 'true' } }),
    listUnsentMails: () => ({}),
    retryMail: ({ mailId }) => ({ params: { id: mailId } }),
    retryFailedMails: () => ({}),
  },
  queries: [
    ...callsOf(
      'database-facts',
      { readDatabaseSize: databaseFacts.readDatabaseSize },
      {
        readDatabaseSize: [[]],
      },
    ),
    {
      repository: 'database-facts',
      name: 'readDatabaseTime',
      engine: 'postgres',
      run: databaseFacts.readDatabaseTime,
    },
    ...callsOf('health-alarms', healthAlarms, {
      lockHealthAlarms: [[]],
      listRaisedAlarms: [[]],
      saveHealthAlarm: [[newRow(rows.health_alarms)]],
      deleteHealthAlarm: [['folder']],
    }),
  ],
} satisfies NounSamples<{ mailId: string }>;
