import { AppError } from '@atelier/domain/errors.ts';
import { listNames } from '../../features/backups/copy/entry.ts';
import { openDestination } from '../../features/backups/copy/make-backup.ts';
import { rehearse } from '../../features/backups/copy/rehearse.ts';
import { loadMigrations } from '../../load-migrations.ts';
import { type Command, readArguments } from '../command.ts';
import { findPlace, READER } from './find-backup.ts';

export const rehearseCommand: Command = {
  name: 'rehearse',
  usage: '[place]',
  summary:
    'try out a backup of BACKUP_TO or another place: read all of it and restore it into a temporary place',
  details: [
    'The product does this by itself once a week. By hand it also tries out an encrypted backup, on any machine:',
    'the private key needn’t be on the server. Nothing of this installation is changed, and nothing is left.',
    '',
    '  --backup <name>   another backup of that place than the newest',
    '  --identity <file> the file that age-keygen made, for a backup that is encrypted',
  ],
  async run(args, { config, print }) {
    const { values, positionals } = readArguments(args, {
      positionals: 1,
      options: { backup: { type: 'string' }, identity: { type: 'string' } },
    });
    const to = await findPlace(positionals[0], config);
    if (!to) throw new AppError('not_found', 'That folder is no place of backups like BACKUP_TO.');
    const destination = openDestination(to, READER, config.spoolDir);
    const names = await listNames(destination).finally(() => destination.close());
    const name = values.backup ?? names.at(-1);
    if (name === undefined) throw new AppError('not_found', `There is no backup ${destination.description}.`);
    const { spoolDir, database, diskReserveBytes: reserveBytes } = config;
    const from = { to, spoolDir, database, reserveBytes, installation: READER };
    const report = await rehearse(
      { ...from, name, identityFile: values.identity, quarter: 0 },
      await loadMigrations(),
    );
    print(`${report.name}: ${(report.size / 1024 ** 2).toFixed(1)} MB read. ${report.done}`);
    for (const fault of report.faults) print(`WRONG ${fault}`);
    return report.faults.length > 0 ? 1 : 0;
  },
};
