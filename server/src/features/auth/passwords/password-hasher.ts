import { availableParallelism } from 'node:os';
import { PASSWORD_MAX_BYTES } from '@atelier/domain/auth/rules.ts';
import { hash, verify } from '@node-rs/argon2';
import { hashingBusy } from '../protocol/error-catalogue.ts';

/** Argon2id as OWASP recommends it for servers: 19 MiB, two passes, one lane. About 15 ms of a core. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Threads hashing at once: one core stays for everything else, and Node's pool of four is not used up. */
const CONCURRENCY = Math.max(1, Math.min(3, availableParallelism() - 1));
/** Requests that may wait for their turn: some seconds' worth, well inside the deadline of a call. */
const QUEUE_LIMIT = 100;

/**
 * A hash of nobody's password with the same cost: verified where there is no account, so that an unknown
 * address takes as long as a wrong password.
 */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$KLrcruZ9DnjjqXIw3NTzEQ$ppMlqcfES5w2poSytTmy7Qznk4SWsP2rVtVbiHTLhK4';

/**
 * Hashes and verifies passwords off the main thread, a few at a time and in order; beyond a bounded queue
 * it says that it is busy instead of letting everything else wait.
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
      // The place goes to whoever waits longest; only when nobody does is it given up.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
