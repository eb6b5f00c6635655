import type { ColumnType } from 'kysely';
import type { FeatureTables } from '../../core/feature.ts';
import type { ChallengeMethod } from './protocol/request-body.ts';

/**
 * A user with an address, confirmed or not. The password comes from the sign-up that was confirmed
 * (`sign-up.flow.ts`).
 */
export interface AuthUserTable {
  id: string;
  /** In lower case; unique. */
  email: string;
  /** Argon2id in PHC form; null until a sign-up is confirmed, or without a password. */
  password_hash: string | null;
  email_confirmed_at: string | null;
  invited_at: string | null;
  confirmation_sent_at: string | null;
  recovery_sent_at: string | null;
  /** The address that it is to change to, while that waits for its links. */
  new_email: string | null;
  email_change_sent_at: string | null;
  /** Which of its two links was used first. */
  email_change_confirmed: 'email_change_current' | 'email_change_new' | null;
  reauthentication_sent_at: string | null;
  last_sign_in_at: string | null;
  banned_until: string | null;
  /** Rises with a new password, the end of other sessions and a changed factor: what was opened before doesn't outlive it. */
  sign_in_version: ColumnType<number, number | undefined, number>;
  /** JSON, written only by the server: roles, providers. */
  app_metadata: string;
  /** JSON, written by the user. */
  user_metadata: string;
  identity_id: string;
  created_at: string;
  updated_at: string;
}

/** How sure a sign-in was: by one proof, or by a second factor too. */
export type AssuranceLevel = 'aal1' | 'aal2';

/** One signed-in browser, and the state of its chain of refresh tokens. */
export interface AuthSessionTable {
  id: string;
  user_id: string;
  created_at: string;
  refreshed_at: string | null;
  aal: AssuranceLevel;
  /** JSON: the ways it was signed in by, newest first, `{ method, timestamp }`. */
  amr: string;
  /** The key of its refresh tokens, sealed with the server's secret. */
  refresh_key: string;
  refresh_counter: number;
  user_agent: string | null;
  address: string | null;
  /** The second factor that raised it to aal2; not a reference, so that the two are deleted in any order. */
  factor_id: string | null;
}

/** A second factor: an authenticator app, or a set of recovery codes beside one. */
export interface AuthFactorTable {
  id: string;
  user_id: string;
  factor_type: 'totp' | 'recovery_code';
  /** Unique among the user's own; null for none. */
  friendly_name: string | null;
  status: 'unverified' | 'verified';
  /** The app's secret, sealed with the server's; null for recovery codes. */
  sealed_secret: string | null;
  /** The latest step whose code was used: codes of it and before it count no more. */
  last_step: number | null;
  /** Wrong codes since the last right one. */
  failed_tries: number;
  locked_until: string | null;
  last_challenged_at: string | null;
  created_at: string;
  updated_at: string;
}

/** A session's question for a code of a factor, to be answered once. */
export interface AuthChallengeTable {
  id: string;
  factor_id: string;
  session_id: string;
  created_at: string;
}

/** A code that stands in for a lost app, once. */
interface AuthRecoveryCodeTable {
  code_hash: string;
  factor_id: string;
  used_at: string | null;
}

/** What a secret in a mail is for. */
export type OneTimeTokenKind =
  | 'signup'
  /**
   * Created by a service that gave the account its password and data: pressing it confirms just
   * these.
   */
  | 'signup_by_service'
  | 'invite'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  /** A code of six digits, to be typed. */
  | 'reauthentication';

/**
 * A link in a mail, known by the hash of its token, single use. A row of `/signup` is an attempt as well: it
 * holds credentials, which count only once `chooseCredentials` picks them. An attempt outlives its link, so that a
 * resent link can confirm it.
 */
export interface AuthOneTimeTokenTable {
  id: string;
  token_hash: string;
  user_id: string;
  kind: OneTimeTokenKind;
  /** The address that the link was sent to. */
  email: string;
  pending_password_hash: string | null;
  /** JSON */
  pending_metadata: string | null;
  /** For an attempt: the hash of its browser's secret. */
  browser_hash: string | null;
  challenge: string | null;
  challenge_method: ChallengeMethod | null;
  /** The keyed hash of the code beside the link; null when the code is used up. */
  code_hash: string | null;
  code_tries: number;
  /** When the link was sent. */
  created_at: string;
  expires_at: string;
}

