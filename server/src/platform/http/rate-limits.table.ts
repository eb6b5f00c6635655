/** A key's use of its allowance, where several processes count together. */
export interface RateLimitTable {
  key: string;
  /** The moment at which it will have paid for all it has used, in milliseconds since 1970. */
  paid_at: number;
}

declare module '../db/database.ts' {
  interface Database {
    rate_limits: RateLimitTable;
  }
}
