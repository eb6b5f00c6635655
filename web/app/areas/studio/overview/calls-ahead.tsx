import { PAGES } from '@atelier/domain/pages.ts';
import { useQuery } from '@tanstack/react-query';
import { BookingList } from '../../../features/bookings/studio/booking-list.tsx';
import { listBookings } from '../../../features/bookings/studio/bookings.queries.ts';
import { Link } from '../../../lib/pages/links.ts';
import { Part } from '../part.tsx';

const SHOWN = 5;

/** The next calls with visitors; nothing without any. */
export function CallsAhead() {
  const { data = [] } = useQuery(listBookings('ahead'));
  if (data.length === 0) return null;
  return (
    <Part title="Calls ahead">
      <BookingList bookings={data.slice(0, SHOWN)} label="Calls ahead" />
      {data.length > SHOWN && (
        <Link to={PAGES.calls} className="inline-flex min-h-11 items-center justify-self-start underline">
          All {data.length} calls
        </Link>
      )}
    </Part>
  );
}