/** Tries of codes for an address, with or without an account. */
interface AuthCodeTriesTable {
  /** The keyed hash of the address. */
  address_key: string;
  tries: number;
  /** When the day of these tries began. */
  since: string;
}

/** The password of a recent sign-up of an address, with or without an account. */
export interface AuthAttemptedPasswordTable {
  id: string;
  /**
   * The keyed hash of the address; not a reference, so that nothing about an account changes it.
   */
  address_key: string;
  password_hash: string;
  created_at: string;
}

/** The rate of a group of mails (limits.ts). */
interface AuthMailPaceTable {
  key: string;
  /** When its mails will have used up their allowance, in milliseconds since 1970. */
  paid_at: number;
}

/**
 * A request for a link that was accepted and answered, and is looked into next: whether the address has an
 * account plays no part before the answer, so its time reveals nothing.
 */
export interface AuthLinkRequestTable {
  id: string;
  kind: 'signup' | 'recovery' | 'email_change';
  email: string;
  redirect_to: string;
  challenge: string | null;
  challenge_method: ChallengeMethod | null;
  /** The caller's address. */
  address: string | null;
  user_agent: string | null;
  /** The id of the HTTP request. */
  request_id: string | null;
  created_at: string;
}

/** What a confirmed link leaves for the browser that began the flow: exchanged once for a session. */
export interface AuthCodeTable {
  code_hash: string;
  user_id: string;
  /** How the session will have been signed in: `email/signup`, `recovery`, `email_change`. */
  method: string;
  challenge: string;
  challenge_method: ChallengeMethod;
  issued_at: string;
  failed_tries: number;
}

/** The recent results of presses of link buttons (link-consumption.ts). */
export interface AuthLinkPressTable {
  /** The hash of the link's token and the secret of this view of the page. */
  press_hash: string;
  /** JSON, sealed with the server's secret. */
  sealed_result: string;
  pressed_at: string;
}

/** A key that access tokens are signed with, or were. */
export interface AuthKeyTable {
  kid: string;
  /** JSON Web Key without private members. */
  public_jwk: string;
  /** The whole key, sealed with the server's secret. */
  sealed_jwk: string;
  /** 1 for the one that signs, null for those that only verify: unique, so that there is one. */
  signing: 1 | null;
  created_at: string;
}

/** The log of actions on accounts: actor, action, account, time and origin. Append-only. */
export interface AuthAuditTable {
  id: string;
  at: string;
  action: string;
  /** Not a reference: the trace of an account outlives it. */
  user_id: string | null;
  address: string | null;
  user_agent: string | null;
  /** JSON; never a secret. */
  detail: string | null;
}

/** Secrets and their traces are in no copy: neither hashes nor keys nor codes. */
const SECRET = { notExported: 'Hashes, keys or codes: secrets, or what guards them.' };

export const authTables = {
  auth_users: { exportedAs: 'signIn' },
  auth_factors: { exportedAs: 'signIn' },
  auth_sessions: { exportedAs: 'sessions' },
  auth_audit: { exportedAs: 'securityEvents' },
  auth_attempted_passwords: SECRET,
  auth_challenges: SECRET,
  auth_code_tries: SECRET,
  auth_codes: SECRET,
  auth_keys: SECRET,
  auth_link_presses: SECRET,
  auth_link_requests: SECRET,
  auth_mail_pace: { notExported: 'When the last mail of a kind left; the mails are in the account’s copy.' },
  auth_one_time_tokens: SECRET,
  auth_recovery_codes: SECRET,
} as const satisfies FeatureTables;

declare module '../../platform/db/database.ts' {
  interface Database {
    auth_users: AuthUserTable;
    auth_sessions: AuthSessionTable;
    auth_factors: AuthFactorTable;
    auth_challenges: AuthChallengeTable;
    auth_recovery_codes: AuthRecoveryCodeTable;
    auth_one_time_tokens: AuthOneTimeTokenTable;
    auth_code_tries: AuthCodeTriesTable;
    auth_attempted_passwords: AuthAttemptedPasswordTable;
    auth_link_requests: AuthLinkRequestTable;
    auth_mail_pace: AuthMailPaceTable;
    auth_codes: AuthCodeTable;
    auth_link_presses: AuthLinkPressTable;
    auth_keys: AuthKeyTable;
    auth_audit: AuthAuditTable;
  }
}
