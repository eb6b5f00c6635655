import type { Feature, FeatureTables } from '../../core/feature.ts';
import { mapEach } from '../../platform/db/read-in-pages.ts';
import { BookingLists } from './booking-lists.service.ts';
import { presentBooking } from './bookings.presenter.ts';
import { addBookingRoutes } from './bookings.routes.ts';
import { type BookingsDeps, BookingsService } from './bookings.service.ts';
import { type BusyCalendarDeps, BusyCalendarService } from './busy-calendar.service.ts';
import { CallReminders } from './call-reminders.service.ts';
import type { AddressProofs } from './proven-visitor.ts';

export const bookingTables = {
  bookings: { exportedAs: 'calls' },
  call_settings: { notExported: 'The studio’s own hours.' },
  busy_calendars: { notExported: 'The studio’s own calendar.' },
  busy_times: { notExported: 'The studio’s own calendar.' },
} as const satisfies FeatureTables;

/** How often the owner's calendar is read, and calls are looked at, in seconds. */
const READ_EVERY = 900;
const REMIND_EVERY = 60;

/** Calls that visitors book with the studio. In code they are bookings: a call is one of the API here. */
export function createBookings(ports: BookingsDeps & BusyCalendarDeps & { identities: AddressProofs }) {
  const bookings = new BookingsService(ports);
  const lists = new BookingLists(ports);
  const reminders = new CallReminders(ports);
  const calendar = new BusyCalendarService(ports);
  const feature: Feature = {
    addRoutes: (app) => addBookingRoutes(app, { ...ports, bookings, lists, calendar }),
    addJobs(jobs) {
      jobs.add({
        name: 'bookings.read-calendar',
        everySeconds: READ_EVERY,
        run: () => calendar.readAgain(),
      });
      jobs.add({
        name: 'bookings.remind',
        everySeconds: REMIND_EVERY,
        run: async () => {
          await reminders.remindDue();
          await reminders.tellGathered();
          await reminders.deleteOld();
        },
      });
    },
    personalData: [
      {
        name: 'calls',
        read: ({ confirmedEmail: email = '' }) => mapEach(lists.readBookedFrom(email), presentBooking),
      },
    ],
  };
  return { service: bookings, feature };
}
