import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isGuessableFrom, PASSWORD_MAX_BYTES } from '@atelier/domain/auth/rules.ts';
import { hash, verify } from '@node-rs/argon2';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { MailLook } from '../../../platform/mail/layout.ts';
import type { ServerSecret } from '../../../platform/server-secret.ts';
import { AuthError, hashingBusy, validationFailed, type WeakPasswordReason } from '../protocol/errors.ts';
import type { Metadata } from '../protocol/request-body.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import {
  deleteAttemptedPassword,
  hasAttemptedPassword,
  insertAttemptedPassword,
  listAttemptedPasswords,
} from '../users/users.repository.ts';

/** What a hash costs: KiB of memory, and how often it is passed through. */
export interface HashCost {
  memoryCost: number;
  timeCost: number;
}

/** As OWASP recommends Argon2id for servers: 19 MiB, two passes, one lane. About 15 ms of a core. */
const RECOMMENDED: HashCost = { memoryCost: 19_456, timeCost: 2 };
const ARGON2ID = { algorithm: 2, parallelism: 1 } as const;

/** Threads hashing at once: one core stays for everything else, and Node's pool of four is not used up. */
const CONCURRENCY = Math.max(1, Math.min(3, availableParallelism() - 1));
/** Requests that may wait for their turn: some seconds' worth, well inside the deadline of a call. */
const QUEUE_LIMIT = 100;

/**
 * A hash of no account's password with the same cost: verified where there is no account, so that an unknown
 * address takes as long as a wrong password.
 */
