import type { Config } from './config.ts';
import type { BackupSettings } from './features/backups/backups.service.ts';
import type { BackedUp } from './features/backups/copy/everything.ts';
import type { DatabaseLocation } from './platform/db/open.ts';
import type { ServerSecret } from './platform/server-secret.ts';
import { describeBucket } from './platform/storage/object-store.ts';

/** The parts of the data folder that a backup contains, and the settings. */
export function backedUpFolders({
  dataDir,
  mailboxDir,
  auth,
  given,
}: Omit<Config, 'backups'>): Pick<BackedUp, 'dataDir' | 'mailboxDir' | 'signingKeyFile' | 'settings'> {
  return { dataDir, mailboxDir, signingKeyFile: auth.signingKeyFile, settings: given };
}

/** How the product makes its own backups; undefined where BACKUP_TO isn't set. */
export function backupSettings(
  { backups, ...config }: Config,
  database: DatabaseLocation,
  secret: ServerSecret,
): BackupSettings | undefined {
  if (!backups) return undefined;
  const { to, at, keep, encryptTo } = backups;
  const installation = secret.hmac('backups.installation', '').toString('hex').slice(0, 16);
  return {
    at,
    reserveBytes: config.diskReserveBytes,
    order: {
      ...backedUpFolders(config),
      spoolDir: config.spoolDir,
      to,
      keep,
      installation,
      sealing: encryptTo && {
        to: encryptTo,
        nameKey: secret.deriveKey('backups.object-names').toString('hex'),
      },
      database,
      store: config.store,
    },
    destination: describeDestination(to),
  };
}

function describeDestination(to: NonNullable<Config['backups']>['to']): string {
  return to.kind === 's3' ? describeBucket(to) : `in ${to.folder}`;
}
