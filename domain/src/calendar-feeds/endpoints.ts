import { z } from 'zod';
import { CLICK_LIMIT, calendarReply, endpoint } from '../endpoint.ts';

/** An account's own calendar address, without its secret. */
const calendarFeedSchema = z.object({
  /** When it was made; null while there is none. */
  createdAt: z.string().nullable(),
});

/** Each account's own calendar, under a secret address that calendar programs subscribe to. */
export const calendarFeedEndpoints = {
  getCalendarFeed: endpoint({
    method: 'GET',
    path: '/calendar',
    access: 'signed-in',
    summary: 'Whether the account has a calendar address.',
    reply: calendarFeedSchema,
  }),
  renewCalendarFeed: endpoint({
    method: 'POST',
    path: '/calendar',
    access: 'signed-in',
    needsRecentSignIn: true,
    summary:
      'Makes the account’s calendar address, which is shown this once, and mails that it did. An earlier one stops working; a new password, a global sign-out and a changed factor end it.',
    reply: calendarFeedSchema.extend({ address: z.string() }),
    limit: { max: 10, seconds: 600, per: 'account' },
    audit: { says: 'renewed their calendar address' },
  }),
  deleteCalendarFeed: endpoint({
    method: 'DELETE',
    path: '/calendar',
    access: 'signed-in',
    needsRecentSignIn: false,
    summary: 'Ends the account’s calendar address. Without one, nothing changes.',
    reply: calendarFeedSchema,
    limit: CLICK_LIMIT,
    audit: { says: 'removed their calendar address' },
  }),
  readCalendarFeed: endpoint({
    method: 'GET',
    path: '/calendar/:token',
    access: 'public',
    summary:
      'The calendar of an address: due dates, and an admin’s calls. It ends in `.ics`; a wrong one is missing.',
    params: z.object({ token: z.string().regex(/^[\w-]{43}\.ics$/) }),
    reply: calendarReply,
    limit: { max: 60, seconds: 600, per: 'address' },
  }),
};
