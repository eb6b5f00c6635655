import { studio } from '@atelier/content/studio.ts';
import { LAST_STEP } from '@atelier/domain/onboarding/brief.ts';
import type { Prefill } from '@atelier/domain/onboarding/schema.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Location, useLocation, useSearchParams } from 'react-router';
import { useCall } from '../../lib/api/use-call.ts';
import { useSession } from '../../lib/session/session.ts';
import {
  discardPendingSubmission,
  type PendingSubmission,
  sendPendingSubmission,
} from '../../lib/storage/pending-submission.ts';
import { Skeleton } from '../../ui/feedback/placeholders.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { keepLocalCopy } from './draft/local-brief.ts';
import { readLocalCopy } from './draft/local-copy.ts';
import { type Opening, resolveOpening } from './draft/opening.ts';
import { parseStartParameters, type StartParameters, settledQuery } from './draft/start-parameters.ts';
import { earlierSaves } from './draft/use-draft.ts';
import { browserTimeZone } from './fields/time-questions.tsx';
import { getStart } from './onboarding.queries.ts';
import { WizardTitle } from './wizard/notices.tsx';
import { Wizard } from './wizard/wizard.tsx';

export const meta = () => [{ title: `Start a project · ${studio.name}` }];

const hasParameters = ({ search }: Location) => /[?&](fresh|features|type)=/.test(search);

/** /start: the onboarding wizard. A link with parameters restarts it, also while it is open. */
export default function Start() {
  const session = useSession();
  const location = useLocation();
  const [visit, setVisit] = useState(location);
  if (location.key !== visit.key && hasParameters(location)) setVisit(location);
  if (session.status !== 'signed-in') return null;
  const parameters = parseStartParameters(new URLSearchParams(visit.search));
  return <StartVisit key={visit.key} {...{ visit: visit.key, parameters, userId: session.user.id }} />;
}

/** Reopens a finished brief that the server refused, unless the device holds another draft. */
function reopenPending(pending: PendingSubmission): void {
  if (readLocalCopy().local) return;
  const { userId, id, final } = pending;
  const sync = { userId, revision: 0, unsent: true, unanswered: [] };
  if (keepLocalCopy({ data: final, step: LAST_STEP, onboardingId: id }, sync))
    discardPendingSubmission(pending);
}

/** The wizard opens without the server's reply after this long, in ms. */
const PATIENCE_MS = 2_000;

function useIsOver(ms: number): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isOver;
}

/**
 * Sends a pending finished brief, once a visit, then fetches the draft: the reply shows what the
 * submission made of it. A pending save of an earlier wizard comes first.
 */
function useServerDraft(visit: string, onRefused: (pending: PendingSubmission) => void) {
  const { mutate, isSuccess, isError } = useCall(async () => {
    await earlierSaves();
    const sent = await sendPendingSubmission();
    if (sent.kind === 'refused') onRefused(sent.pending);
  });
  useEffect(() => mutate(), [mutate]);
  return useQuery({
    queryKey: ['onboarding-start', visit],
    queryFn: getStart,
    enabled: isSuccess || isError,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

interface VisitProps {
  visit: string;
  parameters: StartParameters;
  userId: string;
}

/**
 * Fetches the draft and opens the wizard. A failed or slow look-up counts as no draft
 * (specification section 4): the wizard opens with the local copy, or the defaults, and keeps
 * asking.
 */
function StartVisit({ visit, parameters, userId }: VisitProps) {
  const [, setSearch] = useSearchParams();
  const isOpen = useRef(false);
  const found = useServerDraft(visit, (pending) => {
    if (!isOpen.current) reopenPending(pending);
  });
  const isLate = useIsOver(PATIENCE_MS);
  const [opened, setOpened] = useState<{ opening: Opening; count: number }>();
  const openWith = (project: Project | null | undefined, prefill?: Prefill | null) => {
    isOpen.current = true;
    const { local, sync } = readLocalCopy();
    const opening = resolveOpening({
      project,
      prefill,
      local,
      sync,
      parameters,
      userId,
      timezone: browserTimeZone(),
    });
    setOpened((before) => ({ opening, count: (before?.count ?? 0) + 1 }));
    return opening;
  };
  // The local copy is read here, not while rendering, and before the next paint.
  const isReady = isLate || !found.isPending;
  const open = useEffectEvent(() => {
    if (!isOpen.current) openWith(found.data?.onboarding, found.data?.prefill);
  });
  useLayoutEffect(() => {
    if (isReady) open();
  }, [isReady]);
  const onLateDraft = (draft: Project) => {
    const { step } = openWith(draft);
    setSearch((query) => settledQuery(query, step), { replace: true, preventScrollReset: true });
    showToast('Found your saved brief.');
  };
  if (opened) {
    const { opening, count } = opened;
    return <Wizard key={count} {...{ opening, parameters, userId, onLateDraft }} />;
  }
  return (
    <div className="grid gap-3">
      <WizardTitle intent={parameters.intent} />
      <WizardSkeleton />
    </div>
  );
}

function WizardSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Looking for your saved brief…</span>
      <Skeleton className="h-11 w-full" />
      <div className="grid gap-3 sm:grid-cols-3">
        <Skeleton className="h-36" />
        <Skeleton className="h-36" />
        <Skeleton className="h-36" />
      </div>
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
