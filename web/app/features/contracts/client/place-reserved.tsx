import { stepsAfterAcceptance } from '@atelier/content/next-steps.ts';
import type { Contract } from '@atelier/domain/contracts/schema.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useTabLink } from '../../../lib/pages/project-view.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { NumberedSteps } from '../../../ui/numbered-steps.tsx';
import { SafeLink } from '../../../ui/safe-link.tsx';

/** Draws itself: the circle, then the tick. */
function DrawnTick() {
  return (
    <svg
      viewBox="0 0 64 64"
      fill="none"
      stroke="currentColor"
      strokeWidth="4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="size-18 text-success"
    >
      <path
        d="M32 4a28 28 0 1 1 0 56a28 28 0 1 1 0-56"
        className="animate-draw [--length:176] [animation-duration:600ms]"
      />
      <path
        d="M20 33.5l8.5 8.5L45 24"
        className="animate-draw [--length:38] [animation-delay:500ms] [animation-duration:350ms]"
      />
    </svg>
  );
}

/** Confirms an acceptance, and says what happens next. */
export function PlaceReserved({
  contract,
  headingId,
  hasPlan,
}: {
  contract: Contract;
  headingId: string;
  /** Whether there are milestones to look at. */
  hasPlan: boolean;
}) {
  const linkTo = useTabLink();
  return (
    <div className="grid grid-cols-1 gap-7 rounded-lg border border-rule bg-raised p-5 sm:p-8">
      <div className="grid justify-items-center gap-4 text-center">
        <DrawnTick />
        <h2 id={headingId} className="text-2xl">
          Your place is reserved
        </h2>
        <div className="grid gap-1">
          <AcceptedWords contract={contract} />
          <p className="text-ink-soft">A copy of the contract and the record is in your inbox.</p>
        </div>
      </div>
      <div className="grid grid-cols-1 gap-4 border-t border-rule pt-6">
        <h3 className="text-base">What happens next</h3>
        <NumberedSteps steps={stepsAfterAcceptance(contract.terms?.plan.parts)} isRow />
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {hasPlan && <ButtonLink to={linkTo('milestones')}>See the plan</ButtonLink>}
        <RecordLink contract={contract} />
      </div>
    </div>
  );
}

/** Which version was accepted, by whom and when. */
export function AcceptedWords({ contract }: { contract: Contract }) {
  return (
    <>
      <p className="font-semibold">Version {contract.version} is accepted.</p>
      <p className="text-ink-soft">
        {contract.acceptedName && (
          <span>
            By <bdi className="wrap-anywhere">{contract.acceptedName}</bdi>,{' '}
          </span>
        )}
        <span>{formatDateTime(contract.acceptedAt)}.</span>
      </p>
    </>
  );
}

export function RecordLink({ contract }: { contract: Contract }) {
  return (
    contract.recordUrl && (
      <SafeLink href={contract.recordUrl} className="inline-flex min-h-11 items-center">
        Download the record of acceptance
      </SafeLink>
    )
  );
}
