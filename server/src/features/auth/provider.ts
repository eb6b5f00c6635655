import type { MailLook } from '../../platform/mail/layout.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ServerSecret } from '../../platform/server-secret.ts';
import type { AccessTokens } from './access-token.ts';
import type { LinkRequests } from './link-requests.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { RedirectRules } from './redirect-target.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Path of the provider under the site's origin: what clients are given as its address. */
export const AUTH_PREFIX = '/auth/v1';

export interface ProviderSettings {
  /** Accounts count as confirmed at once; no mail. */
  autoconfirm: boolean;
  passwordMinLength: number;
  /** Pause between two mails of a kind to one address, in seconds. */
  emailIntervalSeconds: number;
  redirects: RedirectRules;
  /**
   * What somebody who is signed in shows to change the password: nothing more; the current one, unless they
   * came by a link in a mail; or a code from a mail, once the session is a day old.
   */
  passwordChange: 'free' | 'current-password' | 'code';
}

/** What every flow of the provider works with. */
export interface Provider extends Pick<Platform, 'db' | 'clock' | 'log' | 'mailer' | 'limiter'> {
  settings: ProviderSettings;
  /** The provider's address, `PUBLIC_URL/auth/v1`: issuer of its tokens and base of its links. */
  issuer: string;
  /** Where a person signs in on this site. */
  signInUrl: string;
  look: MailLook;
  secret: ServerSecret;
  keys: SigningKeys;
  tokens: AccessTokens;
  hasher: PasswordHasher;
  linkRequests: LinkRequests;
}

/** Seconds from the use of a link until its code must have been exchanged. */
export const CODE_SECONDS = 300;
/** Seconds in which an older refresh token still gets the current one: slow networks and many tabs. */
export const REFRESH_REUSE_SECONDS = 10;
