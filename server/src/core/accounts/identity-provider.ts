import type { Db, Trx } from '../../platform/db/database.ts';
import type { ClientFacts } from '../../platform/http/client.ts';
import type { CallerPart } from '../access/access.ts';
import type { AccountFacts } from './accounts.table.ts';
import type { PersonalData } from './personal-data.ts';

/** What a verified token says about its holder. */
export interface Identity {
  accountId: string;
  email: string;
  sessionId: string;
  /** Roles that the authentication provider gave, of any case. */
  roles: readonly string[];
  /** The name that was chosen at sign-up, unchecked. Only a caller without an account needs it. */
  wantedUsername: unknown;
  secondFactor: SecondFactor;
  /** When the session began, ISO-8601; undefined if the provider doesn't report it. */
  signedInAt: string | undefined;
  /** Read by the query that reads the session; absent if the provider's sessions are in another database. */
  records?: CallerRecords;
}

/** What the product's own database has on a caller. */
export interface CallerRecords {
  /** Undefined before the first call. */
  account: AccountFacts | undefined;
  /** The caller's part in the project that the call names; undefined if it names none, or one that doesn't exist. */
  project: CallerPart | undefined;
}

/** Whether the account has a second factor (`none` if not), and whether this session has verified it. */
export type SecondFactor = 'none' | 'due' | 'given';

/** What a door without a session has to know of an account's sign-in. */
interface SignInStanding {
  /** The provider refuses it for now or for good. */
  isShut: boolean;
  /** Another one after a new password, a global sign-out and a changed factor. */
  version: number;
  hasSecondFactor: boolean;
}

/** The sign-in provider: the embedded one or an external one. */
export interface IdentityProvider {
  /**
   * The holder of a token; undefined when it is expired, forged, revoked or of an ended session.
   * @param projectId for the `records`
   */
  identify(token: string, projectId?: string): Promise<Identity | undefined>;
  /** The same for the open streams, of which thousands ask at the same moment; absent if it's no cheaper. */
  identifyAmongMany?(token: string): Promise<Identity | undefined>;
  /** The confirmed address of an account; undefined if there is none. */
  findConfirmedEmail(accountId: string): Promise<string | undefined>;
  /**
   * What an account's sign-in is like; undefined if there is none. Absent if the provider can't say without the account's token.
   * @param db also a transaction
   */
  readStanding?(db: Db, accountId: string): Promise<SignInStanding | undefined>;
  /**
   * Whether addresses count as confirmed without a mail, and so prove nothing about their owner.
   * Absent if they never do.
   */
  confirmsByItself?(): Promise<boolean>;
  /** The sessions of accounts; undefined if the provider doesn't expose them. */
  sessions?: SessionDirectory | undefined;
  /** The studio's actions on another account's sign-in; undefined if the provider doesn't expose them. */
  directory?: AccountDirectory | undefined;
  /** The data that it stores about an account; none if the provider exports it itself. */
  personalData?: readonly PersonalData[];
  /**
   * Whether the provider still knows the account; it stays known until the transaction ends. Absent if the provider
   * can't answer: the account's token has to be enough then.
   */
  lockUser?(trx: Trx, accountId: string): Promise<boolean>;
  /**
   * Deletes an account's sign-in with every session, as part of the transaction that deletes the account; absent
   * if the provider keeps its own. `client` is where the request came from.
   */
  deleteUser?(trx: Trx, accountId: string, client: ClientFacts): Promise<void>;
}

/** Administers the sign-ins of accounts, within the caller's transaction. */
export interface AccountDirectory {
  /**
   * The roles in the accounts' tokens, in lower case; no entry for an account that the provider
   * doesn't know.
   */
  rolesOf(accountIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Accounts that are admins by their tokens and can sign in. */
  listAdmins(): Promise<readonly string[]>;
  /**
   * Locks an account's sign-in together with those of all admins. Returns the roles in its tokens,
   * and whether another admin can sign in.
   */
  lockAmongAdmins(trx: Trx, accountId: string): Promise<{ roles: readonly string[]; hasOtherAdmin: boolean }>;
  /**
   * Grants or revokes the admin role in the account's tokens. Ignores an account that the provider doesn't
   * know.
   */
  setAdmin(trx: Trx, accountId: string, isAdmin: boolean): Promise<void>;
  /** Ignores an account that the provider doesn't know. */
  setDisabled(trx: Trx, accountId: string, isDisabled: boolean): Promise<void>;
  /** Returns how many there were. */
  endSessions(trx: Trx, accountId: string, client: ClientFacts): Promise<number>;
  /** For a user who has lost it; a mail notifies them. Returns whether there was one. */
  removeSecondFactor(trx: Trx, accountId: string, client: ClientFacts): Promise<boolean>;
}

/** The sessions of accounts, which their owners can list and end. */
export interface SessionDirectory {
  /** The most recently used first. */
  list(accountId: string): Promise<ProviderSession[]>;
  /** Returns whether the account had a session of that id. */
  end(accountId: string, sessionId: string, client: ClientFacts): Promise<boolean>;
}

export interface ProviderSession {
  id: string;
  userAgent: string | null;
  address: string | null;
  beganAt: string;
  lastUsedAt: string;
}
