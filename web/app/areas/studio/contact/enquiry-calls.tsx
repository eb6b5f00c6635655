import { useQuery } from '@tanstack/react-query';
import { BookingList } from '../../../features/bookings/studio/booking-list.tsx';
import { listBookingsOf } from '../../../features/bookings/studio/bookings.queries.ts';

/** The calls of an enquiry; nothing without any. */
export function EnquiryCalls({ enquiryId }: { enquiryId: string }) {
  const { data = [] } = useQuery(listBookingsOf(enquiryId));
  if (data.length === 0) return null;
  return (
    <section className="grid grid-cols-1 gap-3" aria-labelledby="enquiry-calls">
      <h2 id="enquiry-calls" className="text-lg">
        Calls
      </h2>
      <BookingList bookings={data} label="Calls" hasEnquiryLink={false} />
    </section>
  );
}
