import { isAdminRole } from '@atelier/domain/accounts/rules.ts';
import type { ChangeUser } from '@atelier/domain/accounts/schema.ts';
import { AppError } from '@atelier/domain/errors.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { ClientFacts } from '../../platform/http/client.ts';
import type { Platform } from '../../platform/platform.ts';
import { publishToAccount } from '../projects/live-events.ts';
import { findAccount, updateAccount } from './accounts.repository.ts';
import type { Account } from './accounts.table.ts';
import type { IdentityProvider, PeopleDirectory } from './identity-provider.ts';
import { type LockedAccount, lockAmongAdmins } from './lock-among-admins.ts';

export interface AccountAdministrationDeps
  extends Pick<Platform, 'db' | 'clock' | 'events'>,
    Pick<IdentityProvider, 'lockUser'> {
  /** Undefined where another provider keeps people's sign-ins. */
  people: PeopleDirectory | undefined;
}

/** What the studio does to other people's accounts. There is always an admin left who can sign in. */
export class AccountAdministration {
  readonly #deps: AccountAdministrationDeps;

  constructor(deps: AccountAdministrationDeps) {
    this.#deps = deps;
  }

  /** The account with its effective role: its own, or the one in its tokens. @throws not_found */
  async getAccount(id: string): Promise<Account> {
    const account = await findAccount(this.#deps.db, id);
    if (!account) throw missing();
    return withEffectiveRole(account, await this.#deps.people?.rolesOf([id]));
  }

  /**
   * Roles are always written in both places, here and in the tokens: one that stayed in the tokens
   * would outlive a demotion.
   */
  async change(id: string, change: ChangeUser): Promise<Account> {
    return this.#changeAccount(id, async (trx, locked) => {
      if (change.role === 'client') requireAnotherAdmin(locked);
      if (change.role) await this.#deps.people?.setAdmin(trx, id, change.role === 'admin');
      const { role, subscription_status: status } = locked.account;
      return { role: change.role ?? role, subscription_status: change.subscriptionStatus ?? status };
    });
  }

  /** Closes an account and ends its sessions; closing a closed one changes nothing. @throws not_found, last_admin */
  async disable(id: string, client: ClientFacts): Promise<Account> {
    return this.#changeAccount(id, async (trx, locked) => {
      requireAnotherAdmin(locked);
      await this.#deps.people?.setShut(trx, id, true);
      await this.#deps.people?.endSessions(trx, id, client);
      return { disabled_at: locked.account.disabled_at ?? isoNow(this.#deps.clock) };
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

  /**
   * For a user who has lost phone and codes. Returns whether there was one. @throws not_found,
   * kept_elsewhere
   */
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
    const { db, events, people } = this.#deps;
    if (!people) {
      throw new AppError(
        'kept_elsewhere',
        `Sign-ins are kept by your authentication provider: ${elsewhere}.`,
      );
    }
    return transaction(db, async (trx) => {
      await this.#lockAccount(trx, id);
      const result = await change(trx, people);
      await publishToAccount(trx, events, id);
      return result;
    });
  }

  async #changeAccount(
    id: string,
    decide: (trx: Trx, locked: LockedAccount) => Promise<Partial<Account>>,
  ): Promise<Account> {
    const { db, clock, events } = this.#deps;
    await transaction(db, async (trx) => {
      const change = await decide(trx, await this.#lockAccount(trx, id));
      await publishToAccount(trx, events, id);
      return updateAccount(trx, id, { ...change, updated_at: isoNow(clock) });
    });
    return this.getAccount(id);
  }

  /** @throws not_found */
  async #lockAccount(trx: Trx, id: string): Promise<LockedAccount> {
    const locked = await lockAmongAdmins(trx, this.#deps, id);
    if (!locked) throw missing();
    return locked;
  }
}

/** The account with its effective role: admin also if only its tokens say so. */
export function withEffectiveRole(
  account: Account,
  roles: ReadonlyMap<string, readonly string[]> | undefined,
): Account {
  return isAdminRole(account.role, roles?.get(account.id)) ? { ...account, role: 'admin' } : account;
}

function requireAnotherAdmin({ isAdmin, hasOtherAdmin }: LockedAccount): void {
  if (!isAdmin || hasOtherAdmin) return;
  throw new AppError(
    'last_admin',
    'This is the last admin. Make someone else an admin first, so the studio isn’t locked out.',
  );
}

function missing(): AppError {
  return new AppError('not_found', 'Not found.');
}
