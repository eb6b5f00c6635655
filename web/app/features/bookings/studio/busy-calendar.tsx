import { api } from '@atelier/domain/api.ts';
import type { CallSettingsReply } from '@atelier/domain/bookings/schema.ts';
import { useState } from 'react';
import { useCall } from '../../../lib/api/use-call.ts';
import { formatAgo } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { FailureAlert } from '../../../ui/feedback/query-state.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { changesCalls } from './bookings.queries.ts';

/** The owner's own calendar, at whose busy times nobody books a call. */
export function BusyCalendar({ calendar }: { calendar: CallSettingsReply['calendar'] }) {
  const [address, setAddress] = useState('');
  const setting = useCall(api.setBusyCalendar, changesCalls);
  const set = (next: string) =>
    setting.mutate({ body: { address: next } }, { onSuccess: () => setAddress('') });
  return (
    <form
      noValidate
      aria-label="Your own calendar"
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!setting.isPending && address.trim() !== '') set(address);
      }}
    >
      <p className="max-w-measure text-sm text-ink-soft">
        With your calendar’s secret address in iCal format, nobody can book a call when you’re busy. It’s read
        every 15 minutes; only the times are kept, not what they’re about.
      </p>
      {calendar?.problem && (
        <Alert tone="warning" title={`Your calendar at ${calendar.host} can’t be read.`} isUrgent={false}>
          {calendar.problem}{' '}
          {calendar.readAt
            ? `Your busy times are those of ${formatAgo(calendar.readAt)}.`
            : 'None of your busy times are known yet.'}
        </Alert>
      )}
      {calendar && !calendar.problem && (
        <p>
          Connected to <strong className="wrap-anywhere">{calendar.host}</strong>: {calendar.busyTimes} busy{' '}
          {calendar.busyTimes === 1 ? 'time' : 'times'} in the weeks ahead
          {calendar.readAt && <span>, read {formatAgo(calendar.readAt)}</span>}
          <span>.</span>
        </p>
      )}
      <Field
        label={calendar ? 'Another address' : 'Address of your calendar'}
        hint="It begins with https:// or webcal:// and usually ends in .ics."
      >
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={address}
          onChange={(event) => {
            setAddress(event.target.value);
            setting.reset();
          }}
        />
      </Field>
      <FailureAlert error={setting.error} fallback="Failed to set the address." />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="secondary"
          isPending={setting.isPending && setting.variables.body.address !== ''}
          pendingLabel="Reading it…"
        >
          Connect the calendar
        </Button>
        {calendar && (
          <Button
            variant="quiet"
            isPending={setting.isPending && setting.variables.body.address === ''}
            pendingLabel="Removing…"
            onClick={() => set('')}
          >
            Disconnect
          </Button>
        )}
      </div>
    </form>
  );
}
