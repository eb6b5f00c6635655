import type { CallSide, CallStatus } from '@atelier/domain/bookings/rules.ts';
import type { Selectable } from 'kysely';

/** A call that a visitor has asked for. */
interface BookingTable {
  id: string;
  /** The enquiry it belongs to; null for one that isn't there. */
  enquiry_id: string | null;
  name: string;
  /** As the visitor typed it, and in lower case. */
  email: string;
  email_key: string;
  words: string;
  /** The visitor's zone. */
  zone: string;
  starts_at: string;
  ends_at: string;
  status: CallStatus;
  cancelled_by: CallSide | null;
  /** Of the calendar file: one more with each that goes out. */
  sequence: number;
  /** How often the visitor has moved it. */
  moves: number;
  /** SHA-256 of the secret in the link of its mails. */
  link_hash: string;
  /** When it was asked for, confirmed or last moved. */
  arranged_at: string;
  /** 1 until a press, a sign-in or the studio confirms it; stays when it is cancelled before. */
  never_confirmed: number;
  /** Until when an unconfirmed one keeps its time from others; null for one that never does. */
  held_until: string | null;
  /** When the studio hears of it together with others; null unless it waits for that. */
  notice_due_at: string | null;
  created_at: string;
  updated_at: string;
}

/** When calls are offered: one row, once the owner has set them. */
interface CallSettingsTable {
  id: string;
  zone: string;
  /** JSON of weekly ranges, and of exceptions. */
  hours: string;
  exceptions: string;
  length_minutes: number;
  buffer_minutes: number;
  notice_hours: number;
  days_ahead: number;
  place: string;
  updated_at: string;
}

/** The owner's own calendar: one row, or none. */
interface BusyCalendarTable {
  id: string;
  sealed_address: string;
  host: string;
  tried_at: string | null;
  read_at: string | null;
  problem: string | null;
}

/** When the owner's calendar says that they are busy. */
interface BusyTimeTable {
  id: string;
  starts_at: string;
  ends_at: string;
}

export type BookingRow = Selectable<BookingTable>;
export type CallSettingsRow = Selectable<CallSettingsTable>;
export type BusyCalendarRow = Selectable<BusyCalendarTable>;
export type BusyTimeRow = Selectable<BusyTimeTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    bookings: BookingTable;
    call_settings: CallSettingsTable;
    busy_calendars: BusyCalendarTable;
    busy_times: BusyTimeTable;
  }
}
