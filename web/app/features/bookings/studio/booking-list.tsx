import { api } from '@atelier/domain/api.ts';
import { callTimeInWords, isCallAhead } from '@atelier/domain/bookings/rules.ts';
import type { Booking } from '@atelier/domain/bookings/schema.ts';
import { enquiryPath } from '@atelier/domain/pages.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useCall } from '../../../lib/api/use-call.ts';
import { Link } from '../../../lib/pages/links.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmailText, mailLink } from '../../../ui/contact-links.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { ownZone } from '../call-times.ts';
import { TimeChoice } from '../time-choice.tsx';
import { changesCalls, listTimesForMove } from './bookings.queries.ts';

/** Calls with what can be done about each. */
export function BookingList({
  bookings,
  label,
  hasEnquiryLink = true,
}: {
  bookings: readonly Booking[];
  label: string;
  hasEnquiryLink?: boolean;
}) {
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-1 divide-y divide-rule rounded-lg border border-rule bg-raised px-4 sm:px-5"
    >
      {bookings.map((booking) => (
        <BookingRow key={booking.id} booking={booking} hasEnquiryLink={hasEnquiryLink} />
      ))}
    </ul>
  );
}

function BookingRow({ booking, hasEnquiryLink }: { booking: Booking; hasEnquiryLink: boolean }) {
  const { name, email, words, startsAt, endsAt, status, cancelledBy, zone, enquiryId } = booking;
  const [open, setOpen] = useState<'move' | 'confirm' | 'cancel'>();
  const row = useRef<HTMLLIElement>(null);
  const now = new Date().toISOString();
  const isAhead = isCallAhead({ status, startsAt }, now);
  const isOver = status === 'booked' && endsAt <= now;
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 outline-none"
    >
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <time dateTime={startsAt} className="font-semibold">
            {callTimeInWords(startsAt, ownZone())}
          </time>
          {status === 'cancelled' && (
            <Badge tone="warning" size="sm">
              {cancelledBy === 'studio' ? 'Cancelled by you' : 'Cancelled'}
            </Badge>
          )}
          {status === 'unconfirmed' && <Badge size="sm">Not confirmed</Badge>}
          {isOver && <Badge size="sm">Over</Badge>}
        </p>
        <p className="wrap-anywhere">
          <bdi>{name}</bdi>{' '}
          <a href={mailLink(email)} className="text-ink-soft">
            <EmailText email={email} />
          </a>
        </p>
        {zone !== ownZone() && (
          <p className="text-sm text-ink-soft">For them: {callTimeInWords(startsAt, zone)}</p>
        )}
        {words && <p className="whitespace-pre-wrap text-ink-soft wrap-anywhere">{words}</p>}
        {hasEnquiryLink && enquiryId && (
          <Link
            to={enquiryPath(enquiryId)}
            className="inline-flex min-h-11 items-center justify-self-start text-sm underline"
          >
            Open the enquiry<span className="sr-only"> of {name}</span>
          </Link>
        )}
      </div>
      {(isAhead || status === 'unconfirmed') && (
        <div className="-mx-3 flex flex-wrap">
          {isAhead ? (
            <Button size="sm" variant="quiet" onClick={() => setOpen('move')}>
              <span>
                Move<span className="sr-only"> the call with {name}</span>
              </span>
            </Button>
          ) : (
            <Button size="sm" variant="quiet" onClick={() => setOpen('confirm')}>
              <span>
                Confirm<span className="sr-only"> the call with {name}</span>
              </span>
            </Button>
          )}
          <Button size="sm" variant="quiet" onClick={() => setOpen('cancel')}>
            Cancel<span className="sr-only"> the call with {name}</span>
          </Button>
        </div>
      )}
      {open === 'move' && <MoveDialog booking={booking} onClose={() => setOpen(undefined)} />}
      {open === 'confirm' && <ConfirmDialog booking={booking} onClose={() => setOpen(undefined)} />}
      {open === 'cancel' && <CancelDialog booking={booking} onClose={() => setOpen(undefined)} />}
    </li>
  );
}

function MoveDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const query = useQuery(listTimesForMove(booking.id));
  const moving = useCall(api.moveBooking, changesCalls);
  const [zone, setZone] = useState(ownZone);
  const [startsAt, setStartsAt] = useState<string>();
  const [isChecked, setChecked] = useState(false);
  const times = query.data?.times.filter((time) => time !== booking.startsAt) ?? [];
  const submit = () => {
    setChecked(true);
    if (startsAt !== undefined)
      moving.mutate({ params: { id: booking.id }, body: { startsAt } }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Move the call with ${booking.name}`}
      description={`${booking.name} gets an email with the new time. Choose among the times of your hours that are free.`}
      submitLabel="Move the call"
      pendingLabel="Moving…"
      change={moving}
      fallback="Failed to move the call."
      onSubmit={submit}
    >
      <QueryState query={query} label="Loading free times…" rows={3} fallback="Failed to load free times." />
      {query.data && times.length === 0 && <Alert tone="info">No other time of your hours is free.</Alert>}
      {times.length > 0 && (
        <TimeChoice
          times={times}
          zone={zone}
          onZone={setZone}
          value={startsAt}
          onChange={setStartsAt}
          error={isChecked && startsAt === undefined ? 'Choose a time.' : undefined}
        />
      )}
    </FormDialog>
  );
}

function ConfirmDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const confirming = useCall(api.confirmBooking, changesCalls);
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Confirm the call with ${booking.name}?`}
      description={`${booking.email} hasn’t pressed the link in the email. If you know it’s them, confirm it for them: you both get the calendar file.`}
      submitLabel="Confirm the call"
      pendingLabel="Confirming…"
      change={confirming}
      fallback="Failed to confirm the call."
      onSubmit={() => confirming.mutate({ params: { id: booking.id } }, { onSuccess: onClose })}
    >
      <p>{callTimeInWords(booking.startsAt, ownZone())}</p>
    </FormDialog>
  );
}

function CancelDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const cancelling = useCall(api.cancelBooking, changesCalls);
  const [note, setNote] = useState('');
  const wasConfirmed = booking.status === 'booked';
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Cancel the call with ${booking.name}?`}
      description={
        wasConfirmed
          ? `${booking.name} gets an email that it’s cancelled. This can’t be undone.`
          : 'Nobody has confirmed it, so no email goes out. This can’t be undone.'
      }
      submitLabel="Cancel the call"
      closeLabel="Keep the call"
      pendingLabel="Cancelling…"
      change={cancelling}
      fallback="Failed to cancel the call."
      onSubmit={() =>
        cancelling.mutate({ params: { id: booking.id }, body: { note } }, { onSuccess: onClose })
      }
    >
      {wasConfirmed && (
        <Field label="Your words to them" isOptional>
          <Textarea rows={3} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
      )}
    </FormDialog>
  );
}
