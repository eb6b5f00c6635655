import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { bindAdminEndpoint } from '../../core/access/guard.ts';
import { isoNow } from '../../platform/clock.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentBooking, presentOwnBooking } from './bookings.presenter.ts';
import type { BookingsService } from './bookings.service.ts';
import type { BookingRow } from './bookings.table.ts';
import type { BusyCalendarService } from './busy-calendar.service.ts';

interface BookingRoutesDeps extends Pick<Platform, 'clock'> {
  bookings: BookingsService;
  calendar: BusyCalendarService;
}

/** What visitors book by, the links of their mails, and the studio's calls and settings. */
export function addBookingRoutes(
  app: FastifyInstance,
  { bookings, calendar, clock }: BookingRoutesDeps,
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
  bindEndpoint(app, api.createBooking, async ({ body, client }) => {
    await bookings.book(body, client);
    return { ok: true as const };
  });
  bindEndpoint(app, api.findOwnBooking, async ({ body }) => {
    const found = await bookings.findOwn(body.token);
    return { call: presentOwn(found), offered: found.offered };
  });
  bindEndpoint(app, api.moveOwnBooking, async ({ body: { token, ...to } }) => ({
    call: presentOwn(await bookings.moveOwn(token, to)),
  }));
  bindEndpoint(app, api.cancelOwnBooking, async ({ body }) => ({
    call: presentOwn(await bookings.cancelOwn(body.token)),
  }));

  bindAdminEndpoint(app, api.listBookings, async ({ query: { show, enquiry } }) => {
    const found = enquiry === undefined ? bookings.list(show) : bookings.listOfEnquiry(enquiry);
    return { items: (await found).map(presentBooking) };
  });
  bindAdminEndpoint(app, api.listTimesForMove, async ({ params }) => {
    await bookings.get(params.id);
    return bookings.listTimes(params.id);
  });
  bindAdminEndpoint(app, api.moveBooking, async ({ params, body, nameSubject }) => {
    const subject = subjectOf(await bookings.get(params.id));
    if (subject) nameSubject(subject);
    return { call: presentBooking(await bookings.move(params.id, body.startsAt)) };
  });
  bindAdminEndpoint(app, api.cancelBooking, async ({ params, body, nameSubject }) => {
    const subject = subjectOf(await bookings.get(params.id));
    if (subject) nameSubject(subject);
    return { call: presentBooking(await bookings.cancel(params.id, body.note)) };
  });

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
