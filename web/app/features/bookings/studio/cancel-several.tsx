import { api } from '@atelier/domain/api.ts';
import { callTimeInWords, MAX_CANCELLED_AT_ONCE } from '@atelier/domain/bookings/rules.ts';
import type { Booking } from '@atelier/domain/bookings/schema.ts';
import { useState } from 'react';
import { useCall } from '../../../lib/api/use-call.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/choices.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { ownZone } from '../call-times.ts';
import { changesCalls } from './bookings.queries.ts';

/** Cancels several calls at once; nothing where there is one at most. */
export function CancelSeveral({ bookings }: { bookings: readonly Booking[] }) {
  const [isOpen, setOpen] = useState(false);
  if (bookings.length < 2 && !isOpen) return null;
  return (
    <>
      <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        Cancel several…
      </Button>
      {isOpen && <CancelDialog bookings={bookings} onClose={() => setOpen(false)} />}
    </>
  );
}

function CancelDialog({ bookings, onClose }: { bookings: readonly Booking[]; onClose: () => void }) {
  const cancelling = useCall(api.cancelBookings, changesCalls);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [note, setNote] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  // What was cancelled elsewhere meanwhile isn't cancelled here.
  const ids = bookings.map(({ id }) => id).filter((id) => chosen.has(id));
  const unconfirmed = bookings.filter(({ status }) => status === 'unconfirmed').map(({ id }) => id);
  const choose = (some: readonly string[], isIn: boolean) =>
    setChosen((before) => {
      const rest = [...before].filter((id) => !some.includes(id));
      return new Set(isIn ? [...rest, ...some] : rest);
    });
  const submit = () => {
    setIsChecked(true);
    if (ids.length === 0) return;
    cancelling.mutate({ body: { ids: ids.slice(0, MAX_CANCELLED_AT_ONCE), note } }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Cancel several calls"
      description="Whoever had confirmed gets one email. The others never confirmed, so they get none. This can’t be undone."
      submitLabel={ids.length === 1 ? 'Cancel 1 call' : `Cancel ${ids.length} calls`}
      closeLabel="Keep them"
      pendingLabel="Cancelling…"
      change={cancelling}
      fallback="Failed to cancel the calls."
      onSubmit={submit}
    >
      {unconfirmed.length > 1 && unconfirmed.length < bookings.length && (
        <Checkbox
          label={`All ${unconfirmed.length} that nobody has confirmed`}
          checked={unconfirmed.every((id) => chosen.has(id))}
          onChange={(event) => choose(unconfirmed, event.target.checked)}
        />
      )}
      <Checkbox
        label={`All ${bookings.length}`}
        checked={ids.length === bookings.length}
        onChange={(event) =>
          choose(
            bookings.map(({ id }) => id),
            event.target.checked,
          )
        }
      />
      <fieldset className="grid grid-cols-1 gap-2 border-t border-rule pt-3">
        <legend className="sr-only">Calls to cancel</legend>
        {bookings.map(({ id, name, email, startsAt, status }) => (
          <Checkbox
            key={id}
            label={`${name}, ${callTimeInWords(startsAt, ownZone())}`}
            description={status === 'unconfirmed' ? `${email} · not confirmed` : email}
            checked={chosen.has(id)}
            onChange={(event) => choose([id], event.target.checked)}
          />
        ))}
      </fieldset>
      {isChecked && ids.length === 0 && (
        <p role="alert" className="text-sm text-danger">
          Choose the calls to cancel.
        </p>
      )}
      <Field label="Your words to those who had confirmed" isOptional>
        <Textarea rows={3} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
