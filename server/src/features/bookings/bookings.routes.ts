import { createHash } from 'node:crypto';
import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { bindAdminEndpoint } from '../../core/access/guard.ts';
import { isoNow } from '../../platform/clock.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';
import type { Platform } from '../../platform/platform.ts';
import type { BookingLists } from './booking-lists.service.ts';
import { presentBooking, presentOwnBooking } from './bookings.presenter.ts';
import type { BookingsService } from './bookings.service.ts';
import type { BookingRow } from './bookings.table.ts';
import type { BusyCalendarService } from './busy-calendar.service.ts';
import { type AddressProofs, isProvenVisitor } from './proven-visitor.ts';

interface BookingRoutesDeps extends Pick<Platform, 'clock'> {
  bookings: BookingsService;
  lists: BookingLists;
  identities: AddressProofs;
  calendar: BusyCalendarService;
}

/** How often a network can have one mailbox asked to confirm a call. */
const MAILS_TO_ONE = { max: 5, seconds: 3_600 };

/** What visitors book by, the links of their mails, and the studio's calls and settings. */
export function addBookingRoutes(
  app: FastifyInstance,
  { bookings, lists, calendar, clock, identities }: BookingRoutesDeps,
): void {
  const presentOwn = ({ booking, settings }: { booking: BookingRow; settings: { place: string } }) =>
    presentOwnBooking(booking, settings.place, isoNow(clock));
  const presentSettings = async () => ({
    settings: await bookings.readSettings(),
    calendar: await calendar.look(),
  });
  const subjectOf = ({ enquiry_id, name }: BookingRow) =>
    enquiry_id === null ? undefined : { kind: 'enquiry' as const, id: enquiry_id, title: name };

  bindEndpoint(app, api.listOfferedTimes, () => bookings.listTimes());
  bindEndpoint(app, api.createBooking, async ({ body, client, actor }) => {
    const isProven = await isProvenVisitor(identities, { accountId: actor?.accountId, email: body.email });
    if (!isProven) {
      const mailbox = createHash('sha256').update(body.email).digest('base64url');
      await app.limiter.consumeFrom(client.address, `calls.confirm ${mailbox}`, MAILS_TO_ONE);
    }
    await bookings.book(body, { client, isProven });
    return { ok: true as const, isConfirmed: isProven };
  });
  bindEndpoint(app, api.findOwnBooking, async ({ body }) => {
    const found = await bookings.findOwn(body.token);
    return { call: presentOwn(found), offered: found.offered };
  });
  bindEndpoint(app, api.confirmOwnBooking, async ({ body: { token, ...chosen }, client }) => ({
    call: presentOwn(await bookings.confirmOwn(token, chosen, client)),
  }));
  bindEndpoint(app, api.moveOwnBooking, async ({ body: { token, ...to } }) => ({
    call: presentOwn(await bookings.moveOwn(token, to)),
  }));
  bindEndpoint(app, api.cancelOwnBooking, async ({ body }) => ({
    call: presentOwn(await bookings.cancelOwn(body.token)),
  }));

  bindAdminEndpoint(app, api.listBookings, async ({ query: { show, enquiry } }) => {
    const found = enquiry === undefined ? lists.list(show) : lists.listOfEnquiry(enquiry);
    return { items: (await found).map(presentBooking) };
  });
  bindAdminEndpoint(app, api.listTimesForMove, async ({ params }) => {
    await lists.get(params.id);
    return bookings.listTimes(params.id);
  });
  bindAdminEndpoint(app, api.moveBooking, async ({ params, body, nameSubject }) => {
    const subject = subjectOf(await lists.get(params.id));
    if (subject) nameSubject(subject);
    return { call: presentBooking(await bookings.move(params.id, body.startsAt)) };
  });
  bindAdminEndpoint(app, api.cancelBooking, async ({ params, body, nameSubject }) => {
    const subject = subjectOf(await lists.get(params.id));
    if (subject) nameSubject(subject);
    return { call: presentBooking(await bookings.cancel(params.id, body.note)) };
  });
  bindAdminEndpoint(app, api.confirmBooking, async ({ params, nameSubject }) => {
    const booking = await bookings.confirm(params.id);
    const subject = subjectOf(booking);
    if (subject) nameSubject(subject);
    return { call: presentBooking(booking) };
  });
  bindAdminEndpoint(app, api.cancelBookings, async ({ body }) => ({
    items: (await bookings.cancelSeveral(body.ids, body.note)).map(presentBooking),
  }));

  bindAdminEndpoint(app, api.getCallSettings, presentSettings);
  bindAdminEndpoint(app, api.setCallSettings, async ({ body }) => {
    await bookings.setSettings(body);
    return presentSettings();
  });
  bindAdminEndpoint(
    app,
    api.setBusyCalendar,
    async ({ body }) => {
      await calendar.setAddress(body.address);
      return presentSettings();
    },
    // It reads the calendar once, which may take its time.
    { deadlineMs: 40_000 },
  );
}
