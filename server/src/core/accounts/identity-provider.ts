import type { ClientFacts } from '../../platform/http/client.ts';

/** What a verified token says of its holder. */
export interface Identity {
  accountId: string;
  email: string;
  sessionId: string;
  /** Roles that the authentication provider gave, of any case. */
  roles: readonly string[];
  /** The name that was chosen at sign-up, unchecked. */
  wantedUsername: unknown;
  secondFactor: SecondFactor;
}

/** Whether a second factor belongs to the account (`none` if not), and whether this session has shown it. */
export type SecondFactor = 'none' | 'due' | 'given';

/** Whoever signs people in: the embedded provider or another one. */
export interface IdentityProvider {
  /** Whom a token stands for; undefined when it is expired, forged, revoked or of an ended session. */
  identify(token: string): Promise<Identity | undefined>;
  /** The address that is confirmed for an account, undefined where there is none. */
  findConfirmedEmail(accountId: string): Promise<string | undefined>;
  /** Where people are signed in; undefined where the provider keeps that to itself. */
  sessions?: SessionDirectory | undefined;
}

/** The sessions of accounts, for their owners to look at and to end. */
export interface SessionDirectory {
  /** The latest used first. */
  list(accountId: string): Promise<ProviderSession[]>;
  /** Says whether there was one of that id. */
  end(accountId: string, sessionId: string, client: ClientFacts): Promise<boolean>;
}

export interface ProviderSession {
  id: string;
  userAgent: string | null;
  address: string | null;
  beganAt: string;
  lastUsedAt: string;
}
