import { emailToFind } from '@atelier/domain/email-address.ts';
import { AppError } from '@atelier/domain/errors.ts';
import { PAGES } from '@atelier/domain/pages.ts';
import { findAccount, updateRole } from '../core/accounts/accounts.repository.ts';
import { AccountsService } from '../core/accounts/accounts.service.ts';
import type { Identity } from '../core/accounts/identity-provider.ts';
import { lockConfirmedUser, setRoles } from '../features/auth/identities.ts';
import { parseUserMetadata } from '../features/auth/protocol/user.presenter.ts';
import {
  type FactorResetDeps,
  resetSecondFactor,
} from '../features/auth/second-factor/second-factor.service.ts';
import { findUserByEmail } from '../features/auth/users/users.repository.ts';
import { MAIL_KINDS, studioMailLook } from '../mails.ts';
import { type Clock, isoNow, systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { transaction } from '../platform/db/transaction.ts';
import { createMailer } from '../platform/mail/mailer.ts';
import { STUDIO_COMMAND } from '../platform/version.ts';
import { type Command, openCurrentDatabase } from './command.ts';

export const ownerCommand: Command = {
  name: 'owner',
  usage: '<email>',
  summary: 'make the account with this confirmed address an admin',
  async run([email = ''], { config, print }) {
    if (!email.includes('@')) {
      throw new AppError('validation_failed', `Name the address: ${STUDIO_COMMAND} owner <email>`);
    }
    const { db, close } = await openCurrentDatabase(config);
    try {
      await makeAdmin(db, systemClock, emailToFind(email), config.publicUrl);
      print(`${email} is an admin. It counts from their next click.`);
      return 0;
    } finally {
      await close();
    }
  },
};

/** Gives the admin role to the account with this confirmed address. Throws not_found without one. */
export async function makeAdmin(db: Db, clock: Clock, email: string, publicUrl: string): Promise<void> {
  const found = await findUserByEmail(db, email);
  if (!found || found.email_confirmed_at === null) throw nobodyYet(email, publicUrl);
  // The account's row is created by its first call; this counts as one.
  const accounts = new AccountsService({
    db,
    clock,
    ownerEmail: undefined,
    adminsNeedSecondFactor: false,
    identities: { findConfirmedEmail: async () => undefined },
    emailChanged: async () => {},
    accountClosing: async () => {},
  });
  const identity: Identity = {
    accountId: found.id,
    email: found.email,
    sessionId: '',
    roles: [],
    wantedUsername: parseUserMetadata(found).username,
    secondFactor: 'none',
    signedInAt: undefined,
  };
  await accounts.resolveActor(identity, await findAccount(db, found.id));
  await transaction(db, async (trx) => {
    const user = await lockConfirmedUser(trx, email);
    if (!user) throw nobodyYet(email, publicUrl);
    await setRoles(trx, clock, user, ['admin']);
    await updateRole(trx, user.id, 'admin', isoNow(clock));
  });
}

function nobodyYet(email: string, publicUrl: string): AppError {
  return new AppError(
    'not_found',
    `Nobody has confirmed ${email} yet. Sign up with it at ${publicUrl}${PAGES.signUp}, open the link in the email ` +
      'you get, and run this again.',
  );
}

export const removeSecondFactorCommand: Command = {
  name: 'remove-second-factor',
  usage: '<email>',
  summary: 'let someone who lost phone and recovery codes sign in with the password alone',
  async run([email = ''], { config, print }) {
    if (!email.includes('@')) {
      throw new AppError(
        'validation_failed',
        `Name the address: ${STUDIO_COMMAND} remove-second-factor <email>`,
      );
    }
    const { db, close } = await openCurrentDatabase(config);
    try {
      const mailer = createMailer({
        clock: systemClock,
        messageIdDomain: new URL(config.publicUrl).hostname,
        rules: MAIL_KINDS,
        scale: config.rateLimitScale,
        // The running product polls its outbox.
        onEnqueued: () => {},
      });
      const look = studioMailLook(config.publicUrl);
      const deps = { clock: systemClock, mailer, look, signInUrl: `${config.publicUrl}${PAGES.login}` };
      await removeSecondFactor(db, deps, emailToFind(email));
      print(`${email} signs in by password alone from now on. A mail tells them.`);
      return 0;
    } finally {
      await close();
    }
  },
};

/** Removes the second factors of an address's account. Throws not_found if there is no account or factor. */
export async function removeSecondFactor(db: Db, deps: FactorResetDeps, email: string): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new AppError('not_found', `Nobody has an account with ${email}.`);
  const by = { who: 'command line', client: undefined };
  const isDone = await transaction(db, (trx) => resetSecondFactor(trx, deps, user.id, by));
  if (!isDone) throw new AppError('not_found', `${email} has no second factor.`);
}
