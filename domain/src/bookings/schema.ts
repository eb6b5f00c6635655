import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { NOT_A_DAY } from '../text.ts';
import { emailText, linkSecret, longText, shortText } from '../text-schema.ts';
import {
  CALL_LENGTHS,
  CALL_PLACE_MAX,
  CALL_SIDES,
  CALL_STATUSES,
  CALL_WORDS_MAX,
  findRangeFault,
  isTimeZone,
  MAX_BUFFER_MINUTES,
  MAX_CANCELLED_AT_ONCE,
  MAX_DAYS_AHEAD,
  MAX_EXCEPTIONS,
  MAX_NOTICE_HOURS,
  MAX_RANGES_OF_DAY,
  MAX_WEEKLY_RANGES,
} from './rules.ts';

const NAME_MESSAGE = 'Please enter your name.';
const EMAIL_MESSAGE = 'Enter a valid email.';
const TIME_MESSAGE = 'Write a time such as 09:00.';

/** A moment, as 2030-03-04T09:00:00Z. */
const momentSchema = z.iso.datetime({ error: 'Choose a time.' });
/** The visitor's zone. One that this program doesn't know is read as UTC: times are shown with their zone. */
const visitorZone = z
  .string()
  .max(64)
  .transform((name) => (isTimeZone(name) ? name : 'UTC'));

/** POST /calls. `botfield` is the honeypot: a visitor never sees it, so a value means a bot. */
export const createBookingSchema = z.object({
  name: z.string({ error: NAME_MESSAGE }).pipe(shortText(200)).pipe(z.string().min(1, NAME_MESSAGE)),
  email: emailText(EMAIL_MESSAGE),
  /** The visitor's own words; may be empty. */
  words: longText(CALL_WORDS_MAX).optional().default(''),
  startsAt: momentSchema,
  zone: visitorZone,
  /** Of any length: a bot that overfills it must get the same reply as every other bot. */
  botfield: z.string().optional().default(''),
});
export type CreateBooking = z.output<typeof createBookingSchema>;

/** What visitors choose from. */
export const offeredTimesSchema = z.object({
  /** False while the owner offers no calls. */
  isOffered: z.boolean(),
  lengthMinutes: z.number().int(),
  /** When a call can begin, the earliest first. */
  times: z.array(z.string()),
});
export type OfferedTimes = z.infer<typeof offeredTimesSchema>;

/** The body of the calls that a mail's link makes. */
export const bookingTokenSchema = z.object({ token: linkSecret() });
export const moveOwnBookingSchema = bookingTokenSchema.extend({ startsAt: momentSchema, zone: visitorZone });
/** Confirms a call; at another time than the one that was asked for where that is given. */
export const confirmOwnBookingSchema = bookingTokenSchema.extend({
  startsAt: momentSchema.optional(),
  zone: visitorZone.optional(),
});

/** A call as its visitor sees it. */
export const ownBookingSchema = z.object({
  name: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  status: z.enum(CALL_STATUSES),
  place: z.string(),
  /** False once it has begun, or was cancelled. */
  canChange: z.boolean(),
  /** False once it was moved as often as it may be. */
  canMove: z.boolean(),
  /** True while a press can confirm it: at its own time if that is among the free ones. */
  canConfirm: z.boolean(),
});
export type OwnBooking = z.infer<typeof ownBookingSchema>;

/** A call as the studio sees it. */
export const bookingSchema = z.object({
  _id: idSchema,
  id: idSchema,
  name: z.string(),
  email: z.string(),
  words: z.string(),
  /** The visitor's zone. */
  zone: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  status: z.enum(CALL_STATUSES),
  /** Who cancelled it. */
  cancelledBy: z.enum(CALL_SIDES).nullable(),
  /** The enquiry it belongs to. */
  enquiryId: idSchema.nullable(),
  createdAt: z.string(),
});
export type Booking = z.infer<typeof bookingSchema>;

export const moveBookingSchema = z.object({ startsAt: momentSchema });
/** The studio's words to the visitor; may be empty. */
export const cancelBookingSchema = z.object({ note: longText(CALL_WORDS_MAX).optional().default('') });
export const cancelBookingsSchema = cancelBookingSchema.extend({
  ids: z.array(idSchema).min(1).max(MAX_CANCELLED_AT_ONCE),
});

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME_MESSAGE);
const timeRange = z.object({ from: clockTime, until: z.union([z.literal('24:00'), clockTime]) });

const FAULT_WORDS = {
  ends_before_it_begins: 'ends before it begins',
  overlaps: 'overlaps another time of that day',
};

function checkRanges(ranges: readonly z.infer<typeof timeRange>[], context: z.RefinementCtx): void {
  const found = findRangeFault(ranges);
  if (!found) return;
  const { range, fault } = found;
  context.addIssue({ code: 'custom', message: `${range.from}–${range.until} ${FAULT_WORDS[fault]}.` });
}

const weeklyRanges = z
  .array(timeRange.extend({ day: z.number().int().min(1).max(7) }))
  .max(MAX_WEEKLY_RANGES)
  .superRefine((ranges, context) => {
    for (const day of Map.groupBy(ranges, (range) => range.day).values()) checkRanges(day, context);
  });

const exception = z.object({
  on: z.iso.date({ error: NOT_A_DAY }),
  ranges: z.array(timeRange).max(MAX_RANGES_OF_DAY).superRefine(checkRanges),
});

const exceptions = z
  .array(exception)
  .max(MAX_EXCEPTIONS)
  .refine((days) => new Set(days.map(({ on }) => on)).size === days.length, 'A day is there twice.');

/** When visitors can book calls. Without weekly hours and other exceptions than days off, none are offered. */
export const callSettingsSchema = z.object({
  zone: z.string().max(64).refine(isTimeZone, 'Choose a time zone.'),
  hours: weeklyRanges,
  exceptions,
  lengthMinutes: z.literal(CALL_LENGTHS),
  bufferMinutes: z.number().int().min(0).max(MAX_BUFFER_MINUTES),
  noticeHours: z.number().int().min(0).max(MAX_NOTICE_HOURS),
  daysAhead: z.number().int().min(1).max(MAX_DAYS_AHEAD),
  place: shortText(CALL_PLACE_MAX),
});

/** The owner's own calendar as the studio sees it. */
const busyCalendarSchema = z.object({
  /** Its host; the address itself is a secret and stays on the server. */
  host: z.string(),
  /** When its times were last read. */
  readAt: z.string().nullable(),
  /** Why the last try failed; null if it didn't. */
  problem: z.string().nullable(),
  /** How many busy times are known. */
  busyTimes: z.number().int(),
});

export const callSettingsReplySchema = z.object({
  settings: callSettingsSchema,
  calendar: busyCalendarSchema.nullable(),
});
export type CallSettingsReply = z.infer<typeof callSettingsReplySchema>;

/** PATCH /admin/calls/calendar: an `https` or `webcal` address; empty for none. */
export const setBusyCalendarSchema = z.object({
  address: z
    .string()
    .trim()
    .max(2_000)
    .transform((address) => address.replace(/^webcals?:\/\//i, 'https://'))
    .refine(
      (address) => address === '' || (/^https:\/\//i.test(address) && URL.canParse(address)),
      'The address begins with https:// or webcal://.',
    ),
});
