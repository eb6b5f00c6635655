import { FORMER_CLIENT_ID, isAdminRole, usernameKey } from '@atelier/domain/accounts/rules.ts';
import { usernameSchema } from '@atelier/domain/accounts/schema.ts';
import { RECENT_SIGN_IN_SECONDS } from '@atelier/domain/auth/rules.ts';
import { comparableEmail } from '@atelier/domain/email-address.ts';
import { AppError, signedOut } from '@atelier/domain/errors.ts';
import { isoNow, isWithinLast } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Actor } from '../access/access.ts';
import { adjustListCounts, readListCount } from '../lists/list-counts.repository.ts';
import { countSearch } from '../lists/search.repository.ts';
import { lockAmongAdmins, withEffectiveRole } from './account-administration.ts';
import {
  accountSearchText,
  deleteAccount,
  findAccount,
  findAccountByUsername,
  hasAdmin,
  insertAccountIfNew,
  listAccounts,
  lockAccount,
  updateEmail,
  updateRole,
  updateUsername,
} from './accounts.repository.ts';
import type { Account, AccountFacts } from './accounts.table.ts';
import type { Identity, IdentityProvider } from './identity-provider.ts';
import { getOwnAccount } from './own-account.ts';
import { findProvenEmail } from './proven-email.ts';

export interface AccountsDeps extends Pick<Platform, 'db' | 'clock'> {
  identities: Pick<IdentityProvider, 'findConfirmedEmail' | 'lockUser' | 'confirmsByItself' | 'directory'>;
  /** The address whose account becomes admin once it is confirmed; in lower case. */
  ownerEmail: string | undefined;
  /** Whether an admin must set up a second factor before any admin call. */
  adminsNeedSecondFactor: boolean;
  /** Called within the transaction that changes an account's address. */
  emailChanged(trx: Trx, change: { accountId: string; from: string; email: string }): Promise<void>;
  /**
   * Called within the transaction that deletes an account, while its row still exists: nothing may refer to it
   * afterwards. What has to stay is given to the account `FORMER_CLIENT_ID`.
   */
  accountClosing(trx: Trx, account: Account): Promise<void>;
}

/** The product's accounts, with any identity provider. */
export class AccountsService {
  readonly #deps: AccountsDeps;

  constructor(deps: AccountsDeps) {
    this.#deps = deps;
  }

  /**
   * The caller by a verified token; creates the account on its first call. Undefined for an account deleted since
   * the token was verified.
   * @param found the account as read for this call, so that a promotion or a demotion takes effect immediately
   */
  async resolveActor(identity: Identity, found: AccountFacts | undefined): Promise<Actor | undefined> {
    const account = found ? await this.#promoteOwner(found) : await this.#createAccount(identity);
    if (!account) return undefined;
    const isAdmin = isAdminRole(account.role, identity.roles);
    const { secondFactor, signedInAt } = identity;
    const { clock, adminsNeedSecondFactor } = this.#deps;
    return {
      accountId: account.id,
      email: account.email,
      username: account.username,
      isAdmin,
      isDisabled: account.disabled_at !== null,
      sessionId: identity.sessionId,
      hasRecentSignIn: signedInAt !== undefined && isWithinLast(clock, signedInAt, RECENT_SIGN_IN_SECONDS),
      secondFactor: secondFactor === 'none' && isAdmin && adminsNeedSecondFactor ? 'missing' : secondFactor,
    };
  }

