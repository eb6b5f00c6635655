import { isAdminRole } from '@atelier/domain/accounts/rules.ts';
import type { ChangeUser } from '@atelier/domain/accounts/schema.ts';
import { AppError, notFound } from '@atelier/domain/errors.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { ClientFacts } from '../../platform/http/client.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MailPorts } from '../feature.ts';
import { publishToAccount } from '../projects/live-events.ts';
import { type AccountRight, mailAccountRight } from './account-rights.mails.ts';
import { findAccount, lockAccountAndAdmins, updateAccount } from './accounts.repository.ts';
import type { Account } from './accounts.table.ts';
import type { AccountDirectory, IdentityProvider } from './identity-provider.ts';

/** An account whose row is locked together with the rows of all enabled admins. */
export interface LockedAccount {
  account: Account;
  /** By its own role, or by the one that its tokens carry. */
  isAdmin: boolean;
  hasOtherAdmin: boolean;
}

/**
 * Locks the account and every enabled admin, so that one stays when two admins demote each other;
 * undefined if there is no such account.
 *
 * Lock order: the provider's user, then the account together with every enabled admin. So two admins who
 * change or delete each other concurrently run one after the other and can't deadlock.
 */
export async function lockAmongAdmins(
  trx: Trx,
  { directory, lockUser }: Pick<IdentityProvider, 'directory' | 'lockUser'>,
  id: string,
): Promise<LockedAccount | undefined> {
  const signIn = await directory?.lockAmongAdmins(trx, id);
  if (!signIn) await lockUser?.(trx, id);
  const { account, admins } = await lockAccountAndAdmins(trx, id);
  return (
    account && {
      account,
      isAdmin: isAdminRole(account.role, signIn?.roles),
      hasOtherAdmin: Boolean(signIn?.hasOtherAdmin) || admins.some((admin) => admin.id !== id),
    }
  );
}

export interface AccountAdministrationDeps extends Pick<Platform, 'db' | 'clock' | 'events'> {
  identities: Pick<IdentityProvider, 'directory' | 'lockUser'>;
  mails: Pick<MailPorts, 'look' | 'mailer' | 'publicUrl'>;
}

/** How the studio administers accounts. An admin who can sign in always remains. */
export class AccountAdministration {
  readonly #deps: AccountAdministrationDeps;

  constructor(deps: AccountAdministrationDeps) {
    this.#deps = deps;
  }

  /** Undefined if an external provider keeps the sign-ins. */
  get #directory(): AccountDirectory | undefined {
    return this.#deps.identities.directory;
  }

  /** The account with its effective role: its own, or the one in its tokens. @throws not_found */
  async getAccount(id: string): Promise<Account> {
    const account = await findAccount(this.#deps.db, id);
    if (!account) throw notFound();
    return withEffectiveRole(account, await this.#directory?.rolesOf([id]));
  }

  /**
   * Roles are always written in both places, here and in the tokens: one that stayed in the tokens
   * would outlive a demotion.
   */
  async change(id: string, change: ChangeUser): Promise<Account> {
    return this.#changeAccount(id, async (trx, locked) => {
      if (change.role === 'client') requireAnotherAdmin(locked);
      if (change.role) await this.#directory?.setAdmin(trx, id, change.role === 'admin');
      const { role, subscription_status: status } = locked.account;
      if (change.role && (change.role === 'admin') !== locked.isAdmin) {
        await this.#mail(trx, locked.account, change.role);
      }
      return { role: change.role ?? role, subscription_status: change.subscriptionStatus ?? status };
    });
  }

  /** Disables an account and ends its sessions; a disabled one stays as it is. @throws not_found, last_admin */
  async disable(id: string, client: ClientFacts): Promise<Account> {
    return this.#changeAccount(id, async (trx, locked) => {
      requireAnotherAdmin(locked);
      await this.#directory?.setDisabled(trx, id, true);
      await this.#directory?.endSessions(trx, id, client);
      if (locked.account.disabled_at === null) await this.#mail(trx, locked.account, 'disabled');
      return { disabled_at: locked.account.disabled_at ?? isoNow(this.#deps.clock) };
    });
  }

  /** @throws not_found */
  async enable(id: string): Promise<Account> {
    return this.#changeAccount(id, async (trx, { account }) => {
      await this.#directory?.setDisabled(trx, id, false);
      if (account.disabled_at !== null) await this.#mail(trx, account, 'enabled');
      return { disabled_at: null };
    });
  }

  /** Returns how many sessions there were. @throws not_found, kept_elsewhere */
  async signOut(id: string, client: ClientFacts): Promise<number> {
    return this.#changeSignIn(id, 'end the sessions there', (trx, directory) =>
      directory.endSessions(trx, id, client),
    );
  }

  /**
   * For a user who has lost phone and codes. Returns whether there was one. @throws not_found,
   * kept_elsewhere
   */
  async removeSecondFactor(id: string, client: ClientFacts): Promise<boolean> {
    return this.#changeSignIn(id, 'remove the second factor there', (trx, directory) =>
      directory.removeSecondFactor(trx, id, client),
    );
  }

  /** Whoever gains or loses a right hears of it, also of what they did themselves. */
  async #mail(trx: Trx, { email }: Account, what: AccountRight): Promise<void> {
    await mailAccountRight(this.#deps.mails, trx, { to: email, what });
  }

  /** @param elsewhere what an admin does instead if an external provider keeps the sign-ins */
  async #changeSignIn<Result>(
    id: string,
    elsewhere: string,
    change: (trx: Trx, directory: AccountDirectory) => Promise<Result>,
  ): Promise<Result> {
    const { db, events } = this.#deps;
    const directory = this.#directory;
    if (!directory) {
      throw new AppError(
        'kept_elsewhere',
        `Sign-ins are kept by your authentication provider: ${elsewhere}.`,
      );
    }
    return transaction(db, async (trx) => {
      await this.#lockAccount(trx, id);
      const result = await change(trx, directory);
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
    const locked = await lockAmongAdmins(trx, this.#deps.identities, id);
    if (!locked) throw notFound();
    return locked;
  }
}

/** The account with its effective role: also admin if only its tokens carry the role. */
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
