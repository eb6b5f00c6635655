import { z } from 'zod';
import { CLICK_LIMIT, endpoint, LINK_LIMIT, NOTICE_LIMIT } from '../endpoint.ts';
import { idParams, idSchema } from '../ids.ts';
import { listReplySchema } from '../paging.ts';
import {
  bookingSchema,
  bookingTokenSchema,
  callSettingsReplySchema,
  callSettingsSchema,
  cancelBookingSchema,
  cancelBookingsSchema,
  confirmOwnBookingSchema,
  createBookingSchema,
  moveBookingSchema,
  moveOwnBookingSchema,
  offeredTimesSchema,
  ownBookingSchema,
  setBusyCalendarSchema,
} from './schema.ts';

const ownReply = z.object({ call: ownBookingSchema });
const bookingReply = z.object({ call: bookingSchema });

/** Calls that visitors book. In code they are bookings, because a call is one of the API here. */
export const bookingEndpoints = {
  listOfferedTimes: endpoint({
    method: 'GET',
    path: '/calls/times',
    access: 'public',
    summary: 'When a visitor can have a call with the studio. None are offered until the owner sets hours.',
    reply: offeredTimesSchema,
    limit: { max: 60, seconds: 60, per: 'address' },
  }),
  createBooking: endpoint({
    method: 'POST',
    path: '/calls',
    access: 'public',
    needsRecentSignIn: false,
    summary:
      'Asks for a call. The time is held for 30 minutes until the link of the mail confirms it; who is signed in with that confirmed address has it at once. A time that isn’t free is `time_taken`, whatever the address. A filled honeypot gets the same reply and books nothing.',
    body: createBookingSchema,
    reply: z.object({
      ok: z.literal(true),
      /** False while the link of the mail has to confirm it. */
      isConfirmed: z.boolean(),
    }),
    status: 201,
    limit: { max: 10, seconds: 600, per: 'address' },
  }),
  findOwnBooking: endpoint({
    method: 'POST',
    path: '/calls/own',
    access: 'public',
    needsRecentSignIn: false,
    summary: 'The call of a mail’s link, until it is over, and when else it could be.',
    body: bookingTokenSchema,
    reply: z.object({ call: ownBookingSchema, offered: offeredTimesSchema }),
    limit: LINK_LIMIT,
  }),
  confirmOwnBooking: endpoint({
    method: 'POST',
    path: '/calls/own/confirm',
    access: 'public',
    needsRecentSignIn: false,
    summary:
      'Confirms the call of a mail’s link, at its own time or another that is free. Confirming again changes nothing.',
    body: confirmOwnBookingSchema,
    reply: ownReply,
    limit: LINK_LIMIT,
  }),
  moveOwnBooking: endpoint({
    method: 'POST',
    path: '/calls/own/move',
    access: 'public',
    needsRecentSignIn: false,
    summary: 'Moves the call of a mail’s link to another time.',
    body: moveOwnBookingSchema,
    reply: ownReply,
    limit: LINK_LIMIT,
  }),
  cancelOwnBooking: endpoint({
    method: 'POST',
    path: '/calls/own/cancel',
    access: 'public',
    needsRecentSignIn: false,
    summary: 'Cancels the call of a mail’s link. Cancelling again changes nothing.',
    body: bookingTokenSchema,
    reply: ownReply,
    limit: LINK_LIMIT,
  }),
  listBookings: endpoint({
    method: 'GET',
    path: '/admin/calls',
    access: 'admin',
    summary:
      'Calls ahead, the soonest first; those over or cancelled, the latest first; those that nobody has confirmed, the newest first; or all of an enquiry.',
    query: z.object({
      show: z.enum(['ahead', 'past', 'unconfirmed']).default('ahead'),
      enquiry: idSchema.optional(),
    }),
    reply: listReplySchema(bookingSchema),
  }),
  listTimesForMove: endpoint({
    method: 'GET',
    path: '/admin/calls/:id/times',
    access: 'admin',
    summary: 'When else a call could be.',
    params: idParams,
    reply: offeredTimesSchema,
  }),
  moveBooking: endpoint({
    method: 'POST',
    path: '/admin/calls/:id/move',
    access: 'admin',
    needsRecentSignIn: false,
    summary: 'Moves a call, and mails its visitor the new time.',
    params: idParams,
    body: moveBookingSchema,
    reply: bookingReply,
    limit: NOTICE_LIMIT,
    audit: { says: 'moved a call[ with {subject}]', keeps: ['startsAt'] },
  }),
  cancelBooking: endpoint({
    method: 'POST',
    path: '/admin/calls/:id/cancel',
    access: 'admin',
    needsRecentSignIn: false,
    summary:
      'Cancels a call, and mails its visitor so if they had confirmed it. Cancelling again changes nothing.',
    params: idParams,
    body: cancelBookingSchema,
    reply: bookingReply,
    limit: NOTICE_LIMIT,
    audit: { says: 'cancelled a call[ with {subject}]' },
  }),
  confirmBooking: endpoint({
    method: 'POST',
    path: '/admin/calls/:id/confirm',
    access: 'admin',
    needsRecentSignIn: false,
    summary: 'Confirms a call for its visitor, and mails them so. Confirming again changes nothing.',
    params: idParams,
    reply: bookingReply,
    limit: NOTICE_LIMIT,
    audit: { says: 'confirmed a call[ with {subject}]' },
  }),
  cancelBookings: endpoint({
    method: 'POST',
    path: '/admin/calls/cancel',
    access: 'admin',
    needsRecentSignIn: false,
    summary:
      'Cancels several calls, and mails each visitor who had confirmed one. Those that are over or cancelled are left out.',
    body: cancelBookingsSchema,
    reply: listReplySchema(bookingSchema),
    limit: NOTICE_LIMIT,
    audit: { says: 'cancelled {ids} calls', keeps: ['ids'] },
  }),
  getCallSettings: endpoint({
    method: 'GET',
    path: '/admin/calls/settings',
    access: 'admin',
    summary: 'When visitors can book calls, and the calendar whose busy times are left out.',
    reply: callSettingsReplySchema,
  }),
  setCallSettings: endpoint({
    method: 'PATCH',
    path: '/admin/calls/settings',
    access: 'admin',
    needsRecentSignIn: false,
    summary: 'Sets when visitors can book calls. Calls that are booked stay as they are.',
    body: callSettingsSchema,
    reply: callSettingsReplySchema,
    limit: CLICK_LIMIT,
    audit: { says: 'changed the hours for calls', keeps: ['zone', 'lengthMinutes', 'hours', 'exceptions'] },
  }),
  setBusyCalendar: endpoint({
    method: 'PATCH',
    path: '/admin/calls/calendar',
    access: 'admin',
    needsRecentSignIn: true,
    summary: 'Sets the address of the calendar whose busy times are left out, and reads it; empty for none.',
    body: setBusyCalendarSchema,
    reply: callSettingsReplySchema,
    limit: { max: 10, seconds: 60, per: 'account' },
    // The address is a secret.
    audit: { says: 'changed the calendar that calls keep clear of' },
  }),
};
