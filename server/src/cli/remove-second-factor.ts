import { AppError } from '@atelier/domain/errors.ts';
import { PAGES } from '@atelier/domain/pages.ts';
import {
  type FactorResetDeps,
  resetSecondFactor,
} from '../features/auth/second-factor/second-factor.service.ts';
import { findUserByEmail } from '../features/auth/users/users.repository.ts';
import { loadMigrations } from '../load-migrations.ts';
import { MAIL_KINDS } from '../mail-kinds.ts';
import { studioMailLook } from '../mail-look.ts';
import { systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { findMissingMigrations } from '../platform/db/migrate.ts';
import { openDatabase } from '../platform/db/open.ts';
import { transaction } from '../platform/db/transaction.ts';
import { createMailer } from '../platform/mail/mailer.ts';
import type { Command } from './command.ts';

export const removeSecondFactorCommand: Command = {
  name: 'remove-second-factor',
  usage: '<email>',
  summary: 'let someone who lost phone and recovery codes sign in with the password alone',
  async run([email = ''], { config, print }) {
    if (!email.includes('@')) {
      throw new AppError(
        'validation_failed',
        'Name the address: npm run studio -- remove-second-factor <email>',
      );
    }
    const { db, close } = openDatabase(config.database);
    try {
      if ((await findMissingMigrations(db, await loadMigrations())).length > 0) {
        throw new AppError('conflict', 'The database isn’t up to date: npm run studio -- migrate');
      }
      const mailer = createMailer({
        clock: systemClock,
        messageIdDomain: new URL(config.publicUrl).hostname,
        rules: MAIL_KINDS,
        scale: config.rateLimitScale,
        // The running product looks into its outbox by itself.
        onEnqueued: () => {},
      });
      const look = studioMailLook(config.publicUrl);
      const deps = { clock: systemClock, mailer, look, signInUrl: `${config.publicUrl}${PAGES.login}` };
      await removeSecondFactor(db, deps, email.toLowerCase());
      print(`${email} signs in by password alone from now on. A mail tells them.`);
      return 0;
    } finally {
      await close();
    }
  },
};

/** Takes the second factors off the account of an address. Throws not_found where there is none of them. */
export async function removeSecondFactor(db: Db, deps: FactorResetDeps, email: string): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new AppError('not_found', `Nobody has an account with ${email}.`);
  const by = { who: 'command line', client: undefined };
  const isDone = await transaction(db, (trx) => resetSecondFactor(trx, deps, user.id, by));
  if (!isDone) throw new AppError('not_found', `${email} has no second factor.`);
}