  /** @throws unauthenticated for an account deleted while the call was on its way */
  async getOwnAccount(id: string): Promise<Account> {
    return getOwnAccount(this.#deps.db, id);
  }

  /** Whether a name is well-formed and free, ignoring case. An account's own name is free to it. */
  async isUsernameAvailable(username: string, accountId: string | undefined): Promise<boolean> {
    const parsed = usernameSchema.safeParse(username);
    if (!parsed.success) return false;
    const holder = await findAccountByUsername(this.#deps.db, parsed.data);
    return !holder || holder.id === accountId;
  }

  /** Throws username_taken when another account has the name, in any case, and what `getOwnAccount` throws. */
  async changeUsername(accountId: string, username: string): Promise<Account> {
    const { db, clock } = this.#deps;
    try {
      await updateUsername(db, await this.getOwnAccount(accountId), username, isoNow(clock));
    } catch (error) {
      if (!isUniqueViolation(error, 'accounts', ['username_key'])) throw error;
      throw new AppError('username_taken', 'That username is taken.', { cause: error });
    }
    return this.getOwnAccount(accountId);
  }

  /**
   * Copies the address that the provider has confirmed; returns the account's address afterwards.
   * @throws unauthenticated for an account deleted meanwhile
   */
  async syncEmail(accountId: string): Promise<string> {
    const confirmed = await this.#deps.identities.findConfirmedEmail(accountId);
    return transaction(this.#deps.db, async (trx) => {
      const email = await this.takeEmail(trx, accountId, confirmed);
      if (email === undefined) throw signedOut();
      return email;
    });
  }

  /**
   * Gives an account the address that the provider has confirmed, as part of a transaction.
   * @returns the account's address afterwards; undefined if there is no such account yet
   */
  async takeEmail(trx: Trx, accountId: string, confirmed: string | undefined): Promise<string | undefined> {
    const account = await lockAccount(trx, accountId);
    const email = confirmed && comparableEmail(confirmed);
    if (!account || !email || email === account.email) return account?.email;
    await updateEmail(trx, account, email, isoNow(this.#deps.clock));
    await this.#deps.emailChanged(trx, { accountId, from: account.email, email });
    return email;
  }

  /**
   * Deletes an account within a transaction; undefined if there is none. `accountClosing` deletes what belongs
   * to it. Runs before the deletion of the sign-in, whose tokens may carry the admin role.
   * @returns the account as it was
   * @throws last_admin
   */
  async deleteAccount(trx: Trx, accountId: string): Promise<Account | undefined> {
    const locked = await lockAmongAdmins(trx, this.#deps.identities, accountId);
    if (!locked) return undefined;
    const { account, isAdmin, hasOtherAdmin } = locked;
    if (isAdmin && !hasOtherAdmin) {
      throw new AppError('last_admin', 'You’re the only admin. Make someone else an admin first.');
    }
    await this.#ensureFormerClient(trx);
    // Before the counts that `accountClosing` changes: counts are locked in the order of their names.
    adjustListCounts(trx, { accounts: -1 });
    await this.#deps.accountClosing(trx, account);
    await deleteAccount(trx, accountId);
    return account;
  }

  async #ensureFormerClient(trx: Trx): Promise<void> {
    const now = isoNow(this.#deps.clock);
    await insertAccountIfNew(trx, {
      id: FORMER_CLIENT_ID,
      email: '',
      username: null,
      username_key: null,
      role: 'client',
      subscription_status: 'none',
      search_text: '',
      created_at: now,
      updated_at: now,
    });
  }

  /** Accounts, newest first, with their total (for a search: up to the cap). */
  async listAccounts(query: { page: number; limit: number; q?: string | undefined }) {
    const { db } = this.#deps;
    const { page, limit, q = '' } = query;
    const search = q === '' ? undefined : await countSearch(db, { list: 'accounts', asked: q });
    const total = search ? search.total : await readListCount(db, ['accounts']);
    const accounts = await listAccounts(db, { search, limit, offset: (page - 1) * limit });
    const roles = await this.#deps.identities.directory?.rolesOf(accounts.map(({ id }) => id));
    return { accounts: accounts.map((account) => withEffectiveRole(account, roles)), total };
  }

  async #createAccount(identity: Identity): Promise<AccountFacts | undefined> {
    const { db, clock, identities } = this.#deps;
    const email = comparableEmail(identity.email);
    const isOwner = (await this.#isConfirmedOwner(identity.accountId, email)) && !(await this.#hasAdmin());
    const wanted = usernameSchema.safeParse(identity.wantedUsername);
    const usernames = wanted.success ? [wanted.data, null] : [null];
    const now = isoNow(clock);
    await transaction(db, async (trx) => {
      if (identities.lockUser && !(await identities.lockUser(trx, identity.accountId))) return;
      // Without the name if the name is taken. Neither inserts if another call has created the account.
      for (const username of usernames) {
        const inserted = await insertAccountIfNew(trx, {
          id: identity.accountId,
          email,
          username,
          username_key: username === null ? null : usernameKey(username),
          role: isOwner ? 'admin' : 'client',
          subscription_status: 'none',
          search_text: accountSearchText({ username, email }),
          disabled_at: null,
          created_at: now,
          updated_at: now,
        });
        if (!inserted) continue;
        adjustListCounts(trx, { accounts: 1 });
        if (isOwner) await identities.directory?.setAdmin(trx, identity.accountId, true);
        return;
      }
    });
    return findAccount(db, identity.accountId);
  }

  /**
   * The owner's account becomes admin if there is none, as when OWNER_EMAIL was set after the sign-up.
   * If there is another admin, a demotion stays.
   */
  async #promoteOwner(account: AccountFacts): Promise<AccountFacts | undefined> {
    const { db, clock, ownerEmail, identities } = this.#deps;
    if (account.role === 'admin' || account.email !== ownerEmail) return account;
    if (await this.#hasAdmin()) return account;
    if (!(await this.#isConfirmedOwner(account.id, account.email))) return account;
    await transaction(db, async (trx) => {
      await identities.directory?.setAdmin(trx, account.id, true);
      await updateRole(trx, account.id, 'admin', isoNow(clock));
    });
    return findAccount(db, account.id);
  }

  /** Whether an admin exists, by an account's own role or the one in its tokens. */
  async #hasAdmin(): Promise<boolean> {
    if (await hasAdmin(this.#deps.db)) return true;
    return ((await this.#deps.identities.directory?.listAdmins()) ?? []).length > 0;
  }

  async #isConfirmedOwner(accountId: string, email: string): Promise<boolean> {
    const { ownerEmail, identities } = this.#deps;
    if (!ownerEmail || email !== ownerEmail) return false;
    return (await findProvenEmail(identities, accountId)) === ownerEmail;
  }
}
