import { loadMigrations } from '../load-migrations.ts';
import { systemClock } from '../platform/clock.ts';
import { migrateLocation } from '../platform/db/migrate.ts';
import type { Command } from './command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '',
  summary: 'bring the database up to date (starting the server does this too)',
  async run(_args, { config, print }) {
    const applied = await migrateLocation(config.database, await loadMigrations(), systemClock);
    print(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The database is up to date.');
    return 0;
  },
};
