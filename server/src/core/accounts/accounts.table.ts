import type { Role, SubscriptionStatus } from '@atelier/domain/accounts/rules.ts';
import type { Selectable } from 'kysely';

/** A user who has signed in at least once; created on first sight of their token. */
export interface AccountTable {
  /** The subject of the authentication provider's tokens. */
  id: string;
  /** In lower case, as of the account's creation or last sync with the provider. */
  email: string;
  username: string | null;
  /** The username as it is compared; unique. */
  username_key: string | null;
  role: Role;
  subscription_status: SubscriptionStatus;
  search_text: string;
  /** When the studio disabled it; null while it is enabled. */
  disabled_at: string | null;
  created_at: string;
  updated_at: string;
}

export type Account = Selectable<AccountTable>;
/** What decides about a caller, and their name. */
export type AccountFacts = Pick<Account, 'id' | 'email' | 'username' | 'role' | 'disabled_at'>;

declare module '../../platform/db/database.ts' {
  interface Database {
    accounts: AccountTable;
  }
}
