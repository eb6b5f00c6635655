import { api } from '@atelier/domain/api.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import type { ClientRequest } from '@atelier/domain/requests/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { newKey } from '../../../lib/api/query-client.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { late, useEver } from '../../../lib/late.tsx';
import { useIsClientOf } from '../../../lib/pages/project-view.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { EndedRequests, RequestItem } from '../request-facts.tsx';
import { answersRequest } from '../request-mutations.ts';
import { listRequests } from '../requests.queries.ts';

const AnswerDialog = late(() => import('./answer-dialog.tsx'));

/** What a client is asked to bring, answered in place. Renders nothing while nothing was asked for. */
export default function ClientRequestsCard({
  project,
  milestones,
}: {
  project: Project;
  milestones: readonly { _id: string; title: string }[];
}) {
  const query = useQuery(listRequests(project._id));
  const isClient = useIsClientOf(project);
  const canAnswer = isClient && project.status === 'submitted';
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<ClientRequest>();
  const [isOpen, setOpen] = useState(false);
  const wasAsked = useEver(asked !== undefined);
  const { items = [] } = query.data ?? {};
  if (!query.error && items.length === 0 && !isOpen) return null;
  // The dialog keeps what it was opened with: the request may be withdrawn meanwhile.
  const current = items.find(({ id }) => id === asked?.id);
  const titleOf = ({ milestoneId }: ClientRequest) =>
    milestones.find(({ _id }) => _id === milestoneId)?.title;
  const left = items.filter(({ status }) => status !== 'accepted');
  const done = items.filter(({ status }) => status === 'accepted');
  return (
    <Card
      title={
        <span ref={heading} tabIndex={-1} className="outline-none">
          What I need from you
        </span>
      }
      className="print:hidden"
    >
      <QueryState
        query={query}
        label="Loading what I need…"
        fallback="Failed to load what I need from you."
      />
      {query.data && left.length === 0 && <p className="text-ink-soft">Nothing at the moment. Thank you!</p>}
      {left.length > 0 && (
        <ul aria-label="What I need from you" className="grid grid-cols-1 divide-y divide-rule">
          {left.map((request) => (
            <RequestItem key={request.id} request={request} side="client" milestoneTitle={titleOf(request)}>
              {canAnswer && (
                <AnswerButtons
                  projectId={project._id}
                  request={request}
                  onAnswer={() => {
                    setAsked(request);
                    setOpen(true);
                  }}
                />
              )}
            </RequestItem>
          ))}
        </ul>
      )}
      {done.length > 0 && (
        <EndedRequests label={`Done (${done.length})`}>
          {done.map((request) => (
            <RequestItem key={request.id} request={request} side="client" milestoneTitle={undefined} />
          ))}
        </EndedRequests>
      )}
      {wasAsked && asked && (
        <AnswerDialog
          key={asked.id}
          projectId={project._id}
          request={current ?? asked}
          isGone={query.data !== undefined && (!current || current.status === 'accepted')}
          list={query.data}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          finalFocus={heading}
        />
      )}
    </Card>
  );
}

function AnswerButtons({
  projectId,
  request: { id, title, revision, status },
  onAnswer,
}: {
  projectId: string;
  request: ClientRequest;
  onAnswer: () => void;
}) {
  const answering = useCall(api.answerRequest, answersRequest(projectId));
  // Another press is the same answer, but for a request that has changed since.
  const [kept, setKept] = useState(() => ({ revision, key: newKey() }));
  if (kept.revision !== revision) setKept({ revision, key: newKey() });
  if (status === 'answered') {
    return (
      <Button size="sm" variant="quiet" className="justify-self-start" onClick={onAnswer}>
        Add something<span className="sr-only"> to {title}</span>
      </Button>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={onAnswer}>
        Answer<span className="sr-only"> the request {title}</span>
      </Button>
      <Button
        size="sm"
        variant="secondary"
        isPending={answering.isPending}
        pendingLabel="Sending…"
        onClick={() =>
          answering.mutate(
            { params: { id: projectId, requestId: id }, body: kept },
            {
              onSuccess: () => showToast(`“${title}” is done. I’ll have a look at it.`, { tone: 'success' }),
              onError: (error) => showToast(failureMessage(error, 'Failed to send.'), { tone: 'danger' }),
            },
          )
        }
      >
        It’s done<span className="sr-only"> for {title}</span>
      </Button>
    </div>
  );
}
