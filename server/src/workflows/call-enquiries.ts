import { CALL_SOURCE, callTimeInWords } from '@atelier/domain/bookings/rules.ts';
import { publishToStudio } from '../core/projects/live-events.ts';
import type { BookingsDeps } from '../features/bookings/bookings.service.ts';
import type { EnquiriesService } from '../features/enquiries/enquiries.service.ts';
import type { Platform } from '../platform/platform.ts';

/** How a booked call belongs to an enquiry: that of its address, or one that it makes. */
export function callEnquiries(
  enquiries: EnquiriesService,
  { events }: Pick<Platform, 'events'>,
): Pick<BookingsDeps, 'findEnquiry' | 'callsChanged'> {
  return {
    findEnquiry: async (trx, { name, email, words, startsAt, zone, client }) => {
      const booked = `Booked a call: ${callTimeInWords(startsAt, zone)}.`;
      const message = words ? `${booked}\n\n${words}` : booked;
      const sent = { name, email, phone: '', subject: 'A call', message, source: CALL_SOURCE };
      return (await enquiries.findOrReceive(trx, sent, client)).id;
    },
    callsChanged: (trx) => publishToStudio(trx, events, 'calls_changed'),
  };
}
