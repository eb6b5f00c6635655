import type { Contract } from '@atelier/domain/contracts/schema.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useRef, useState } from 'react';
import { useIsClientOf } from '../../lib/client-view.ts';
import { formatDateTime } from '../../lib/format.ts';
import type { ProjectTab } from '../../lib/pages/project-tab.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { SafeLink } from '../../ui/safe-link.tsx';
import { AcceptDialog } from './accept-dialog.tsx';
import { ChangeRequestForm } from './change-request-form.tsx';
import { ChangeRequests, ContractStatusBadge } from './contract-facts.tsx';
import { getContract } from './contracts.queries.ts';

/** The contract for its client: what it says, and what can be done about it (specification section 2). */
function ClientContract({ project }: { project: Project }) {
  const query = useQuery(getContract(project._id));
  const isOwn = useIsClientOf(project);
  const canAct = isOwn && project.status === 'submitted';

  if (query.isPending) return <SkeletonList rows={3} label="Loading the contract…" />;
  return (
    <div className="grid grid-cols-1 gap-4">
      {query.isError && (
        <LoadFailure
          error={query.error}
          fallback="Failed to load contract."
          onRetry={() => query.refetch()}
        />
      )}
      {query.data === null && (
        <EmptyState
          icon={<FileText aria-hidden="true" />}
          title="No contract yet. I’ll send a proposal shortly."
        />
      )}
      {query.data && (
        <SentContract key={project._id} projectId={project._id} contract={query.data} canAct={canAct} />
      )}
    </div>
  );
}

function SentContract({
  projectId,
  contract,
  canAct,
}: {
  projectId: string;
  contract: Contract;
  canAct: boolean;
}) {
  const facts = useRef<HTMLDivElement>(null);
  // What its reader has read: a newer one that arrives meanwhile is not slipped under them without a word.
  const [read, setRead] = useState(contract.version);
  const [asked, setAsked] = useState(contract.version);
  const [isAccepting, setAccepting] = useState(false);
  const isOpen = canAct && contract.status !== 'accepted';
  const accept = () => {
    setAsked(contract.version);
    setAccepting(true);
  };
  return (
    <Card
      title={`Contract, version ${contract.version}`}
      actions={<ContractStatusBadge status={contract.status} />}
    >
      <div ref={facts} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
        {read < contract.version && contract.status !== 'accepted' && (
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
        {contract.status === 'accepted' && <Accepted contract={contract} />}
        <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <div>
            <dt className="text-sm text-ink-soft">Total</dt>
            <dd className="font-display text-2xl font-semibold tabular-nums">{formatUsd(contract.total)}</dd>
          </div>
          <div>
            <dt className="text-sm text-ink-soft">Sent</dt>
            <dd>{formatDateTime(contract.sentAt)}</dd>
          </div>
        </dl>
        {contract.url && (
          <p>
            <SafeLink href={contract.url} className="inline-flex min-h-11 items-center font-medium">
              View/Download contract
            </SafeLink>
          </p>
        )}
      </div>
      {isOpen && (
        <>
          <div>
            <Button onClick={accept}>Accept</Button>
          </div>
          <ChangeRequestForm projectId={projectId} contract={contract} />
        </>
      )}
      <ChangeRequests requests={contract.changeRequests} />
      <AcceptDialog
        key={asked}
        projectId={projectId}
        contract={contract}
        asked={asked}
        isOpen={isAccepting && isOpen}
        onClose={() => setAccepting(false)}
        finalFocus={facts}
      />
    </Card>
  );
}

function Accepted({ contract }: { contract: Contract }) {
  return (
    <Alert tone="success" title={`Version ${contract.version} is accepted.`}>
      <p>
        {contract.acceptedName && (
          <>
            By <bdi className="wrap-anywhere">{contract.acceptedName}</bdi>,{' '}
          </>
        )}
        {formatDateTime(contract.acceptedAt)}.
      </p>
      {contract.recordUrl && <SafeLink href={contract.recordUrl}>Download the record of acceptance</SafeLink>}
    </Alert>
  );
}

export const clientContractTab: ProjectTab = { label: 'Contract', Content: ClientContract };
