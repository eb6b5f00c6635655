import { systemClock } from '../platform/clock.ts';
import { loadMigrations, migrate } from '../platform/db/migrate.ts';
import { openDatabase } from '../platform/db/open.ts';
import type { Command } from './command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '',
  summary: 'bring the database up to date (starting the server does so too)',
  async run(_args, { config, print }) {
    const database = openDatabase(config.database);
    try {
      const applied = await migrate(database, await loadMigrations(), systemClock);
      print(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The database is up to date.');
      return 0;
    } finally {
      await database.close();
    }
  },
};
