import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { RateLimitStore } from './rate-limit.ts';

/** For the fractions that add up, in milliseconds; as in memory. */
const TOLERANCE_MS = 0.001;

/**
 * Counts in the database, for all processes on it together: one statement, which takes its row for itself, so that
 * two at the same moment cannot both have the last call there is.
 */
export class SharedRateLimitStore implements RateLimitStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async take(key: string, cost: number, burst: number, now: number): Promise<number | undefined> {
    if (cost > burst + TOLERANCE_MS) return cost - burst;
    const taken = await this.#db
      .insertInto('rate_limits')
      .values({ key, paid_at: now + cost })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ paid_at: sql`greatest(rate_limits.paid_at, ${now}) + ${cost}` })
          .where(sql`greatest(rate_limits.paid_at, ${now}) + ${cost}`, '<=', now + burst + TOLERANCE_MS),
      )
      .returning('key')
      .executeTakeFirst();
    if (taken) return undefined;
    const row = await this.#db
      .selectFrom('rate_limits')
      .select('paid_at')
      .where('key', '=', key)
      .executeTakeFirst();
    return Math.max((row?.paid_at ?? now) + cost - now - burst, 0);
  }

  /** Forgets those that have paid. */
  async sweep(now: number): Promise<void> {
    await this.#db.deleteFrom('rate_limits').where('paid_at', '<', now).execute();
  }
}
