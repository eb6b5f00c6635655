import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { RateLimitStore } from './rate-limit.ts';

/** A key's use of its allowance, where several processes count together. */
interface RateLimitTable {
  key: string;
  /** The moment at which it will have paid for all it has used, in milliseconds since 1970. */
  paid_at: number;
}

declare module '../db/database.ts' {
  interface Database {
    rate_limits: RateLimitTable;
  }
}

/** For the fractions that add up, in milliseconds; as in memory. */
const TOLERANCE_MS = 0.001;

/**
 * Counts in the database, for all processes on it together: one statement, which takes its row for itself, so that
 * two at the same moment can't both get the last call. A time further ahead than an allowance reaches was
 * stored before the clock was set back, and counts as an allowance that is just used up.
 */
export class SharedRateLimitStore implements RateLimitStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async take(key: string, cost: number, burst: number, clock: Clock): Promise<number | undefined> {
    const now = clock.now().getTime();
    if (cost > burst + TOLERANCE_MS) return cost - burst;
    const used = sql<number>`least(greatest(rate_limits.paid_at, ${now}), ${now + burst})`;
    const taken = await this.#db
      .insertInto('rate_limits')
      .values({ key, paid_at: now + cost })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ paid_at: sql`${used} + ${cost}` })
          .where(sql`${used} + ${cost}`, '<=', now + burst + TOLERANCE_MS),
      )
      .returning('key')
      .executeTakeFirst();
    if (taken) return undefined;
    const row = await this.#db
      .selectFrom('rate_limits')
      .select('paid_at')
      .where('key', '=', key)
      .executeTakeFirst();
    const paidAt = row?.paid_at ?? now;
    if (paidAt > now + burst + TOLERANCE_MS) await this.#lower(key, now + burst);
    return Math.max(Math.min(paidAt, now + burst) + cost - now - burst, 0);
  }

  /** Takes back what was stored before the clock was set back. */
  async #lower(key: string, latest: number): Promise<void> {
    await this.#db
      .updateTable('rate_limits')
      .set({ paid_at: latest })
      .where('key', '=', key)
      .where('paid_at', '>', latest)
      .execute();
  }

  async giveBack(key: string, cost: number, clock: Clock): Promise<void> {
    const paid = await this.#db
      .deleteFrom('rate_limits')
      .where('key', '=', key)
      .where('paid_at', '<=', clock.now().getTime() + cost)
      .executeTakeFirst();
    if (paid.numDeletedRows > 0n) return;
    await this.#db
      .updateTable('rate_limits')
      .set((eb) => ({ paid_at: eb('paid_at', '-', cost) }))
      .where('key', '=', key)
      .execute();
  }

  /** Forgets those that have paid. */
  async sweep(now: number): Promise<void> {
    await this.#db.deleteFrom('rate_limits').where('paid_at', '<', now).execute();
  }
}
