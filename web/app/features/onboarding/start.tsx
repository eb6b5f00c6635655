import { studio } from '@atelier/content/studio.ts';
import { LAST_STEP } from '@atelier/domain/onboarding.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Location, useLocation } from 'react-router';
import {
  discardPendingSubmission,
  type PendingSubmission,
  sendPendingSubmission,
} from '../../lib/pending-submission.ts';
import { useSession } from '../../lib/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { keepLocalCopy, readLocalCopy } from './draft/local-copy.ts';
import { type Opening, resolveOpening } from './draft/opening.ts';
import { parseStartParameters, type StartParameters } from './draft/start-parameters.ts';
import { earlierSaves } from './draft/use-draft.ts';
import { browserTimeZone } from './fields/time-zones.ts';
import { getMyOnboarding } from './get-my-onboarding.ts';
import { Greeting } from './wizard/greeting.tsx';
import { Wizard } from './wizard/wizard.tsx';

export const meta = () => [{ title: `Start a project · ${studio.name}` }];

const usesUp = ({ search }: Location) => /[?&](fresh|features|type)=/.test(search);

/** The onboarding wizard. A link to it with parameters begins it anew, also while it is open. */
export default function Start() {
  const session = useSession();
  const location = useLocation();
  const [visit, setVisit] = useState(location);
  if (location.key !== visit.key && usesUp(location)) setVisit(location);
  if (session.status !== 'signed-in') return null;
  const parameters = parseStartParameters(new URLSearchParams(visit.search));
  return <StartVisit key={visit.key} {...{ visit: visit.key, parameters, userId: session.user.id }} />;
}

/** A finished brief that the server does not take as it is goes back into the wizard, unless another one is there. */
function takeBack(pending: PendingSubmission): void {
  if (readLocalCopy().local) return;
  const { userId, id, final } = pending;
  const sync = { userId, revision: 0, unsent: true, unanswered: [] };
  if (keepLocalCopy({ data: final, step: LAST_STEP, onboardingId: id }, sync))
    discardPendingSubmission(pending);
}

interface VisitProps {
  visit: string;
  parameters: StartParameters;
  userId: string;
}

/** Looks for the server's draft and opens the wizard, with what this device kept where the server does not answer. */
function StartVisit({ visit, parameters, userId }: VisitProps) {
  const [isWithoutServer, setIsWithoutServer] = useState(false);
  const found = useQuery({
    queryKey: ['onboarding-start', visit],
    queryFn: async () => {
      await earlierSaves();
      const sent = await sendPendingSubmission();
      if (sent.kind === 'refused') takeBack(sent.pending);
      return getMyOnboarding();
    },
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [opening, setOpening] = useState<Opening>();
  if (!opening && !found.isPending) {
    const { local, sync } = readLocalCopy();
    const project = found.data;
    const next = resolveOpening({ project, local, sync, parameters, userId, timezone: browserTimeZone() });
    if (project !== undefined || isWithoutServer || next.source === 'device') setOpening(next);
  }
  if (opening) return <Wizard {...{ opening, parameters, userId }} />;
  return (
    <div className="grid gap-8">
      <Greeting intent={parameters.intent} />
      {found.isPending ? (
        <WizardSkeleton />
      ) : (
        <LookupFailed
          isLooking={found.isFetching}
          onRetry={() => void found.refetch()}
          onBegin={() => setIsWithoutServer(true)}
        />
      )}
    </div>
  );
}

function LookupFailed({
  isLooking,
  onRetry,
  onBegin,
}: {
  isLooking: boolean;
  onRetry: () => void;
  onBegin: () => void;
}) {
  return (
    <Alert
      tone="danger"
      title="Your saved brief could not be looked up"
      action={
        <div className="flex flex-wrap gap-3">
          <Button size="sm" isPending={isLooking} pendingLabel="Looking again…" onClick={onRetry}>
            Try again
          </Button>
          <Button size="sm" variant="secondary" onClick={onBegin}>
            Begin without it
          </Button>
        </div>
      }
    >
      The server did not answer. If you have a draft it is safe; if you begin without it, you can choose
      between both later.
    </Alert>
  );
}

function WizardSkeleton() {
  return (
    <div role="status" className="grid gap-8">
      <span className="sr-only">Looking for your saved brief…</span>
      <Skeleton className="h-11 w-full" />
      <div className="grid gap-3 sm:grid-cols-3">
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </div>
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
