import { milestoneProgress, nextMilestone } from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { type Estimate, formatPriceRange, formatSpan } from '@atelier/domain/onboarding/estimate.ts';
import type { ReactNode } from 'react';
import { milestoneAnchor } from '../../../features/milestones/milestone-anchor.ts';
import {
  DueDate,
  MilestoneProgress,
  MilestoneStatusBadge,
} from '../../../features/milestones/milestone-facts.tsx';
import { mailLink } from '../../../lib/contact-links.ts';
import { Link } from '../../../lib/pages/links.ts';
import { useTabLink } from '../../../lib/pages/tab-link.ts';
import { Card } from '../../../ui/card.tsx';

/** What the answers come to. It says in words that it is an estimate, not an offer. */
export function EstimateCard({ estimate }: { estimate: Estimate | null }) {
  return (
    <Card title="Estimate">
      {estimate ? (
        <Figures estimate={estimate} />
      ) : (
        <p className="text-ink-soft">None was made for this brief.</p>
      )}
    </Card>
  );
}

function Figures({ estimate }: { estimate: Estimate }) {
  const { low, high, monthlyLow, monthlyHigh, minDays, maxDays, openEnded } = estimate;
  const span = formatSpan({ minDays, maxDays, open: openEnded });
  return (
    <>
      <dl className="grid grid-cols-1 gap-4">
        {high > 0 && (
          <div>
            <dt className="text-sm text-ink-faint">To build it</dt>
            <dd className="font-display text-xl font-semibold tabular-nums">{formatPriceRange(low, high)}</dd>
          </div>
        )}
        {monthlyHigh > 0 && (
          <div>
            <dt className="text-sm text-ink-faint">Ongoing care</dt>
            <dd className="tabular-nums">{formatPriceRange(monthlyLow, monthlyHigh)} a month</dd>
          </div>
        )}
        <div>
          <dt className="text-sm text-ink-faint">Time</dt>
          <dd>{span}</dd>
        </div>
      </dl>
      <p className="text-sm text-ink-faint">
        An estimate from the answers in the brief, not an offer. Your contract sets the final price.
      </p>
    </>
  );
}

/** Decision makers shown before the rest are counted; the brief below has them all. */
const SHOWN_NAMES = 5;

/** Who is in a project. What is unknown is left out. */
export function PeopleCard({
  people,
  decisionMakers,
}: {
  people: readonly { label: string; value: ReactNode }[];
  decisionMakers: readonly { name: string; role: string }[];
}) {
  const deciding = decisionMakers.filter(({ name, role }) => name || role);
  return (
    <Card title="People" className="print:hidden">
      <dl className="grid grid-cols-1 gap-4">
        {people.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-sm text-ink-faint">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
        {deciding.length > 0 && (
          <div>
            <dt className="text-sm text-ink-faint">Who decides</dt>
            {deciding.slice(0, SHOWN_NAMES).map(({ name, role }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: what was typed may repeat, and never moves
              <dd key={index} className="wrap-anywhere">
                {name || role}
                {name && role && <span className="text-ink-soft">, {role}</span>}
              </dd>
            ))}
            {deciding.length > SHOWN_NAMES && (
              <dd className="text-ink-soft">and {deciding.length - SHOWN_NAMES} more, in the brief</dd>
            )}
          </div>
        )}
      </dl>
    </Card>
  );
}

/** An address to write to. */
export function MailAddress({ address }: { address: string }) {
  return (
    <a
      href={mailLink(address)}
      className="underline decoration-edge underline-offset-4 hover:decoration-accent"
    >
      {address}
    </a>
  );
}

/** The progress of the plan and its next milestone. Renders nothing without a published plan. */
export function ProgressCard({
  milestones,
  isAccepted,
}: {
  milestones: readonly Milestone[];
  isAccepted: boolean;
}) {
  const linkTo = useTabLink();
  if (milestones.length === 0) return null;
  const next = nextMilestone(milestones);
  const { approved } = milestoneProgress(milestones);
  return (
    <Card title="Where it stands" className="print:hidden">
      <MilestoneProgress milestones={milestones} />
      {next ? (
        <div className="grid gap-1">
          <p className="text-sm text-ink-faint">{approved === 0 ? 'First milestone' : 'Next milestone'}</p>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <Link
              to={linkTo('milestones', milestoneAnchor(next._id))}
              className="min-w-0 font-semibold wrap-anywhere"
            >
              {next.title}
            </Link>
            <MilestoneStatusBadge status={next.status} />
          </p>
          <p className="text-sm text-ink-soft">
            {next.due && 'Due '}
            <DueDate milestone={next} isAccepted={isAccepted} />
          </p>
        </div>
      ) : (
        <p className="text-ink-soft">Every milestone is done.</p>
      )}
    </Card>
  );
}
