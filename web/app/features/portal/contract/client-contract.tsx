import { formatUsd } from '@atelier/domain/estimate.ts';
import type { Contract } from '@atelier/domain/portal/contract.ts';
import type { Project } from '@atelier/domain/projects.ts';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api-error.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SafeLink } from '../../../ui/safe-link.tsx';
import { SkeletonList } from '../../../ui/skeleton.tsx';
import { AcceptDialog } from './accept-dialog.tsx';
import { ChangeRequestForm } from './change-request-form.tsx';
import { ChangeRequests } from './change-requests.tsx';
import { ContractStatusBadge } from './contract-status.tsx';
import { getContract } from './get-contract.ts';

/** The contract for its client: what it says, and what can be done about it (specification section 2). */
export function ClientContract({ project }: { project: Project }) {
  const query = useQuery(getContract(project.id));
  if (query.isPending) return <SkeletonList rows={3} label="Loading the contract" />;
  if (query.data === undefined) {
    return (
      <Alert
        tone="danger"
        action={
          <Button size="sm" onClick={() => query.refetch()}>
            Try again
          </Button>
        }
      >
        {failureMessage(query.error, 'Failed to load contract.')}
      </Alert>
    );
  }
  if (query.data === null) {
    return (
      <EmptyState
        icon={<FileText aria-hidden="true" />}
        title="No contract yet. I’ll send a proposal shortly."
      />
    );
  }
  return (
    <SentContract projectId={project.id} contract={query.data} isOpen={project.status === 'submitted'} />
  );
}

function SentContract({
  projectId,
  contract,
  isOpen,
}: {
  projectId: string;
  contract: Contract;
  isOpen: boolean;
}) {
  // The version that the window was opened for: a newer one that arrives meanwhile is not slipped under it.
  const [asked, setAsked] = useState<Contract>();
  const isNewer = asked !== undefined && asked.version !== contract.version;
  const canAct = isOpen && contract.status !== 'accepted';
  return (
    <Card
      title={`Contract, version ${contract.version}`}
      actions={<ContractStatusBadge status={contract.status} />}
    >
      {isNewer && (
        <Alert tone="warning">
          A newer version of the contract was sent. This is version {contract.version}.
        </Alert>
      )}
      <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <div>
          <dt className="text-sm text-ink-faint">Total</dt>
          <dd className="font-display text-xl font-semibold tabular-nums">{formatUsd(contract.total)}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-faint">Sent</dt>
          <dd>{formatDateTime(contract.sentAt)}</dd>
        </div>
      </dl>
      {contract.url && (
        <p>
          <SafeLink href={contract.url}>View/Download contract</SafeLink>
        </p>
      )}
      {contract.status === 'accepted' && <Accepted contract={contract} />}
      {canAct && (
        <>
          <div>
            <Button onClick={() => setAsked(contract)}>Accept</Button>
          </div>
          <ChangeRequestForm projectId={projectId} contract={contract} />
        </>
      )}
      <ChangeRequests requests={contract.changeRequests} />
      {asked && (
        <AcceptDialog
          key={asked.version}
          projectId={projectId}
          contract={asked}
          isOpen={contract.status !== 'accepted'}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Card>
  );
}

function Accepted({ contract }: { contract: Contract }) {
  return (
    <Alert tone="success" title="Accepted">
      <p>
        {contract.acceptedName ? `By ${contract.acceptedName}, ` : ''}
        {formatDateTime(contract.acceptedAt)}.
      </p>
      {contract.recordUrl && <SafeLink href={contract.recordUrl}>Download the record of acceptance</SafeLink>}
    </Alert>
  );
}
