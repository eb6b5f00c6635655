import type { Contract } from '@atelier/domain/contracts/schema.ts';
import type { ContractLine } from '@atelier/domain/contracts/terms.ts';
import type { BillingDetails } from '@atelier/domain/invoices/schema.ts';
import { includesRole } from '@atelier/domain/people/rules.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { FileText } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatDate, formatDateTime } from '../../../lib/format.ts';
import { useClientRole } from '../../../lib/pages/project-view.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { EmptyState, SkeletonList } from '../../../ui/feedback/placeholders.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { PriceLines } from '../../../ui/price-lines.tsx';
import { SafeLink } from '../../../ui/safe-link.tsx';
import { ChangeRequests, ContractStatusBadge, PriceFacts } from '../contract-facts.tsx';
import { getContract } from '../contracts.queries.ts';
import { ChangesSince } from '../version-changes.tsx';
import { AcceptDialog } from './accept-dialog.tsx';
import { ChangeRequest } from './change-request.tsx';
import { ContractDocument } from './contract-document.tsx';
import { AcceptedWords, PlaceReserved, RecordLink } from './place-reserved.tsx';

/** A milestone's date, as the plan has it. */
interface PlanDate {
  title: string;
  /** A day such as 2030-01-31. */
  due: string;
}

interface ClientContractProps {
  project: Project;
  /** The first and the last date of the plan; undefined while they are on their way. */
  dates: readonly PlanDate[] | undefined;
  /** Whom invoices are for so far; undefined while that isn't known. */
  billing?: BillingDetails | undefined;
}

/**
 * The contract as its client reads it, accepts it or asks for a change (specification section 2).
 */
export default function ClientContract({ project, dates, billing }: ClientContractProps) {
  const query = useQuery(getContract(project._id));
  if (query.data && !dates) return <SkeletonList label="Loading the contract…" rows={3} />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <QueryState query={query} rows={3} label="Loading the contract…" fallback="Failed to load contract." />
      {query.data === null && (
        <EmptyState
          icon={<FileText aria-hidden="true" />}
          title="No contract yet. I’ll send a proposal shortly."
        >
          You’ll get an email. Then you can read it here, ask for changes and accept it.
        </EmptyState>
      )}
      {query.data && dates && (
        <SentContract
          key={project._id}
          project={project}
          contract={query.data}
          dates={dates}
          billing={billing}
        />
      )}
    </div>
  );
}

const HEADING_ID = 'contract-heading';

