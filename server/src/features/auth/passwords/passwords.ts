import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PASSWORD_MAX_BYTES } from '@atelier/domain/auth/rules.ts';
import { hash, verify } from '@node-rs/argon2';
import { AuthError, hashingBusy, validationFailed, type WeakPasswordReason } from '../protocol/errors.ts';

/** Argon2id as OWASP recommends it for servers: 19 MiB, two passes, one lane. About 15 ms of a core. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Threads hashing at once: one core stays for everything else, and Node's pool of four is not used up. */
const CONCURRENCY = Math.max(1, Math.min(3, availableParallelism() - 1));
/** Requests that may wait for their turn: some seconds' worth, well inside the deadline of a call. */
const QUEUE_LIMIT = 100;

/**
 * A hash of no account's password with the same cost: verified where there is no account, so that an unknown
 * address takes as long as a wrong password.
 */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$KLrcruZ9DnjjqXIw3NTzEQ$ppMlqcfES5w2poSytTmy7Qznk4SWsP2rVtVbiHTLhK4';

/**
 * Hashes and verifies passwords off the main thread, a few at a time and in order; beyond a bounded queue
 * it throws "busy" instead of letting everything else wait.
 */
export class PasswordHasher {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /**
   * The hash of the password for storage, with a random salt unless one is given. Throws 503 when
   * too many are waiting.
   */
  async hash(password: string, salt?: Uint8Array): Promise<string> {
    return this.#inTurn(() => hash(password, salt ? { ...COST, salt } : COST));
  }

  /**
   * Whether the password is the one that was hashed. Without a hash, or with a password too long to have
   * one, the answer is no after the same work. Throws 503 when too many are waiting.
   */
  async verify(storedHash: string | null | undefined, password: string): Promise<boolean> {
    const possible = typeof storedHash === 'string' && Buffer.byteLength(password) <= PASSWORD_MAX_BYTES;
    const matches = await this.#inTurn(() =>
      possible ? verify(storedHash, password) : verify(DUMMY_HASH, password.slice(0, PASSWORD_MAX_BYTES)),
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

/** What is wrong with a password as a secret, with the protocol's sentence. */
export interface PasswordWeakness {
  message: string;
  reasons: WeakPasswordReason[];
}

/**
 * The weakness that has a password refused, undefined when it may be used. Length counts in bytes of UTF-8,
 * as the protocol has it; there are no rules of composition (ASVS 6.2.5), but the commonest passwords are
 * refused (ASVS 6.2.4).
 */
export function findWeakness(password: string, minLength: number): PasswordWeakness | undefined {
  if (Buffer.byteLength(password) < minLength) {
    return { message: `Password should be at least ${minLength} characters.`, reasons: ['length'] };
  }
  if (isCommonPassword(password)) {
    return {
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
      reasons: ['pwned'],
    };
  }
  return undefined;
}

/**
 * Accepts a new password of a user.
 * @throws validation_failed when it is longer than what is hashed, weak_password when it is refused
 */
export function requireStrongPassword(password: string, minLength: number): void {
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
    throw validationFailed(`Password cannot be longer than ${PASSWORD_MAX_BYTES} characters`);
  }
  const weakness = findWeakness(password, minLength);
  if (weakness) throw new AuthError(422, 'weak_password', weakness.message, { reasons: weakness.reasons });
}

/**
 * How a page learns that this provider asks for longer passwords than the page was built for: a tag of its head. Read by
 * `web/app/features/accounts/new-password-fields.tsx`.
 */
export function presentPasswordTag(minLength: number): string {
  return `<meta name="password-min-length" content="${minLength}"/>`;
}