const dummyHash = ({ memoryCost, timeCost }: HashCost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$KLrcruZ9DnjjqXIw3NTzEQ$ppMlqcfES5w2poSytTmy7Qznk4SWsP2rVtVbiHTLhK4`;

/**
 * Hashes and verifies passwords off the main thread, a few at a time and in order; beyond a bounded queue
 * it throws "busy" instead of letting everything else wait.
 */
export class PasswordHasher {
  readonly #cost: HashCost;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(cost = RECOMMENDED) {
    this.#cost = cost;
  }

  /**
   * The hash of the password for storage, with a random salt unless one is given. Throws 503 when
   * too many are waiting.
   */
  async hash(password: string, salt?: Uint8Array): Promise<string> {
    return this.#inTurn(() => hash(password, { ...ARGON2ID, ...this.#cost, ...(salt && { salt }) }));
  }

  /**
   * Whether the password is the one that was hashed. Without a hash, or with a password too long to have
   * one, the answer is no after the same work. Throws 503 when too many are waiting.
   */
  async verify(storedHash: string | null | undefined, password: string): Promise<boolean> {
    const possible = typeof storedHash === 'string' && Buffer.byteLength(password) <= PASSWORD_MAX_BYTES;
    const matches = await this.#inTurn(() =>
      possible
        ? verify(storedHash, password)
        : verify(dummyHash(this.#cost), password.slice(0, PASSWORD_MAX_BYTES)),
    );
    return possible && matches;
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= CONCURRENCY) {
      if (this.#waiting.length >= QUEUE_LIMIT) throw hashingBusy();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      // The place goes to the caller that waits longest; it is given up only if none waits.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

/** The list as Django publishes it, in lower case; decision 0064 has its origin and its licence. */
const LIST = join(import.meta.dirname, 'common-passwords.txt.gz');

const COMMON: ReadonlySet<string> = new Set(gunzipSync(readFileSync(LIST)).toString().trim().split('\n'));

/** Digits that people put behind a word. A word of three letters is on the list by chance. */
const ENDING = /(?<=^.{4,})\d{1,6}$/u;

/**
 * Whether a password is among those that are tried first: on the list, with or without the digits at its end, or a few
 * characters over and over.
 */
function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  return COMMON.has(plain) || COMMON.has(plain.replace(ENDING, '')) || isRepeated([...password]);
}

/** One character or a pair, repeated. */
function isRepeated(signs: readonly string[]): boolean {
  const repeats = (length: number) =>
    signs.length > length &&
    signs.length % length === 0 &&
    signs.every((sign, place) => sign === signs[place % length]);
  return repeats(1) || repeats(2);
}

/** What new passwords are held to. */
interface PasswordRules {
  settings: { passwordMinLength: number };
  look: Pick<MailLook, 'studioName' | 'siteUrl'>;
}

/** Whose password it is to be; the name is undefined where it isn't known. */
export interface PasswordOwner {
  email: string;
  username?: string | undefined;
}

/** The user as the owner of a password. */
export function passwordOwner(email: string, { username }: Metadata): PasswordOwner {
  return { email, username: typeof username === 'string' ? username : undefined };
}

/** The weakness of a password, with the protocol's sentence. */
export interface PasswordWeakness {
  message: string;
  reasons: WeakPasswordReason[];
}

/**
 * The weakness that has a password refused, undefined when it may be used. Length counts in bytes of UTF-8,
 * as the protocol has it; there are no rules of composition (ASVS 6.2.5), but the commonest passwords
 * (ASVS 6.2.4) and those made of names (ASVS 6.2.11) are refused.
 */
export function findWeakness(
  { settings: { passwordMinLength: minLength }, look }: PasswordRules,
  password: string,
  owner: PasswordOwner,
): PasswordWeakness | undefined {
  if (Buffer.byteLength(password) < minLength) {
    return { message: `Password should be at least ${minLength} characters.`, reasons: ['length'] };
  }
  if (isCommonPassword(password)) {
    return {
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
      reasons: ['pwned'],
    };
  }
  const context = { ...owner, studioName: look.studioName, host: new URL(look.siteUrl).hostname };
  if (isGuessableFrom(password, context)) {
    return {
      message: 'Password is easy to guess from this site’s name or your own, please choose a different one.',
      reasons: ['pwned'],
    };
  }
  return undefined;
}

/**
 * Accepts a new password of a user.
 * @throws validation_failed when it is longer than what is hashed, weak_password when it is refused
 */
export function requireStrongPassword(rules: PasswordRules, password: string, owner: PasswordOwner): void {
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
    throw validationFailed(`Password cannot be longer than ${PASSWORD_MAX_BYTES} characters`);
  }
  const weakness = findWeakness(rules, password, owner);
  if (weakness) throw new AuthError(422, 'weak_password', weakness.message, { reasons: weakness.reasons });
}

/**
 * How a page learns that this provider asks for longer passwords than the page was built for: a tag of its head. Read by
 * `web/app/features/accounts/new-password-fields.tsx`.
 */
export function presentPasswordTag(minLength: number): string {
  return `<meta name="password-min-length" content="${minLength}"/>`;
}

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

interface Hashing {
  secret: ServerSecret;
  hasher: PasswordHasher;
}

/**
 * Hashes the password of a sign-up. All sign-ups of one address share a salt, so that one hash is
 * compared with any number of them. Only the server's secret can compute the salt.
 */
export async function hashAttemptedPassword(
  { secret, hasher }: Hashing,
  email: string,
  password: string,
): Promise<string> {
  return hasher.hash(password, secret.hmac('auth.attempt-salt', email).subarray(0, SALT_LENGTH));
}

/** Stores the password hash of a sign-up and deletes the address's oldest beyond the limit. */
export async function keepAttemptedPassword(
  trx: Trx,
  { secret, clock }: { secret: ServerSecret; clock: Clock },
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
  provider: Hashing & { db: Db },
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
  { secret }: Pick<Hashing, 'secret'>,
  email: string,
): Promise<boolean> {
  return hasAttemptedPassword(trx, keyOf(secret, email));
}

/** Deletes a password that was the account's: from now on it is as wrong as any other. */
export async function forgetAttemptedPassword(
  trx: Trx,
  { secret }: Pick<Hashing, 'secret'>,
  { email, password_hash: passwordHash }: Pick<UserRow, 'email' | 'password_hash'>,
): Promise<void> {
  if (passwordHash === null) return;
  await deleteAttemptedPassword(trx, keyOf(secret, email), passwordHash);
}

function keyOf(secret: ServerSecret, email: string): string {
  return secret.hmac('auth.attempt-address', email).toString('base64url');
}
