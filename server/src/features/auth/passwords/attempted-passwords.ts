import { PASSWORD_MAX_BYTES } from '@atelier/domain/auth/rules.ts';
import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import {
  deleteAttemptedPassword,
  hasAttemptedPassword,
  insertAttemptedPassword,
  listAttemptedPasswords,
} from '../users/users.repository.ts';

/*
 * Signing in with the password of a waiting sign-up gets `email_not_confirmed`. If only addresses
 * without an account got that answer, a sign-up and a sign-in with the same password would reveal
 * whether the address has one. So the passwords of the latest sign-ups are stored apart from the
 * accounts, for every address, and no change to an account changes them.
 */

/** Stored passwords of sign-ups for one address; as many as attempts that may wait. */
const MAX_KEPT = 20;
/** Bytes of an Argon2 salt. */
const SALT_LENGTH = 16;

type Deps = Pick<Provider, 'secret' | 'hasher'>;

/**
 * Hashes the password of a sign-up. All sign-ups of one address share a salt, so that one hash is
 * compared with any number of them. Only the server's secret can compute the salt.
 */
export async function hashAttemptedPassword(
  { secret, hasher }: Deps,
  email: string,
  password: string,
): Promise<string> {
  return hasher.hash(password, secret.hmac('auth.attempt-salt', email).subarray(0, SALT_LENGTH));
}

/** Stores the password hash of a sign-up and deletes the address's oldest beyond the limit. */
export async function keepAttemptedPassword(
  trx: Trx,
  { secret, clock }: Pick<Provider, 'secret' | 'clock'>,
  email: string,
  passwordHash: string,
): Promise<void> {
  const row = {
    id: newId(),
    address_key: keyOf(secret, email),
    password_hash: passwordHash,
    created_at: isoNow(clock),
  };
  await insertAttemptedPassword(trx, row, MAX_KEPT);
}

/**
 * Whether a recent sign-up of the address used this password. Costs one hash, however many are
 * stored.
 */
export async function isAttemptedPassword(
  provider: Deps & Pick<Provider, 'db'>,
  email: string,
  password: string,
): Promise<boolean> {
  const hash = await hashAttemptedPassword(provider, email, password.slice(0, PASSWORD_MAX_BYTES));
  const kept = await listAttemptedPasswords(provider.db, keyOf(provider.secret, email));
  return Buffer.byteLength(password) <= PASSWORD_MAX_BYTES && kept.includes(hash);
}

/** Whether the address has a recent sign-up. */
export async function isSignUpRecent(
  trx: Trx,
  { secret }: Pick<Provider, 'secret'>,
  email: string,
): Promise<boolean> {
  return hasAttemptedPassword(trx, keyOf(secret, email));
}

/** Deletes a password that was the account's: from now on it is as wrong as any other. */
export async function forgetAttemptedPassword(
  trx: Trx,
  { secret }: Pick<Provider, 'secret'>,
  { email, password_hash: passwordHash }: Pick<UserRow, 'email' | 'password_hash'>,
): Promise<void> {
  if (passwordHash === null) return;
  await deleteAttemptedPassword(trx, keyOf(secret, email), passwordHash);
}

function keyOf(secret: Provider['secret'], email: string): string {
  return secret.hmac('auth.attempt-address', email).toString('base64url');
}
