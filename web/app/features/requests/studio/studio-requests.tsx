import { api } from '@atelier/domain/api.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { type RequestAction, requestRefusal } from '@atelier/domain/requests/rules.ts';
import type { ClientRequest } from '@atelier/domain/requests/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { late, useEver } from '../../../lib/late.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { MenuIconButton } from '../../../ui/overlays/menu.tsx';
import { EndedRequests, RequestItem } from '../request-facts.tsx';
import { changesRequests } from '../request-mutations.ts';
import { listRequestsAsStudio } from '../requests.queries.ts';
import type { AwaitingMilestone } from './milestone-choice.ts';

const RequestDialog = late(() => import('./request-dialog.tsx'));
const SuggestionsDialog = late(() => import('./suggestions-dialog.tsx'));
const AskAgainDialog = late(() => import('./ask-again-dialog.tsx'));

type Opened = { dialog: 'new' | 'suggestions' } | { dialog: 'change' | 'again'; request: ClientRequest };

/** What the studio asks a client to bring: the list, what the brief suggests, and what came. */
export default function StudioRequestsCard({
  project,
  milestones,
}: {
  project: Project;
  milestones: readonly AwaitingMilestone[];
}) {
  const projectId = project._id;
  const query = useQuery(listRequestsAsStudio(projectId));
  const heading = useRef<HTMLHeadingElement>(null);
  const [opened, setOpened] = useState<Opened>();
  const [isOpen, setOpen] = useState(false);
  /** A dialog about a request begins with what it says now. */
  const [times, setTimes] = useState(0);
  const wasNew = useEver(opened?.dialog === 'new');
  const wasSuggested = useEver(opened?.dialog === 'suggestions');
  const open = (what: Opened) => {
    setOpened(what);
    setOpen(true);
    setTimes(times + 1);
  };
  const isEditable = project.status === 'submitted';
  const { items = [], suggestions = [] } = query.data ?? {};
  const titleOf = ({ milestoneId }: ClientRequest) =>
    milestones.find(({ _id }) => _id === milestoneId)?.title;
  const isLeft = ({ status }: ClientRequest) => status === 'open' || status === 'answered';
  // What waits for the studio comes first.
  const left = items
    .filter(isLeft)
    .toSorted((one, other) => Number(other.status === 'answered') - Number(one.status === 'answered'));
  const ended = items.filter((request) => !isLeft(request));
  const dialog = { projectId, milestones, onClose: () => setOpen(false), finalFocus: heading };
  const now = opened && 'request' in opened ? items.find(({ id }) => id === opened.request.id) : undefined;
  return (
    <Card
      title={
        <span ref={heading} tabIndex={-1} className="outline-none">
          What your client brings
        </span>
      }
      actions={
        isEditable &&
        query.data && (
          <Button size="sm" variant="secondary" onClick={() => open({ dialog: 'new' })}>
            <Plus aria-hidden="true" className="size-4" />
            Ask for something
          </Button>
        )
      }
      className="print:hidden"
    >
      <QueryState query={query} label="Loading requests…" rows={2} fallback="Failed to load the requests." />
      {query.data && left.length === 0 && suggestions.length === 0 && (
        <p className="text-ink-soft">
          {ended.length > 0 ? 'Everything is here.' : 'You haven’t asked for anything.'}
        </p>
      )}
      {left.length > 0 && (
        <ul aria-label="What your client brings" className="grid grid-cols-1 divide-y divide-rule">
          {left.map((request) => (
            <StudioRequest
              key={request.id}
              projectId={projectId}
              request={request}
              milestoneTitle={titleOf(request)}
              isEditable={isEditable}
              onOpen={open}
              onEnded={() => heading.current?.focus({ preventScroll: true })}
            />
          ))}
        </ul>
      )}
      {suggestions.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-neutral-soft p-4 text-on-neutral-soft">
          <p className="min-w-0 flex-1 basis-56 text-sm wrap-anywhere">
            By the brief, you also need: {suggestions.map(({ title }) => title).join(', ')}.
          </p>
          <Button size="sm" variant="secondary" onClick={() => open({ dialog: 'suggestions' })}>
            Choose and send…
          </Button>
        </div>
      )}
      {ended.length > 0 && (
        <EndedRequests label={`Accepted and withdrawn (${ended.length})`}>
          {ended.map((request) => (
            <StudioRequest
              key={request.id}
              projectId={projectId}
              request={request}
              milestoneTitle={undefined}
              isEditable={isEditable}
              onOpen={open}
              onEnded={() => undefined}
            />
          ))}
        </EndedRequests>
      )}
      {wasNew && (
        <RequestDialog {...dialog} request={undefined} isOpen={isOpen && opened?.dialog === 'new'} />
      )}
      {wasSuggested && (
        <SuggestionsDialog
          {...dialog}
          suggestions={suggestions}
          isOpen={isOpen && opened?.dialog === 'suggestions'}
        />
      )}
      {opened?.dialog === 'change' && (
        <RequestDialog key={times} {...dialog} request={now ?? opened.request} isOpen={isOpen} />
      )}
      {opened?.dialog === 'again' && (
        <AskAgainDialog key={opened.request.id} {...dialog} request={now ?? opened.request} isOpen={isOpen} />
      )}
    </Card>
  );
}

