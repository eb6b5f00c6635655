import type {
  StudioContract as Contract,
  ContractAcceptance,
  ContractVersion,
} from '@atelier/domain/contracts/schema.ts';
import type { DatedMilestone } from '@atelier/domain/contracts/suggested-terms.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { formatDateTime } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState, SkeletonList } from '../../../ui/feedback/placeholders.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { PriceLines } from '../../../ui/price-lines.tsx';
import { SafeLink } from '../../../ui/safe-link.tsx';
import { ChangeRequests, ContractStatusBadge } from '../contract-facts.tsx';
import { getContractAsStudio } from '../contracts.queries.ts';
import { DraftCard } from './draft-card.tsx';

/** The record of an acceptance with its files. */
function AcceptanceCard({
  acceptance,
  version,
}: {
  acceptance: ContractAcceptance;
  /** The accepted version. */
  version: ContractVersion | undefined;
}) {
  const facts: [label: string, value: string][] = [
    ['Typed name', acceptance.name ?? 'None typed'],
    ['Account', acceptance.email],
    ['When', formatDateTime(acceptance.acceptedAt)],
    ['From', acceptance.address],
    ['Browser', acceptance.userAgent ?? 'Not given'],
    ['Total', formatUsd(acceptance.total)],
    ['SHA-256', acceptance.hash],
  ];
  return (
    <Card
      title={`Version ${acceptance.version} is accepted`}
      actions={<ContractStatusBadge status="accepted" />}
    >
      <dl className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-2">
        {facts.map(([label, value]) => (
          <div key={label} className="grid grid-cols-1 sm:col-span-2 sm:grid-cols-subgrid">
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="mb-2 min-w-0 wrap-anywhere sm:mb-0">
              <bdi className={label === 'SHA-256' ? 'font-mono text-xs' : undefined}>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <ul className="flex flex-wrap gap-x-6 gap-y-2">
        {version?.url && (
          <li>
            <SafeLink href={version.url}>The contract that was accepted</SafeLink>
          </li>
        )}
        {acceptance.recordUrl && (
          <li>
            <SafeLink href={acceptance.recordUrl}>The record of acceptance</SafeLink>
          </li>
        )}
      </ul>
    </Card>
  );
}

const SOURCES = { made: 'made from the brief', upload: 'your own PDF', link: 'a link' } as const;

/** The sent versions, newest first. They never change. */
function VersionList({ versions }: { versions: readonly ContractVersion[] }) {
  if (versions.length === 0) return null;
  return (
    <Card title="Versions sent">
      <ol aria-label="Versions" className="-my-3 grid grid-cols-1">
        {versions.map((version) => (
          <li
            key={version.version}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-rule py-3 last:border-b-0"
          >
            <div className="grid min-w-0">
              <p className="font-semibold">
                Version {version.version} · <span className="tabular-nums">{formatUsd(version.total)}</span>
              </p>
              <p className="text-sm text-ink-soft">
                {formatDateTime(version.sentAt)} · {SOURCES[version.source]}
              </p>
            </div>
            {version.url && (
              <SafeLink href={version.url} className="inline-flex min-h-11 items-center">
                Open version {version.version}
              </SafeLink>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

interface StudioContractProps {
  project: Project;
  /** Those that a payment can wait for; undefined while they are on their way. */
  milestones: readonly DatedMilestone[] | undefined;
}

/** The contract as the studio writes it, sends it, and sees it accepted. What is archived is only read. */
export default function StudioContract({ project, milestones }: StudioContractProps) {
  const query = useQuery(getContractAsStudio(project._id));
  const contract = query.data;
  if (contract && !milestones) return <SkeletonList label="Loading the contract…" rows={3} />;
  return (
    <div className="grid grid-cols-1 gap-6 *:max-w-4xl">
      <QueryState query={query} label="Loading the contract…" rows={3} fallback="Failed to load contract." />
      {contract && milestones && <Standing project={project} contract={contract} milestones={milestones} />}
    </div>
  );
}

function Standing({
  project,
  contract,
  milestones,
}: {
  project: Project;
  contract: Contract;
  milestones: readonly DatedMilestone[];
}) {
  const { acceptance, versions, changeRequests, status, draft, isChanged } = contract;
  // A draft that was changed after it was sent has other lines than what was accepted.
  const lines = draft.source === 'made' && !isChanged ? draft.terms.lines : [];
  const isOpen = project.status === 'submitted' && status !== 'accepted';
  return (
    <>
      {!isOpen && versions.length === 0 && (
        <EmptyState icon={<FileText aria-hidden="true" />} title="No contract was sent.">
          {project.status === 'draft'
            ? 'You can write it once the brief is submitted.'
            : 'An archived project can’t have a new one.'}
        </EmptyState>
      )}
      {acceptance && (
        <AcceptanceCard
          acceptance={acceptance}
          version={versions.find(({ version }) => version === acceptance.version)}
        />
      )}
      {acceptance && lines.length > 0 && (
        <Card title="What’s in the price">
          <PriceLines lines={lines} />
        </Card>
      )}
      {isOpen && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ContractStatusBadge status={status} />
          <span className="text-ink-soft">{standingWords(contract)}</span>
        </p>
      )}
      {changeRequests.length > 0 && (
        <Card>
          <ChangeRequests requests={changeRequests} />
        </Card>
      )}
      <DraftCard
        key={project._id}
        project={project}
        contract={contract}
        milestones={milestones}
        isOpen={isOpen}
      />
      <VersionList versions={versions} />
    </>
  );
}

function standingWords({ status, versions, isChanged }: Contract): string {
  const last = versions[0]?.version;
  if (last === undefined) return 'Your client sees nothing until you send it.';
  const has = `Your client has version ${last}`;
  if (isChanged) return `${has}. The draft below is different, and not sent yet.`;
  return status === 'change_requested' ? `${has} and asked for a change.` : `${has}.`;
}
