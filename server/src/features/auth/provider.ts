import { PAGES } from '@atelier/domain/pages.ts';
import type { Trx } from '../../platform/db/database.ts';
import { SIGN_IN_PREFIX } from '../../platform/http/places.ts';
import type { MailLook } from '../../platform/mail/layout.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ServerSecret } from '../../platform/server-secret.ts';
import type { PasswordHasher } from './passwords/passwords.ts';
import type { AccessTokens } from './tokens/access-token.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';

/** Path of the provider under the site's origin: what clients are given as its address. */
export const AUTH_PREFIX = SIGN_IN_PREFIX;

/** The targets that links may lead to, and the origins that may call the provider. */
export interface RedirectRules {
  /** The site's own origin (PUBLIC_URL): every path of it is allowed, and it is where all else ends. */
  siteUrl: string;
  /**
   * Further targets as patterns of a whole address without its fragment: `*` is anything but `.` and `/`,
   * `**` is anything, `?` is one character.
   */
  allowList: readonly string[];
}

export interface ProviderSettings {
  /** Accounts are confirmed immediately, without a mail. */
  autoconfirm: boolean;
  passwordMinLength: number;
  /** Pause between two mails of a kind to one address, in seconds. */
  emailIntervalSeconds: number;
  redirects: RedirectRules;
  /** How long a session lasts, in days: unused, and in all. */
  sessionDays: Record<'client' | 'admin', { idle: number; total: number }>;
  /**
   * What a signed-in user gives to change the password: nothing more; the current one, unless there
   * is none or they signed in by mail within 15 minutes; or a code from a mail, once the session is
   * a day old.
   */
  passwordChange: 'free' | 'current-password' | 'code';
}

/**
 * Pages of the site that use a link by a call of their own (`verifyOtp` with its `token_hash`),
 * once the user has pressed their button. Such a session never appears in an address, and replaces
 * no other one unasked.
 */
export const LANDINGS = { recovery: PAGES.passwordReset, invite: PAGES.invitation } as const;

/** What every flow of the provider works with. */
export interface Provider extends Pick<Platform, 'db' | 'clock' | 'log' | 'mailer' | 'limiter'>, AuthHooks {
  settings: ProviderSettings;
  /** The provider's address, `PUBLIC_URL/auth/v1`: issuer of its tokens and base of its links. */
  issuer: string;
  /** The site's sign-in page. */
  signInUrl: string;
  /** The page where a user without a password requests a link to choose one. */
  passwordUrl: string;
  look: MailLook;
  secret: ServerSecret;
  keys: SigningKeys;
  tokens: AccessTokens;
  hasher: PasswordHasher;
}

/** What the product does when the provider's users change. */
export interface AuthHooks {
  /** Runs first in the transaction that deletes a user: it deletes other features' data too, or the user stays. */
  userDeleting(trx: Trx, userId: string): Promise<void>;
  /** Called within the transaction that changes a user's confirmed address. */
  userEmailChanged(trx: Trx, userId: string, email: string): Promise<void>;
}

/** Seconds from the use of a link until its code must have been exchanged. */
export const CODE_SECONDS = 300;
/** Seconds in which an older refresh token still gets the current one: slow networks and many tabs. */
export const REFRESH_REUSE_SECONDS = 10;
