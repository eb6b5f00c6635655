import { callOffer } from '@atelier/content/calls.ts';
import { studio } from '@atelier/content/studio.ts';
import { CONFIRM_HOURS, callTimeInWords } from '@atelier/domain/bookings/rules.ts';
import type { OfferedTimes, OwnBooking } from '@atelier/domain/bookings/schema.ts';
import { type ReactNode, useRef, useState } from 'react';
import type { PublicPageHandle } from '../../../paint-first/handle.ts';
import { ApiError, failureMessage } from '../../lib/api/api-error.ts';
import { loadNow } from '../../lib/arrive.ts';
import { landOn } from '../../lib/pages/land-on.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { MailLinkPage } from '../../ui/mail-link-page.tsx';
import { ownZone } from './call-times.ts';
import { TimeChoice } from './time-choice.tsx';

export const handle: PublicPageHandle = { comesAlive: 'after-load' };

export const meta = () => [{ title: `Your call · ${studio.name}` }, { name: 'robots', content: 'noindex' }];

/** /call: where the link of a call's mails leads. */
export default function BookedCall() {
  return (
    <MailLinkPage
      title="Your call"
      address="/call"
      lookUp={findByLink}
      waitingText="Loading your call…"
      failedText="Couldn’t load your call."
      missing={
        <>
          <Alert tone="danger" title="This link doesn’t open a call.">
            The call is over, or part of the link is missing. Copy the whole link from the email.
          </Alert>
          <ButtonLink to="/contact" variant="secondary" className="justify-self-start">
            Book another call
          </ButtonLink>
        </>
      }
    >
      {({ call, offered }, token) => <OwnCall key={token} token={token} first={call} offered={offered} />}
    </MailLinkPage>
  );
}

async function findByLink(token: string): Promise<{ call: OwnBooking; offered: OfferedTimes }> {
  const { findOwn } = await loadNow(() => import('./send-booking.ts'));
  return findOwn(token);
}

type Step = 'shown' | 'moving' | 'cancelling';

