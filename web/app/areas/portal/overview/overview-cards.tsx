import { milestoneAnchor, milestoneProgress, nextMilestone } from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { type Estimate, formatPriceRange, formatSpan } from '@atelier/domain/onboarding/estimate.ts';
import { requestAnchor } from '@atelier/domain/pages.ts';
import type { ProjectTabName } from '@atelier/domain/project-parts.ts';
import type { ProjectSide } from '@atelier/domain/projects/rules.ts';
import { WAITING_NAMED } from '@atelier/domain/projects/waiting.ts';
import type { ClientRequest } from '@atelier/domain/requests/schema.ts';
import { ChevronRight, CircleCheck } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import {
  DueDate,
  MilestoneProgress,
  MilestoneStatusBadge,
} from '../../../features/milestones/milestone-facts.tsx';
import { calendarParts } from '../../../lib/format.ts';
import { late } from '../../../lib/late.tsx';
import { Link } from '../../../lib/pages/links.ts';
import { useTabLink } from '../../../lib/pages/project-view.ts';
import { Card } from '../../../ui/card.tsx';
import { mailLink } from '../../../ui/contact-links.tsx';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { Skeleton, SkeletonList } from '../../../ui/feedback/placeholders.tsx';
import type { BriefView as WholeBrief } from './brief-view.tsx';

/** The estimate, which says that it is no offer. */
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
  side,
}: {
  milestones: readonly Milestone[];
  isAccepted: boolean;
  side: ProjectSide;
}) {
  const linkTo = useTabLink();
  if (milestones.length === 0) return null;
  const next = nextMilestone(milestones);
  const { approved } = milestoneProgress(milestones);
  return (
    <Card title="Where it stands" className="print:hidden">
      <MilestoneProgress milestones={milestones} />
      {next ? (
        <div className="flex items-center gap-4">
          {next.due && <CalendarLeaf day={next.due} />}
          <div className="grid min-w-0 gap-1">
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
              {next.due && <span>Due </span>}
              <DueDate milestone={next} isAccepted={isAccepted} side={side} />
            </p>
          </div>
        </div>
      ) : (
        <p className="text-ink-soft">Every milestone is done.</p>
      )}
    </Card>
  );
}

/** A day as a leaf of a calendar. Decoration: the words beside it have the date. */
function CalendarLeaf({ day }: { day: string }) {
  const { month, dayOfMonth } = calendarParts(day);
  return (
    <span
      aria-hidden="true"
      className="grid w-16 shrink-0 self-start overflow-hidden rounded-md border border-rule bg-paper text-center"
    >
      <span className="bg-accent-soft py-0.5 text-xs font-semibold text-on-accent-soft">{month}</span>
      <span className="py-1.5 font-display text-xl font-semibold tabular-nums">{dayOfMonth}</span>
    </span>
  );
}

/** A task for the reader, and where it's done. */
export interface WaitingRow {
  key: string;
  title: string;
  /** What it is about. May quote long user input. */
  detail: string;
  /** The tab to do it in, and the anchor there. */
  tab: ProjectTabName;
  anchor?: string;
}

/** Rows of one kind; from one more on, the last row counts the rest. */
export const MOST_ROWS = WAITING_NAMED;

/** The first few of one kind, then one row that leads to all of them. */
export function shorten(items: readonly WaitingRow[], rest: (count: number) => WaitingRow): WaitingRow[] {
  if (items.length <= MOST_ROWS) return [...items];
  return [...items.slice(0, MOST_ROWS - 1), rest(items.length - MOST_ROWS + 1)];
}

/** Rows for requests with a status, each of which leads to its place further down. */
export function requestRows<R extends Pick<ClientRequest, 'id' | 'status'>>(
  requests: readonly R[],
  status: R['status'],
  { row, rest }: { row: (request: R) => Pick<WaitingRow, 'title' | 'detail'>; rest: string },
): WaitingRow[] {
  const rows = requests
    .filter((request) => request.status === status)
    .map(
      (request): WaitingRow => ({
        ...row(request),
        key: request.id,
        tab: 'overview',
        anchor: requestAnchor(request.id),
      }),
    );
  return shorten(rows, (count) => ({
    ...(rows.at(-count) as WaitingRow),
    title: `${count} more ${rest}`,
    detail: 'They’re all in the list below.',
  }));
}

/** `1 file`, `3 files` */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

/** In place of the cards until all of them can be shown: one that comes later would move those below it. */
export function OverviewSkeleton() {
  return (
    <div role="status" className="grid grid-cols-1 gap-5">
      <span className="sr-only">Checking what needs you…</span>
      <Skeleton className="h-36 w-full rounded-lg" />
      <Skeleton className="h-80 w-full rounded-lg" />
    </div>
  );
}

/** The part of a query that the card needs. */
export interface Asked {
  isPending: boolean;
  error: unknown;
  refetch: () => unknown;
}

/** What waits for the reader, each a link to its place. `quiet` is shown when nothing waits. */
export function WaitingCard({
  items,
  asked,
  quiet,
}: {
  items: readonly WaitingRow[];
  /** The questions whose answers `items` was made of. */
  asked: readonly Asked[];
  quiet: string;
}) {
  const failed = asked.filter(({ error }) => error);
  const isPending = asked.some((question) => question.isPending);
  return (
    <Card title="Waiting for you" className="print:hidden">
      {failed.length > 0 && (
        <LoadFailure
          error={failed[0]?.error}
          fallback="Failed to load what needs you."
          onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))}
        />
      )}
      {isPending ? (
        <SkeletonList label="Checking what needs you…" rows={2} />
      ) : (
        <>
          {items.length > 0 && (
            <ul className="-my-3 grid grid-cols-1 divide-y divide-rule">
              {items.map((item) => (
                <Row key={item.key} item={item} />
              ))}
            </ul>
          )}
          {items.length === 0 && failed.length === 0 && (
            <p className="flex items-start gap-3 text-ink-soft">
              <CircleCheck aria-hidden="true" className="mt-1 size-4.5 shrink-0 text-success" />
              {quiet}
            </p>
          )}
        </>
      )}
    </Card>
  );
}

function Row({ item: { title, detail, tab, anchor } }: { item: WaitingRow }) {
  const linkTo = useTabLink();
  return (
    <li>
      <Link
        to={linkTo(tab, anchor)}
        className="group -mx-2 grid min-h-11 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-md px-2 py-3 no-underline"
      >
        <span aria-hidden="true" className="size-2.5 rounded-full bg-accent" />
        <span className="grid min-w-0 gap-0.5">
          <span className="font-semibold wrap-anywhere group-hover:underline">{title}</span>
          <span className="line-clamp-2 text-sm wrap-anywhere text-ink-soft">{detail}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 text-ink-faint" />
      </Link>
    </li>
  );
}

/** The brief, whose code comes late: it is the last part of both overviews, so that nothing moves when it arrives. */
export const BriefView = late<ComponentProps<typeof WholeBrief>>(
  async () => ({ default: (await import('./brief-view.tsx')).BriefView }),
  <Skeleton className="h-80 w-full rounded-lg" />,
);
