import { studio } from '@atelier/content/studio.ts';
import { projectPath } from '@atelier/domain/pages.ts';
import { type ContactChangeState, undoRefusals } from '@atelier/domain/people/rules.ts';
import type { ContactChange } from '@atelier/domain/people/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { useNavigate } from '../../lib/pages/links.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { isMissing } from '../../ui/feedback/load-failure.tsx';
import { FailureAlert, QueryState } from '../../ui/feedback/query-state.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { findContactChange, useUndoContactChange } from './people.queries.ts';

export const meta = () => [
  { title: `Main contact · ${studio.name}` },
  { name: 'robots', content: 'noindex' },
];

/** /contact-change/:changeId: where the mail to a replaced main contact leads. The sign-in says whose it is. */
export default function ContactUndo() {
  const { changeId = '' } = useParams();
  const query = useQuery(findContactChange(changeId));
  const navigate = useNavigate();
  // Here, as an event of the undo itself may bring the next state before its reply.
  const undo = useUndoContactChange((projectId) => {
    showToast('You’re the main contact again.');
    navigate(projectPath(projectId, { tab: 'overview' }), { replace: true });
  });
  return (
    <div className="mx-auto grid w-full max-w-measure grid-cols-1 content-start gap-6">
      <PageHeader title="The change of the main contact" />
      {query.isError && isMissing(query.error) ? (
        <>
          <Alert tone="danger" title="This isn’t yours.">
            It belongs to a different account than the one you’re signed in with, or its project was deleted.
            Sign in with the address that the email was sent to.
          </Alert>
          <ToPortal />
        </>
      ) : (
        <QueryState
          query={query}
          label="Loading the change…"
          rows={1}
          fallback="Failed to load the change."
        />
      )}
      {query.data &&
        (query.data.state === 'open' ? (
          <OpenChange
            change={query.data}
            undo={{ ...undo, act: () => undo.mutate({ params: { id: changeId } }) }}
          />
        ) : (
          <EndedChange change={query.data} state={query.data.state} />
        ))}
    </div>
  );
}

const ToPortal = () => (
  <ButtonLink to="/client-portal" variant="secondary" className="justify-self-start">
    Open the client portal
  </ButtonLink>
);

function EndedChange({
  change: { project },
  state,
}: {
  change: ContactChange;
  state: Exclude<ContactChangeState, 'open'>;
}) {
  return (
    <>
      {state === 'undone' ? (
        <Alert tone="success" title="You undid it.">
          You were made the main contact of “{project}” again, with the people who were in it.
        </Alert>
      ) : (
        <Alert tone="info" title="It can’t be undone any more.">
          <span>{undoRefusals[state]}</span>{' '}
          <span>If something is wrong, write to me at {studio.email}.</span>
        </Alert>
      )}
      <ToPortal />
    </>
  );
}

function OpenChange({
  change: { project, contact, changedAt, undoUntil, leaving, returning },
  undo,
}: {
  change: ContactChange;
  undo: { isPending: boolean; error: unknown; act: () => void };
}) {
  return (
    <Card title={project}>
      <p className="text-ink-soft wrap-anywhere">
        {contact === null ? (
          <span>
            You were replaced as the main contact on {formatDateTime(changedAt)}, and are it again: the new
            one has left. The people are still those of then.
          </span>
        ) : (
          <span>
            On {formatDateTime(changedAt)}, <strong className="font-semibold text-ink">{contact}</strong> was
            made the main contact in your place, from your account.
          </span>
        )}
      </p>
      <p className="text-ink-soft">
        Until {formatDateTime(undoUntil)} you can undo this. Then you’re the main contact, and everyone has
        the part that they had before:
      </p>
      <ul className="grid list-disc gap-1 pl-5 wrap-anywhere text-ink-soft">
        {leaving.length > 0 && <li>Out of the project: {leaving.join(', ')}</li>}
        {returning.length > 0 && <li>Back in it: {returning.join(', ')}</li>}
        <li>Invitations since then are withdrawn.</li>
        {contact !== null && !leaving.includes(contact) && (
          <li>{contact} was in it before, and stays a colleague. You can remove them afterwards.</li>
        )}
        <li>What was accepted, approved or written since then stays. If it wasn’t you, write to me.</li>
      </ul>
      <FailureAlert error={undo.error} fallback="Failed to undo it." />
      <Button
        className="justify-self-start"
        isPending={undo.isPending}
        pendingLabel="Undoing…"
        onClick={undo.act}
      >
        Undo the change
      </Button>
    </Card>
  );
}
