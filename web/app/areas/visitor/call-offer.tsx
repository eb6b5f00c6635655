import { callOffer } from '@atelier/content/calls.ts';
import type { api } from '@atelier/domain/api.ts';
import type { OfferedTimes } from '@atelier/domain/bookings/schema.ts';
import { CALL_ANCHOR } from '@atelier/domain/pages.ts';
import { type ComponentType, useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';

/** Compared with the table by the compiler, which the page does without. */
const TIMES: `/api${(typeof api)['listOfferedTimes']['path']}` = '/api/calls/times';

type Scheduler = ComponentType<{ offered: OfferedTimes }>;

/** What the page knows of calls: nothing at first, then whether the studio offers any. */
export function useCallOffer() {
  const [offered, setOffered] = useState<OfferedTimes>();
  const [Scheduler, setScheduler] = useState<Scheduler>();
  const [isLoading, setLoading] = useState(false);

  useEffect(() => {
    let isGone = false;
    // Without an answer the page stays as it is: the form works by itself.
    // The product's client would come with the validation library, which only a visitor who books needs.
    fetch(TIMES)
      .then((reply) => (reply.ok ? (reply.json() as Promise<OfferedTimes>) : undefined))
      .then((found) => !isGone && setOffered(found))
      .catch(() => {});
    return () => {
      isGone = true;
    };
  }, []);

  // A link to the calendar opens it.
  const isAsked = offered?.isOffered === true && window.location.hash === `#${CALL_ANCHOR}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known that calls are offered
  useEffect(() => {
    if (isAsked) void open();
  }, [isAsked]);

  const open = async () => {
    setLoading(true);
    const loaded = await import('../../features/bookings/call-scheduler.tsx').catch(() => undefined);
    setLoading(false);
    if (loaded) setScheduler(() => loaded.default);
  };
  return { offered: offered?.isOffered ? offered : undefined, Scheduler, isLoading, open };
}

/** The button that shows where to book a call. Its line is there before it is known whether calls are offered, so that nothing moves. */
export function CallButton({
  isOffered,
  isOpen,
  isLoading,
  onOpen,
}: {
  isOffered: boolean;
  isOpen: boolean;
  isLoading: boolean;
  onOpen: () => void;
}) {
  return (
    <div className="min-h-11">
      {isOffered && !isOpen && (
        <Button variant="secondary" isPending={isLoading} pendingLabel="One moment…" onClick={onOpen}>
          {callOffer.heading}
        </Button>
      )}
    </div>
  );
}
