/** An account's calendar address. */
interface CalendarFeedTable {
  account_id: string;
  /** SHA-256 of its secret. */
  token_hash: string;
  /** Of the sign-in when it was made: it ends with another one. */
  sign_in_version: number;
  created_at: string;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    calendar_feeds: CalendarFeedTable;
  }
}
