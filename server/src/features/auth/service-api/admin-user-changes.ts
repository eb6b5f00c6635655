import { isoIn, isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { isUniqueViolation } from '../../../platform/db/errors.ts';
import type { ClientFacts } from '../../../platform/http/client.ts';
import { deleteCodesOfUser, deleteTokens } from '../links/links.repository.ts';
import { forgetAttemptedPassword } from '../passwords/attempted-passwords.ts';
import { requireStrongPassword } from '../passwords/password-policy.ts';
import { emailExists, phoneDisabled, validationFailed } from '../protocol/error-catalogue.ts';
import {
  type Metadata,
  mergeMetadata,
  parseEmail,
  parseMetadata,
  type RequestBody,
} from '../protocol/request-body.ts';
import { parseAppMetadata, parseUserMetadata, type UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { deleteSessions } from '../sessions/sessions.repository.ts';
import { confirmByAdmin } from '../sign-up/sign-up-confirmation.ts';
import { deleteUnconfirmedUser, insertUserIfNew, newUserRow, updateUser } from '../users/users.repository.ts';

const FORM = /^(?:\d+(?:\.\d+)?(?:h|ms|m|s))+$/;
/** Where a unit ends and the next number begins. */
const BETWEEN = /(?<=[hms])(?=\d)/;
const SECONDS: Record<string, number> = { h: 3_600, m: 60, s: 1, ms: 0.001 };
/** A century: beyond it a time has no place in four digits of a year for long. */
const LONGEST_SECONDS = 100 * 365 * 24 * 3_600;

/**
 * How long an account is to be disabled, in the form of the protocol: `24h`, `1h30m`, or `none` to enable it again.
 * @returns seconds; 0 for `none`
 * @throws validation_failed
 */
export function parseBanDuration(text: string): number {
  if (text === 'none') return 0;
  if (!FORM.test(text)) throw validationFailed('invalid format for ban duration');
  let seconds = 0;
  for (const part of text.split(BETWEEN)) {
    const unit = part.replace(/[\d.]/g, '');
    seconds += Number(part.slice(0, -unit.length)) * (SECONDS[unit] ?? 0);
  }
  if (seconds > LONGEST_SECONDS) throw validationFailed('invalid format for ban duration');
  return seconds;
}

/** What the protocol's original lets a service set, and this provider does not. */
const NOT_OFFERED = ['id', 'role', 'password_hash', 'nonce'] as const;

/** What a service changes about an account; what it leaves out stays. */
export interface AdminChanges {
  email?: string;
  emailConfirm?: true;
  passwordHash?: string;
  userMetadata?: Metadata;
  appMetadata?: Metadata;
  /** Seconds from now on; 0 opens the account again. */
  banSeconds?: number;
}

/** Reads and checks them, and hashes the password: that has no place in a transaction. */
export async function readAdminChanges(provider: Provider, body: RequestBody): Promise<AdminChanges> {
  if (body.text('phone') !== '' || body.value('phone_confirm') === true) throw phoneDisabled(422);
  for (const name of NOT_OFFERED) {
    if (body.has(name)) throw validationFailed(`${name} cannot be set here`);
  }
  const changes: AdminChanges = {};
  if (body.text('email') !== '') changes.email = parseEmail(body.text('email'));
  if (body.value('email_confirm') === true) changes.emailConfirm = true;
  if (body.has('user_metadata')) changes.userMetadata = parseMetadata(body.value('user_metadata'));
  if (body.has('app_metadata')) changes.appMetadata = parseMetadata(body.value('app_metadata'));
  if (body.text('ban_duration') !== '') changes.banSeconds = parseBanDuration(body.text('ban_duration'));
  const password = body.text('password');
  if (password !== '') {
    requireStrongPassword(password, provider.settings.passwordMinLength);
    changes.passwordHash = await provider.hasher.hash(password);
  }
  return changes;
}

/**
 * Stores a new account, not confirmed and without a password. An address that somebody has signed up with
 * and never confirmed is nobody's.
 * @throws email_exists
 */
export async function insertNewUser(trx: Trx, provider: Provider, email: string): Promise<UserRow> {
  await deleteUnconfirmedUser(trx, email);
  const row = await insertUserIfNew(trx, newUserRow(email, isoNow(provider.clock)));
  if (!row) throw emailExists();
  return row;
}

/**
 * Applies changes to an account. A new address or password voids every link and code under way, and a new
 * password ends every session. A confirmation ends every waiting sign-up.
 * @param before the account, whose row the transaction has locked or created
 * @throws email_exists
 */
export async function applyAdminChanges(
  trx: Trx,
  provider: Provider,
  before: UserRow,
  changes: AdminChanges,
  client: ClientFacts,
): Promise<UserRow> {
  const now = isoNow(provider.clock);
  const email = changes.email === before.email ? undefined : changes.email;
  const { passwordHash, banSeconds } = changes;
  if (email !== undefined || passwordHash !== undefined) {
    await deleteTokens(trx, before.id);
    await deleteCodesOfUser(trx, before.id);
  }
  if (passwordHash !== undefined) {
    await deleteSessions(trx, before.id, 'global', '');
    await forgetAttemptedPassword(trx, provider, before);
  }
  if (email !== undefined) await deleteUnconfirmedUser(trx, email);
  const confirms = changes.emailConfirm && before.email_confirmed_at === null;
  const user = confirms ? await confirmByAdmin(trx, provider, before, client) : before;
  try {
    const changed = await updateUser(trx, user.id, {
      ...(email === undefined
        ? {}
        : { email, new_email: null, email_change_sent_at: null, email_change_confirmed: null }),
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      ...(changes.userMetadata
        ? { user_metadata: merged(parseUserMetadata(user), changes.userMetadata) }
        : {}),
      ...(changes.appMetadata ? { app_metadata: merged(parseAppMetadata(user), changes.appMetadata) } : {}),
      ...(banSeconds === undefined
        ? {}
        : { banned_until: banSeconds === 0 ? null : isoIn(provider.clock, banSeconds) }),
      updated_at: now,
    });
    if (email !== undefined && changed.email_confirmed_at !== null) {
      await provider.userEmailChanged(trx, user.id, email);
    }
    return changed;
  } catch (error) {
    throw isUniqueViolation(error, 'auth_users', ['email']) ? emailExists() : error;
  }
}

function merged(current: Metadata, change: Metadata): string {
  return JSON.stringify(mergeMetadata(current, change));
}
