import * as databaseFacts from '../../src/features/health/database-facts.repository.ts';
import { callsOf, type NounSamples } from './noun-samples.ts';

/** Samples of what the page of the installation's health asks. */
export const healthSamples = {
  rows: {},
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
  ],
} satisfies NounSamples<{ mailId: string }>;
