import { studio } from '@atelier/content/studio.ts';
import { HOLD_MINUTES } from '@atelier/domain/bookings/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import type { MetaDescriptor } from 'react-router';
import { BookingList } from '../../../features/bookings/studio/booking-list.tsx';
import { getCallSettings, listBookings } from '../../../features/bookings/studio/bookings.queries.ts';
import { BusyCalendar } from '../../../features/bookings/studio/busy-calendar.tsx';
import { CallSettingsForm } from '../../../features/bookings/studio/call-settings.tsx';
import { CancelSeveral } from '../../../features/bookings/studio/cancel-several.tsx';
import { Card } from '../../../ui/card.tsx';
import { AdminsOnly, isForbidden } from '../../../ui/feedback/load-failure.tsx';
import { EmptyState } from '../../../ui/feedback/placeholders.tsx';
import { isArriving, QueryState } from '../../../ui/feedback/query-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Part } from '../part.tsx';

export const meta = (): MetaDescriptor[] => [{ title: `Calls · ${studio.name}` }];

/** /admin/calls: the calls that visitors have booked, and when they can. */
export default function Calls() {
  const ahead = useQuery(listBookings('ahead'));
  const settings = useQuery(getCallSettings());
  const unconfirmed = useQuery(listBookings('unconfirmed'));
  const past = useQuery({ ...listBookings('past'), enabled: ahead.data !== undefined });
  if (isForbidden(settings.error) || isForbidden(ahead.error)) return <AdminsOnly />;
  // They come together, so that nothing moves.
  const isWaiting = isArriving(ahead) || isArriving(settings) || isArriving(unconfirmed);
  const offers = settings.data?.settings;
  const isOff =
    offers && offers.hours.length === 0 && offers.exceptions.every(({ ranges }) => ranges.length === 0);
  return (
    <div className="grid grid-cols-1 gap-8">
      <PageHeader title="Calls">Calls that visitors book on your contact page.</PageHeader>
      <Part title="Ahead">
        {isWaiting || ahead.isError ? (
          <QueryState query={ahead} label="Loading calls…" rows={3} fallback="Failed to load the calls." />
        ) : ahead.data && ahead.data.length > 0 ? (
          <BookingList bookings={ahead.data} label="Calls ahead" />
        ) : (
          <EmptyState
            icon={<CalendarClock aria-hidden="true" />}
            title={isOff ? 'Visitors can’t book calls yet.' : 'No calls ahead.'}
          >
            {isOff
              ? 'Enter your hours below and save them: your contact page then offers their free times.'
              : 'Calls that visitors book appear here by themselves.'}
          </EmptyState>
        )}
      </Part>
      {!isWaiting && unconfirmed.data && unconfirmed.data.length > 0 && (
        <Part title="Not confirmed yet">
          <p className="max-w-measure text-ink-soft">
            Visitors confirm a call with the link in their email. It holds its time for {HOLD_MINUTES}{' '}
            minutes, and the link works for a day. If you know who it is, confirm it yourself.
          </p>
          <BookingList bookings={unconfirmed.data} label="Calls that nobody has confirmed" />
        </Part>
      )}
      {!isWaiting && <CancelSeveral bookings={[...(ahead.data ?? []), ...(unconfirmed.data ?? [])]} />}
      <Card title="When calls can be booked">
        {settings.data && !isWaiting ? (
          <CallSettingsForm settings={settings.data.settings} />
        ) : (
          <QueryState
            query={settings}
            label="Loading your hours…"
            rows={6}
            fallback="Failed to load your hours."
          />
        )}
      </Card>
      <Card title="Your own calendar">
        {settings.data && !isWaiting ? (
          <BusyCalendar calendar={settings.data.calendar} />
        ) : (
          <QueryState query={settings} label="Loading…" rows={3} fallback="Failed to load your calendar." />
        )}
      </Card>
      {past.data && past.data.length > 0 && (
        <Part title="Over and cancelled">
          <BookingList bookings={past.data} label="Calls that are over or cancelled" />
        </Part>
      )}
    </div>
  );
}
