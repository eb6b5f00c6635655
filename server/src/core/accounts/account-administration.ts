import type { ChangeUser } from '@atelier/domain/accounts.ts';
import { AppError } from '@atelier/domain/errors.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { ClientFacts } from '../../platform/http/client.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockAccount, lockOpenAdmins, updateAccount } from './accounts.repository.ts';
import type { Account } from './accounts.table.ts';
import type { PeopleDirectory } from './identity-provider.ts';

export interface AccountAdministrationDeps extends Pick<Platform, 'db' | 'clock'> {
  /** Undefined where another provider keeps people's sign-ins. */
  people: PeopleDirectory | undefined;
}

/** What the studio does to other people's accounts. There is always an admin left who can sign in. */
export class AccountAdministration {
  readonly #deps: AccountAdministrationDeps;

  constructor(deps: AccountAdministrationDeps) {
    this.#deps = deps;
  }

  /** @throws not_found, last_admin */
  async change(id: string, change: ChangeUser): Promise<Account> {
    return this.#changeAccount(id, async (trx, account) => {
      const role = change.role ?? account.role;
      if (role !== account.role) {
        if (account.role === 'admin') await requireAnotherAdmin(trx, account);
        // The provider's tokens carry roles too: one that was left there would outlive the demotion.
        await this.#deps.people?.setRoles(trx, id, role === 'admin' ? ['admin'] : []);
      }
      return { role, subscription_status: change.subscriptionStatus ?? account.subscription_status };
    });
  }

  /** Closes an account and ends its sessions; closing a closed one changes nothing. @throws not_found, last_admin */
  async disable(id: string, client: ClientFacts): Promise<Account> {
    return this.#changeAccount(id, async (trx, account) => {
      if (account.role === 'admin') await requireAnotherAdmin(trx, account);
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
      if (!(await lockAccount(trx, id))) throw missing();
      return change(trx, people);
    });
  }

  async #changeAccount(
    id: string,
    decide: (trx: Trx, account: Account) => Promise<Partial<Account>>,
  ): Promise<Account> {
    const { db, clock } = this.#deps;
    return transaction(db, async (trx) => {
      const account = await lockAccount(trx, id);
      if (!account) throw missing();
      const change = await decide(trx, account);
      return updateAccount(trx, id, { ...change, updated_at: isoNow(clock) });
    });
  }
}

/** Every admin's row is locked, so that two who demote each other at once do not both succeed. */
async function requireAnotherAdmin(trx: Trx, account: Account): Promise<void> {
  const others = (await lockOpenAdmins(trx)).filter((admin) => admin.id !== account.id);
  if (others.length > 0) return;
  throw new AppError(
    'last_admin',
    'This is the last admin. Make somebody else one first, so that the studio is not locked out.',
  );
}

function missing(): AppError {
  return new AppError('not_found', 'Not found.');
}