function StudioRequest({
  projectId,
  request,
  milestoneTitle,
  isEditable,
  onOpen,
  onEnded,
}: {
  projectId: string;
  request: ClientRequest;
  milestoneTitle: string | undefined;
  isEditable: boolean;
  onOpen: (opened: Opened) => void;
  /** The row has moved to those that ended. */
  onEnded: () => void;
}) {
  const { id, title, revision, status } = request;
  const accepting = useCall(api.acceptAnswer, changesRequests(projectId));
  const withdrawing = useCall(api.withdrawRequest, changesRequests(projectId));
  const end = (act: 'accept' | 'withdraw') =>
    (act === 'accept' ? accepting : withdrawing).mutate(
      { params: { id: projectId, requestId: id }, body: { revision } },
      {
        onSuccess: () => {
          onEnded();
          showToast(act === 'accept' ? `“${title}” is accepted.` : `“${title}” is withdrawn.`);
        },
        onError: (error) => showToast(failureMessage(error, 'Failed to change it.'), { tone: 'danger' }),
      },
    );
  const may = (action: RequestAction) => isEditable && requestRefusal(action, status) === undefined;
  const canAskAgain = may('ask_again') && request.answers.length > 0;
  const menu = [
    [
      ...(may('change') ? [{ label: 'Change…', onSelect: () => onOpen({ dialog: 'change', request }) }] : []),
      ...(canAskAgain && status === 'accepted'
        ? [{ label: 'Ask again…', onSelect: () => onOpen({ dialog: 'again', request }) }]
        : []),
      ...(may('accept') && status === 'open'
        ? [{ label: 'Mark as done', onSelect: () => end('accept') }]
        : []),
      ...(may('withdraw') ? [{ label: 'Withdraw', onSelect: () => end('withdraw') }] : []),
    ],
  ].filter((section) => section.length > 0);
  return (
    <RequestItem
      request={request}
      side="studio"
      milestoneTitle={milestoneTitle}
      more={
        menu.length > 0 && (
          <MenuIconButton label={`What to do with ${title}`} sections={menu}>
            <Ellipsis aria-hidden="true" />
          </MenuIconButton>
        )
      }
    >
      {may('accept') && status === 'answered' && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            isPending={accepting.isPending || withdrawing.isPending}
            pendingLabel="Accepting…"
            onClick={() => end('accept')}
          >
            Accept<span className="sr-only"> what came for {title}</span>
          </Button>
          <Button size="sm" variant="secondary" onClick={() => onOpen({ dialog: 'again', request })}>
            Ask again…<span className="sr-only"> for {title}</span>
          </Button>
        </div>
      )}
    </RequestItem>
  );
}