/** A call, and what its visitor does with it. */
function OwnCall({
  token,
  first,
  offered: firstOffered,
}: {
  token: string;
  first: OwnBooking;
  offered: OfferedTimes;
}) {
  const [call, setCall] = useState(first);
  const [offered, setOffered] = useState(firstOffered);
  const [step, setStep] = useState<Step>('shown');
  // Its own time is gone: another has to be chosen.
  const isTaken = call.canConfirm && !offered.times.includes(call.startsAt);
  const [zone, setZone] = useState(ownZone);
  const [startsAt, setStartsAt] = useState<string>();
  const [notice, setNotice] = useState<ReactNode>();
  const [isPending, setPending] = useState(false);
  const top = useRef<HTMLDivElement>(null);

  const show = (next: Step) => {
    setNotice(undefined);
    setStep(next);
    landOn(top.current);
  };
  const run = async (work: () => Promise<OwnBooking>, done: string) => {
    setPending(true);
    setNotice(undefined);
    try {
      setCall(await work());
      setStep('shown');
      setNotice(<Alert tone="success">{done}</Alert>);
      landOn(top.current);
    } catch (error) {
      setNotice(<Alert tone="danger">{failureMessage(error, 'That didn’t work. Please try again.')}</Alert>);
      if (error instanceof ApiError && error.code === 'time_taken') {
        setStartsAt(undefined);
        const now = await findByLink(token).catch(() => undefined);
        if (now) setOffered(now.offered);
      }
    } finally {
      setPending(false);
    }
  };
  const move = async () => {
    if (startsAt === undefined) return setNotice(<Alert tone="danger">Choose a time.</Alert>);
    await run(async () => {
      const { moveOwn } = await loadNow(() => import('./send-booking.ts'));
      return moveOwn({ token, startsAt, zone });
    }, 'Your call has a new time. The confirmation is in your inbox.');
  };
  const confirm = async () => {
    if (isTaken && startsAt === undefined) return setNotice(<Alert tone="danger">Choose a time.</Alert>);
    await run(async () => {
      const { confirmOwn } = await loadNow(() => import('./send-booking.ts'));
      return confirmOwn({ token, ...(startsAt === undefined ? {} : { startsAt, zone }) });
    }, callOffer.booked);
  };
  const cancel = () =>
    run(async () => {
      const { cancelOwn } = await loadNow(() => import('./send-booking.ts'));
      return cancelOwn(token);
    }, 'Your call is cancelled.');
  const isChoosing = step === 'moving' || (isTaken && step === 'shown');
  const canConfirm = call.canConfirm && step === 'shown' && (!isTaken || offered.times.length > 0);
  const times = offered.times.filter((time) => time !== call.startsAt);

  return (
    <div ref={top} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      <p>
        <strong className="text-lg">{callTimeInWords(call.startsAt, zone)}</strong>
        <br />
        <span className="text-ink-soft">
          Your time zone: {zone.replaceAll('_', ' ')}. The call with {studio.name} takes{' '}
          {Math.round((Date.parse(call.endsAt) - Date.parse(call.startsAt)) / 60_000)} minutes.
        </span>
      </p>
      {call.place && call.status === 'booked' && <p className="wrap-anywhere">Where: {call.place}</p>}
      {call.status === 'cancelled' && !notice && <Alert tone="info">This call is cancelled.</Alert>}
      {call.canConfirm && !isTaken && step === 'shown' && <p>One press, and this call is booked.</p>}
      {isTaken && (
        <Alert tone="info" isUrgent={false}>
          Someone else has this time now. Choose another, and the call is booked.
        </Alert>
      )}
      {call.status === 'unconfirmed' && !call.canConfirm && (
        <Alert tone="info" isUrgent={false}>
          This link worked for {CONFIRM_HOURS} hours, and the call wasn’t confirmed. Nothing is booked.
        </Alert>
      )}
      {call.status === 'booked' && !call.canChange && (
        <Alert tone="info">The call has begun, so it can’t be changed any more.</Alert>
      )}
      <div aria-live="polite" className="empty:hidden">
        {notice}
      </div>
      {isChoosing && times.length > 0 && (
        <TimeChoice times={times} zone={zone} onZone={setZone} value={startsAt} onChange={setStartsAt} />
      )}
      {isChoosing && times.length === 0 && (
        <Alert tone="info">No other time is free for now. Please write to {studio.email} instead.</Alert>
      )}
      {step === 'cancelling' && <p>Shall this call be cancelled? This can’t be undone.</p>}
      <div className="flex flex-wrap gap-3">
        {canConfirm && (
          <Button isPending={isPending} pendingLabel="Booking…" onClick={confirm}>
            {isTaken ? 'Book this time' : 'Confirm the call'}
          </Button>
        )}
        {step === 'shown' && call.canMove && <Button onClick={() => show('moving')}>Move the call</Button>}
        {step === 'shown' && (call.canChange || call.canConfirm) && (
          <Button variant="secondary" onClick={() => show('cancelling')}>
            {call.canConfirm ? 'I don’t want this call' : 'Cancel the call'}
          </Button>
        )}
        {step === 'moving' && times.length > 0 && (
          <Button isPending={isPending} pendingLabel="Moving…" onClick={move}>
            Move to this time
          </Button>
        )}
        {step === 'cancelling' && (
          <Button variant="danger" isPending={isPending} pendingLabel="Cancelling…" onClick={cancel}>
            Cancel the call
          </Button>
        )}
        {step !== 'shown' && (
          <Button variant="secondary" onClick={() => show('shown')}>
            Back
          </Button>
        )}
        {!call.canChange && !call.canConfirm && step === 'shown' && (
          <ButtonLink to="/contact" variant="secondary">
            Book another call
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
