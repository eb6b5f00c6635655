import { MAX_ACCEPTED_NAME } from '@atelier/domain/contracts/rules.ts';
import { type Contract, requestContractChangeSchema } from '@atelier/domain/contracts/schema.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import {
  type FormEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { newKey } from '../../lib/api/query-client.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useIsClientOf } from '../../lib/pages/project-view.ts';
import { changeUnsent, readUnsent, subscribeToUnsent } from '../../lib/storage/unsent-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { EmptyState } from '../../ui/feedback/placeholders.tsx';
import { FailureAlert, QueryState } from '../../ui/feedback/query-state.tsx';
import { StatusLine } from '../../ui/feedback/status.tsx';
import { Field, Input } from '../../ui/forms/field.tsx';
import { Textarea } from '../../ui/forms/textarea.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { SafeLink } from '../../ui/safe-link.tsx';
import { ChangeRequests, ContractStatusBadge } from './contract-facts.tsx';
import { getContract, useAcceptContract, useRequestChange } from './contracts.queries.ts';

/** Shows the version to accept and asks for the name that signs it. */
function AcceptDialog({
  projectId,
  contract,
  asked,
  isOpen,
  onClose,
  finalFocus,
}: {
  projectId: string;
  /** As it is now. */
  contract: Contract;
  /** The version that was on the page when the window was opened: that one is accepted, or none. */
  asked: number;
  isOpen: boolean;
  onClose: () => void;
  /** Takes the focus once nothing is left to accept. */
  finalFocus: RefObject<HTMLElement | null>;
}) {
  const formId = useId();
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const acceptance = useAcceptContract(projectId);
  const isNewer = contract.version !== asked;
  const accept = (event: FormEvent) => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() === '' || acceptance.isPending) return;
    acceptance.mutate({ version: asked, name: name.trim() }, { onSuccess: onClose });
  };
  const close = () => !acceptance.isPending && onClose();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Accept the contract"
      description="This can’t be undone. You and the studio each get a copy by email."
      finalFocus={isNewer || contract.status === 'accepted' ? finalFocus : undefined}
      actions={
        isNewer ? (
          <Button onClick={close}>See version {contract.version}</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={close} aria-disabled={acceptance.isPending || undefined}>
              Not yet
            </Button>
            <Button type="submit" form={formId} isPending={acceptance.isPending} pendingLabel="Accepting…">
              Accept version {asked}
            </Button>
          </>
        )
      }
    >
      {isNewer ? (
        <Alert tone="warning" title={`Version ${asked} wasn’t accepted.`}>
          There’s a newer version of the contract: version {contract.version}. Please read it before you
          accept it.
        </Alert>
      ) : (
        <form id={formId} onSubmit={accept} noValidate className="grid grid-cols-1 gap-5">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 rounded-md bg-sunken p-4">
            <dt className="text-ink-soft">Version</dt>
            <dd>{asked}</dd>
            <dt className="text-ink-soft">Total</dt>
            <dd className="font-semibold tabular-nums">{formatUsd(contract.total)}</dd>
            <dt className="text-ink-soft">Document</dt>
            <dd>{contract.url && <SafeLink href={contract.url}>Read it again</SafeLink>}</dd>
          </dl>
          <Field
            label="Your full name"
            hint="Typing it counts as your signature."
            isRequired
            error={isMissing ? 'Type your name to accept.' : undefined}
          >
            <Input
              value={name}
              autoComplete="name"
              maxLength={MAX_ACCEPTED_NAME}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <FailureAlert error={acceptance.error} fallback="Failed to accept." />
        </form>
      )}
    </Dialog>
  );
}

const schema = requestContractChangeSchema.shape.message;

/**
 * The form for a change request. Its text stays until the request arrives, through another tab of
 * the project or leaving the page. Sent again after a lost reply, it is the same request.
 */
function ChangeRequestForm({ projectId, contract }: { projectId: string; contract: Contract }) {
  const [announcement, setAnnouncement] = useState('');
  const [problem, setProblem] = useState<string>();
  const { mutate, reset, isPending, error } = useRequestChange(projectId);
  const kept = `change-request:${projectId}`;
  const { text, outgoing } = useSyncExternalStore(subscribeToUnsent, () => readUnsent(kept));
  const type = (typed: string) => {
    setProblem(undefined);
    changeUnsent(kept, (before) => ({ ...before, text: typed }));
  };

  // The request has arrived once the contract names it, even if the reply was lost. Text typed
  // since then stays.
  const { changeRequests } = contract;
  useEffect(() => {
    const arrived = outgoing.find(({ key }) => changeRequests.some((request) => request.key === key));
    if (!arrived) return;
    changeUnsent(kept, (before) => ({
      text: messageOf(before.text) === arrived.body ? '' : before.text,
      outgoing: [],
    }));
    reset();
    setAnnouncement('Your request has been sent.');
  }, [outgoing, changeRequests, kept, reset]);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setAnnouncement('');
    const message = messageOf(text);
    setProblem(message === undefined ? schema.safeParse(text).error?.issues[0]?.message : undefined);
    if (message !== undefined) mutate({ version: contract.version, message, key: keyFor(kept, message) });
  };
  return (
    <form onSubmit={send} noValidate className="grid grid-cols-1 gap-3 border-t border-rule pt-5">
      <Field label="Request a change" isLabelHidden error={problem}>
        <Textarea
          value={text}
          rows={2}
          placeholder="Request a change…"
          onChange={(event) => type(event.target.value)}
        />
      </Field>
      <FailureAlert error={error} fallback="Failed to request change." />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="secondary" isPending={isPending} pendingLabel="Sending…">
          Send
        </Button>
        <StatusLine tone="success">{announcement}</StatusLine>
      </div>
    </form>
  );
}

/** A request to send; undefined if it is invalid. */
const messageOf = (text: string): string | undefined => schema.safeParse(text).data;

/** A request's key: the same for the same words until they arrive. */
function keyFor(kept: string, message: string): string {
  const tried = readUnsent(kept).outgoing.find(({ body }) => body === message);
  if (tried) return tried.key;
  const now = Date.now();
  const sent = { key: newKey(), body: message, writtenAt: new Date(now).toISOString(), triedAt: now };
  changeUnsent(kept, (before) => ({ ...before, outgoing: [sent] }));
  return sent.key;
}

/**
 * The contract as its client reads it, accepts it or asks for a change (specification section 2).
 */
export default function ClientContract({ project }: { project: Project }) {
  const query = useQuery(getContract(project._id));
  const isOwn = useIsClientOf(project);
  const canAct = isOwn && project.status === 'submitted';

  return (
    <div className="grid grid-cols-1 gap-4">
      <QueryState query={query} rows={3} label="Loading the contract…" fallback="Failed to load contract." />
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
  // The version the client has read: a newer one is announced.
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