function SentContract({
  project,
  contract,
  dates,
  billing,
}: {
  project: Project;
  contract: Contract;
  dates: readonly PlanDate[];
  billing: BillingDetails | undefined;
}) {
  const place = useRef<HTMLElement>(null);
  // The version the client has read: a newer one is announced.
  const [read, setRead] = useState(contract.version);
  const [asked, setAsked] = useState(contract.version);
  const [isAccepting, setAccepting] = useState(false);
  const [hasAccepted, setAccepted] = useState(false);
  const role = useClientRole(project);
  const isOwn = includesRole(role, 'decides');
  const isAccepted = contract.status === 'accepted';
  // By this page's dialog: the confirmation stays after it has closed.
  if (isAccepted && isAccepting && !hasAccepted) setAccepted(true);
  const isOpen = isOwn && project.status === 'submitted' && !isAccepted;
  const isReserved = isAccepted && (hasAccepted || project.stage === 'reserved');
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-labelledby={HEADING_ID}
      className="grid grid-cols-1 gap-5 outline-none"
    >
      {isReserved && <PlaceReserved contract={contract} headingId={HEADING_ID} hasPlan={dates.length > 0} />}
      <Card
        title={<span id={isReserved ? undefined : HEADING_ID}>Contract, version {contract.version}</span>}
        actions={<ContractStatusBadge status={contract.status} />}
      >
        {role === 'follows' && !isAccepted && (
          <Alert tone="info">
            You follow this project: its main contact, or a colleague who decides, accepts the contract.
          </Alert>
        )}
        {read < contract.version && !isAccepted && (
          <Alert
            tone="warning"
            title="There’s a newer version."
            action={
              <Button size="sm" variant="secondary" onClick={() => setRead(contract.version)}>
                Got it
              </Button>
            }
          >
            Version {contract.version} replaces version {read}. Please read it before you continue.
          </Alert>
        )}
        {contract.changes.length > 0 && (
          <ChangesSince version={contract.version - 1} changes={contract.changes} isOpen={!isAccepted} />
        )}
        {isAccepted && !isReserved && (
          <Alert tone="success">
            <AcceptedWords contract={contract} />
            <RecordLink contract={contract} />
          </Alert>
        )}
        <div
          className={clsx(
            'grid grid-cols-1 gap-x-8 gap-y-6 md:grid-rows-[auto_1fr]',
            contract.url && 'md:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]',
          )}
        >
          <div className={clsx('grid grid-cols-1 content-start gap-5', contract.url && 'md:col-start-2')}>
            <PriceFacts label="Total" contract={contract} />
            <ContractDates contract={contract} dates={dates} />
            {contract.url && (
              <SafeLink
                href={contract.url}
                className="inline-flex min-h-11 items-center justify-self-start font-medium"
              >
                View/Download contract
              </SafeLink>
            )}
          </div>
          {contract.source === 'made' && contract.terms && contract.terms.lines.length > 0 && (
            <ContractLines lines={contract.terms.lines} />
          )}
          {contract.url && (
            <div className="md:col-start-1 md:row-span-2 md:row-start-1">
              <ContractDocument contract={contract} />
            </div>
          )}
          {isOpen && (
            <div className={clsx('grid grid-cols-1 content-start gap-3', contract.url && 'md:col-start-2')}>
              <Button
                size="lg"
                isWide
                onClick={() => {
                  setAsked(contract.version);
                  setAccepting(true);
                }}
              >
                Accept
              </Button>
              <ChangeRequest projectId={project._id} contract={contract} />
              <p className="text-sm text-ink-faint">
                Accepting reserves your place. Nothing is charged on this page: each part comes as an invoice.
              </p>
            </div>
          )}
        </div>
        <ChangeRequests requests={contract.changeRequests} />
        <AcceptDialog
          key={asked}
          projectId={project._id}
          contract={contract}
          asked={asked}
          billing={billing}
          isOpen={isAccepting && isOpen}
          onClose={() => setAccepting(false)}
          finalFocus={place}
        />
      </Card>
    </section>
  );
}

/** What the contract costs, line by line: below the document where there is room beside it. */
function ContractLines({ lines }: { lines: readonly ContractLine[] }) {
  return (
    <section
      aria-labelledby="contract-lines"
      className="grid grid-cols-1 gap-2 md:col-span-full md:row-start-3"
    >
      <h3 id="contract-lines" className="text-sm font-semibold">
        What’s in the price
      </h3>
      <PriceLines lines={lines} />
    </section>
  );
}

/** When it was sent and accepted, when the work begins and ends, and where the plan does. */
function ContractDates({ contract, dates }: { contract: Contract; dates: readonly PlanDate[] }) {
  const { sentAt, acceptedAt, source, terms } = contract;
  const rows = [
    ['Sent', formatDateTime(sentAt)],
    ['Accepted', formatDateTime(acceptedAt)],
    ...(source === 'made'
      ? [
          ['Work begins', formatDate(terms?.start)],
          ['Work is finished', formatDate(terms?.finish)],
        ]
      : []),
    ...dates.map(({ title, due }) => [title, formatDate(due)]),
  ].filter(([, value]) => value !== '');
  return (
    <dl className="grid grid-cols-1 divide-y divide-rule border-y border-rule text-sm">
      {rows.map(([label, value]) => (
        <div key={`${label} ${value}`} className="flex flex-wrap justify-between gap-x-4 py-2.5">
          <dt className="min-w-0 wrap-anywhere text-ink-soft">{label}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
