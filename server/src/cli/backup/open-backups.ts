import { backupSettings } from '../../backup-settings.ts';
import { backupWork } from '../../backup-thread.ts';
import { listStudioAddresses } from '../../core/studio-addresses.ts';
import { BackupsService } from '../../features/backups/backups.service.ts';
import { MAIL_KINDS, studioMailLook } from '../../mails.ts';
import { systemClock as clock } from '../../platform/clock.ts';
import type { OpenDatabase } from '../../platform/db/open.ts';
import { JobRunner } from '../../platform/jobs/job-runner.ts';
import { createLog } from '../../platform/log.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import { loadServerSecret } from '../../platform/server-secret.ts';
import type { CommandContext } from '../command.ts';

/** The service of the product, for a command: its mails are sent by a running product, and what it would log is printed. */
export async function openBackups(
  { config }: Pick<CommandContext, 'config'>,
  { db, location }: OpenDatabase,
) {
  const settings = config.backups && backupSettings(config, location, await loadServerSecret(config.dataDir));
  const { publicUrl, rateLimitScale: scale, ownerEmail } = config;
  const mailer = createMailer({
    clock,
    messageIdDomain: new URL(publicUrl).hostname,
    rules: MAIL_KINDS,
    scale,
    onEnqueued: () => {},
  });
  const look = studioMailLook(publicUrl);
  const mails = { mailer, publicUrl, look, listStudioAddresses: listStudioAddresses(ownerEmail) };
  const log = createLog('silent');
  const service = new BackupsService({ db, clock, log, mails, settings, work: backupWork });
  return { service, settings, jobs: new JobRunner({ db, clock, log }) };
}
