import type { ChangeUser } from '@atelier/domain/accounts.ts';
import { AppError } from '@atelier/domain/errors.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { ClientFacts } from '../../platform/http/client.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockAccountAndAdmins, updateAccount } from './accounts.repository.ts';
import type { Account } from './accounts.table.ts';
import type { IdentityProvider, PeopleDirectory } from './identity-provider.ts';

export interface AccountAdministrationDeps
  extends Pick<Platform, 'db' | 'clock'>,
    Pick<IdentityProvider, 'holdUser'> {
  /** Undefined where another provider keeps people's sign-ins. */
  people: PeopleDirectory | undefined;
}

/**
 * What the studio does to other people's accounts. There is always an admin left who can sign in.
 *
 * Order of locks, here as where an account is deleted: the provider's user, then the account together with every
 * open admin. Two who change each other at once follow one another then, and never wait for each other.
 */
export class AccountAdministration {
  readonly #deps: AccountAdministrationDeps;

  constructor(deps: AccountAdministrationDeps) {
    this.#deps = deps;
  }

  /** @throws not_found, last_admin */
  async change(id: string, change: ChangeUser): Promise<Account> {
    return this.#changeAccount(id, async (trx, account, admins) => {
      const role = change.role ?? account.role;
      if (role !== account.role) {
        requireAnotherAdmin(admins, account);
        // The provider's tokens carry roles too: one that was left there would outlive the demotion.
        await this.#deps.people?.setRoles(trx, id, role === 'admin' ? ['admin'] : []);
      }
      return { role, subscription_status: change.subscriptionStatus ?? account.subscription_status };
    });
  }

  /** Closes an account and ends its sessions; closing a closed one changes nothing. @throws not_found, last_admin */
  async disable(id: string, client: ClientFacts): Promise<Account> {
    return this.#changeAccount(id, async (trx, account, admins) => {
      requireAnotherAdmin(admins, account);
      await this.#deps.people?.setShut(trx, id, true);
      await this.#deps.people?.endSessions(trx, id, client);
      return { disabled_at: account.disabled_at ?? isoNow(this.#deps.clock) };
    });
  }

  /** @throws not_found */
  async enable(id: string): Promise<Account> {
    return this.#changeAccount(id, async (trx) => {
      await this.#deps.people?.setShut(trx, id, false);
      return { disabled_at: null };
    });
  }

  /** Says how many sessions there were. @throws not_found, kept_elsewhere */
  async signOut(id: string, client: ClientFacts): Promise<number> {
    return this.#changeSignIn(id, 'end the sessions there', (trx, people) =>
      people.endSessions(trx, id, client),
    );
  }

  /** For somebody who has lost phone and codes. Says whether there was one. @throws not_found, kept_elsewhere */
  async removeSecondFactor(id: string, client: ClientFacts): Promise<boolean> {
    return this.#changeSignIn(id, 'remove the second factor there', (trx, people) =>
      people.removeSecondFactor(trx, id, client),
    );
  }

  /** @param elsewhere what an admin does instead where another provider keeps the sign-ins */
  async #changeSignIn<Result>(
    id: string,
    elsewhere: string,
    change: (trx: Trx, people: PeopleDirectory) => Promise<Result>,
  ): Promise<Result> {
    const { db, people } = this.#deps;
    if (!people) {
      throw new AppError(
        'kept_elsewhere',
        `Sign-ins are kept by your authentication provider: ${elsewhere}.`,
      );
    }
    return transaction(db, async (trx) => {
      await this.#lockAccount(trx, id);
      return change(trx, people);
    });
  }

  async #changeAccount(
    id: string,
    decide: (trx: Trx, account: Account, admins: readonly Account[]) => Promise<Partial<Account>>,
  ): Promise<Account> {
    const { db, clock } = this.#deps;
    return transaction(db, async (trx) => {
      const { account, admins } = await this.#lockAccount(trx, id);
      const change = await decide(trx, account, admins);
      return updateAccount(trx, id, { ...change, updated_at: isoNow(clock) });
    });
  }

  /** The account and every open admin, locked in the order that is said above. @throws not_found */
  async #lockAccount(trx: Trx, id: string): Promise<{ account: Account; admins: readonly Account[] }> {
    await this.#deps.holdUser?.(trx, id);
    const { account, admins } = await lockAccountAndAdmins(trx, id);
    if (!account) throw missing();
    return { account, admins };
  }
}

/** @param admins every open one, locked: of two who demote each other at once one stays */
function requireAnotherAdmin(admins: readonly Account[], account: Account): void {
  if (account.role !== 'admin' || admins.some(({ id }) => id !== account.id)) return;
  throw new AppError(
    'last_admin',
    'This is the last admin. Make somebody else one first, so that the studio is not locked out.',
  );
}

function missing(): AppError {
  return new AppError('not_found', 'Not found.');
}
