import { studio } from '@atelier/content/studio.ts';
import { callTimeInWords } from '@atelier/domain/bookings/rules.ts';
import type { OfferedTimes, OwnBooking } from '@atelier/domain/bookings/schema.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { PublicPageHandle } from '../../../paint-first/handle.ts';
import { ApiError, failureMessage } from '../../lib/api/api-error.ts';
import { Button, ButtonLink, Spinner } from '../../ui/button.tsx';
import { Alert, ScriptNote } from '../../ui/feedback/alert.tsx';
import { ownZone } from './call-times.ts';
import { TimeChoice } from './time-choice.tsx';

export const handle: PublicPageHandle = { comesAlive: 'after-load' };

export const meta = () => [{ title: `Your call · ${studio.name}` }, { name: 'robots', content: 'noindex' }];

type Found =
  | { status: 'waiting' }
  | { status: 'missing' }
  | { status: 'failed'; error: unknown }
  | { status: 'found'; call: OwnBooking; offered: OfferedTimes };

const TOKEN = /^#([\w-]{43})$/;

/** /call: where the link of a call's mails leads. Opening it changes nothing; a press does. */
export default function BookedCall() {
  const { hash } = useLocation();
  const [found, setFound] = useState<Found>({ status: 'waiting' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again
  useEffect(() => {
    let isGone = false;
    void lookUp(TOKEN.exec(hash)?.[1]).then((next) => !isGone && setFound(next));
    return () => {
      isGone = true;
    };
  }, [hash, attempt]);

  return (
    <div className="mx-auto grid w-full max-w-measure grid-cols-1 content-start gap-6 px-5 py-10 sm:py-16">
      <h1 className="text-3xl">Your call</h1>
      <div className="grid min-h-64 grid-cols-1 content-start gap-5 rounded-xl border border-rule bg-raised p-5 shadow-raised sm:p-8">
        <ScriptNote />
        {found.status === 'waiting' && (
          <p role="status" className="flex items-center gap-3">
            <Spinner />
            Loading your call…
          </p>
        )}
        {found.status === 'missing' && (
          <>
            <Alert tone="danger" title="This link doesn’t open a call.">
              The call is over, or part of the link is missing. Copy the whole link from the email.
            </Alert>
            <ButtonLink to="/contact" variant="secondary">
              Book another call
            </ButtonLink>
          </>
        )}
        {found.status === 'failed' && (
          <>
            <Alert tone="danger">{failureMessage(found.error, 'Couldn’t load your call.')}</Alert>
            <Button variant="secondary" onClick={() => setAttempt((before) => before + 1)}>
              Try again
            </Button>
          </>
        )}
        {found.status === 'found' && (
          <OwnCall token={TOKEN.exec(hash)?.[1] ?? ''} first={found.call} offered={found.offered} />
        )}
      </div>
    </div>
  );
}

/** Never rejects. */
async function lookUp(token: string | undefined): Promise<Found> {
  if (token === undefined) return { status: 'missing' };
  try {
    const { findOwn } = await import('./send-booking.ts');
    return { status: 'found', ...(await findOwn(token)) };
  } catch (error) {
    const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
    return isMissing ? { status: 'missing' } : { status: 'failed', error };
  }
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
  const [zone, setZone] = useState(ownZone);
  const [startsAt, setStartsAt] = useState<string>();
  const [notice, setNotice] = useState<ReactNode>();
  const [isPending, setPending] = useState(false);
  const top = useRef<HTMLDivElement>(null);

  const show = (next: Step) => {
    setNotice(undefined);
    setStep(next);
    top.current?.focus();
  };
  const run = async (work: () => Promise<OwnBooking>, done: string) => {
    setPending(true);
    setNotice(undefined);
    try {
      setCall(await work());
      setStep('shown');
      setNotice(<Alert tone="success">{done}</Alert>);
      top.current?.focus();
    } catch (error) {
      setNotice(<Alert tone="danger">{failureMessage(error, 'That didn’t work. Please try again.')}</Alert>);
      if (error instanceof ApiError && error.code === 'time_taken') {
        setStartsAt(undefined);
        const { findOwn } = await import('./send-booking.ts');
        const now = await findOwn(token).catch(() => undefined);
        if (now) setOffered(now.offered);
      }
    } finally {
      setPending(false);
    }
  };
  const move = async () => {
    if (startsAt === undefined) return setNotice(<Alert tone="danger">Choose a time.</Alert>);
    await run(async () => {
      const { moveOwn } = await import('./send-booking.ts');
      return moveOwn({ token, startsAt, zone });
    }, 'Your call has a new time. The confirmation is in your inbox.');
  };
  const cancel = () =>
    run(async () => {
      const { cancelOwn } = await import('./send-booking.ts');
      return cancelOwn(token);
    }, 'Your call is cancelled.');
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
      {call.status === 'booked' && !call.canChange && (
        <Alert tone="info">The call has begun, so it can’t be changed any more.</Alert>
      )}
      <div aria-live="polite" className="empty:hidden">
        {notice}
      </div>
      {step === 'moving' && times.length > 0 && (
        <TimeChoice times={times} zone={zone} onZone={setZone} value={startsAt} onChange={setStartsAt} />
      )}
      {step === 'moving' && times.length === 0 && (
        <Alert tone="info">No other time is free for now. Please write to {studio.email} instead.</Alert>
      )}
      {step === 'cancelling' && <p>Shall this call be cancelled? This can’t be undone.</p>}
      <div className="flex flex-wrap gap-3">
        {step === 'shown' && call.canMove && <Button onClick={() => show('moving')}>Move the call</Button>}
        {step === 'shown' && call.canChange && (
          <Button variant="secondary" onClick={() => show('cancelling')}>
            Cancel the call
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
        {!call.canChange && step === 'shown' && (
          <ButtonLink to="/contact" variant="secondary">
            Book another call
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
