import type { StudioContract as Contract } from '@atelier/domain/contracts/schema.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx';
import { ChangeRequests } from '../change-requests.tsx';
import { ContractStatusBadge } from '../contract-status.tsx';
import { AcceptanceCard } from './acceptance-card.tsx';
import { DraftCard } from './draft-card.tsx';
import { getContractAsStudio } from './get-contract-as-studio.ts';
import { VersionList } from './version-list.tsx';

/** The contract as the studio writes it, sends it, and sees it accepted. What is archived is only read. */
export function StudioContract({ project }: { project: Project }) {
  const query = useQuery(getContractAsStudio(project._id));
  const contract = query.data;

  if (query.isPending) return <SkeletonList label="Loading the contract…" rows={3} />;
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-6">
      {query.isError && (
        <LoadFailure
          error={query.error}
          fallback="Failed to load contract."
          onRetry={() => query.refetch()}
        />
      )}
      {contract && <Standing project={project} contract={contract} />}
    </div>
  );
}

function Standing({ project, contract }: { project: Project; contract: Contract }) {
  const { acceptance, versions, changeRequests, status } = contract;
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
      <DraftCard key={project._id} project={project} contract={contract} isOpen={isOpen} />
      <VersionList versions={versions} />
    </>
  );
}

/** What the client has, and whether what is written here differs from it. */
function standingWords({ status, versions, isChanged }: Contract): string {
  const last = versions[0]?.version;
  if (last === undefined) return 'Your client sees nothing until you send it.';
  const has = `Your client has version ${last}`;
  if (isChanged) return `${has}. The draft below is different, and not sent yet.`;
  return status === 'change_requested' ? `${has} and asked for a change.` : `${has}.`;
}
