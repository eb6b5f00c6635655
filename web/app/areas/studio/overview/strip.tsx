import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import { PAGES, type PageAddress } from '@atelier/domain/pages.ts';
import { WAITING_LIMIT } from '@atelier/domain/projects/rules.ts';
import type { Overview } from '@atelier/domain/projects/schema.ts';
import type { ReactNode } from 'react';
import { Link } from '../../../lib/pages/links.ts';
import { sumOf } from './metrics/metric-values.ts';
import { WAITING_IDS } from './waiting-sheet.tsx';

/** The studio in four figures, each with the year behind it and a link to what it counts. */
export function Strip({ overview: { activeProjects, waiting, months } }: { overview: Overview }) {
  const unanswered = waiting.answers.length + waiting.enquiries.total;
  const isCut = waiting.answers.length >= WAITING_LIMIT;
  const isOverdueCut = waiting.overdue.length >= WAITING_LIMIT;
  const over = (name: keyof (typeof months)[number]) => months.map((month) => Number(month[name]));
  return (
    <ul aria-label="At a glance" className="grid grid-cols-2 gap-3 @container lg:grid-cols-4">
      <Figure
        label="Active projects"
        value={activeProjects.toLocaleString('en-US')}
        note="submitted a month"
        past={over('submissions')}
        to={PAGES.studioProjects}
      />
      <Figure
        label="Contracted value"
        value={formatUsd(sumOf(months, 'accepted_usd'))}
        note="in twelve months"
        past={over('accepted_usd')}
        to={PAGES.acceptedContracts}
      />
      <Figure
        label="Awaiting reply"
        value={`${unanswered.toLocaleString('en-US')}${isCut ? '+' : ''}`}
        note="enquiries a month"
        past={over('enquiries')}
        to={`#${waiting.answers.length > 0 ? WAITING_IDS.answers : WAITING_IDS.enquiries}`}
      />
      <Figure
        label="Overdue"
        value={`${waiting.overdue.length}${isOverdueCut ? '+' : ''}`}
        note="approved a month"
        past={over('approvals')}
        to={`#${WAITING_IDS.overdue}`}
        isAlarming={waiting.overdue.length > 0}
      />
    </ul>
  );
}

function Figure({
  label,
  value,
  note,
  past,
  to,
  isAlarming = false,
}: {
  label: string;
  value: string;
  /** What the line draws. */
  note: string;
  past: readonly number[];
  /** A page, or a part of this one. */
  to: PageAddress | `#${string}`;
  isAlarming?: boolean;
}) {
  const content = (
    <>
      <span className="text-sm text-ink-soft">{label} </span>
      <span className={`font-display text-2xl font-semibold tabular-nums ${isAlarming ? 'text-danger' : ''}`}>
        {value}
      </span>
      <span className="flex items-center gap-2 text-xs text-ink-faint">
        <Sparkline values={past} />
        {note}
      </span>
    </>
  );
  const className =
    'grid h-full min-w-0 gap-0.5 rounded-lg border border-rule bg-raised px-4 py-3 no-underline hover:border-accent';
  return (
    <li className="min-w-0">
      <FigureLink to={to} className={className}>
        {content}
      </FigureLink>
    </li>
  );
}

function FigureLink({
  to,
  className,
  children,
}: {
  to: PageAddress | `#${string}`;
  className: string;
  children: ReactNode;
}) {
  if (isPart(to)) {
    return (
      <a href={to} className={className}>
        {children}
      </a>
    );
  }
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  );
}

const isPart = (to: PageAddress | `#${string}`): to is `#${string}` => to.startsWith('#');

const WIDTH = 72;
const HEIGHT = 20;

/** A line over the months. The plots further down have its values. */
function Sparkline({ values }: { values: readonly number[] }) {
  const top = Math.max(1, ...values);
  const points = values.map(
    (value, at) =>
      `${(at / Math.max(1, values.length - 1)) * WIDTH},${HEIGHT - 1 - (value / top) * (HEIGHT - 2)}`,
  );
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="h-5 w-18 shrink-0 text-accent max-sm:w-12"
      preserveAspectRatio="none"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
