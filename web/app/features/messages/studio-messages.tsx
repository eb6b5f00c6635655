import type { Project } from '@atelier/domain/projects/schema.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CheckCheck, Undo2 } from 'lucide-react';
import { failureMessage } from '../../lib/api/api-error.ts';
import type { ProjectTab } from '../../lib/pages/project-view.ts';
import { Button } from '../../ui/button.tsx';
import type { MoreWithMessage } from './message-item.tsx';
import { countUnread, listMessages, useNoteAnswer } from './messages.queries.ts';
import { closedReason, MessagesPanel } from './messages-panel.tsx';
import { UnreadCount } from './unread-count.tsx';

/** Below messages of which the client wrote the last: that they wait for an answer, or need none. */
function AnswerNote({ projectId }: { projectId: string }) {
  const { data } = useInfiniteQuery(listMessages('studio', projectId));
  const note = useNoteAnswer();
  const newest = data?.pages[0];
  const upTo = newest?.items.at(-1)?._id;
  if (!newest?.answer || upTo === undefined) return null;
  const isNeeded = newest.answer === 'needed';
  const Icon = isNeeded ? CheckCheck : Undo2;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-rule py-2 pr-3 pl-4 text-sm sm:pr-4 sm:pl-6 print:hidden">
      <p role="status" className={note.error ? 'text-danger' : 'text-ink-soft'}>
        {note.error
          ? failureMessage(note.error, 'That didn’t work. Please try again.')
          : isNeeded
            ? 'Your client is waiting for an answer.'
            : 'Noted: no answer needed.'}
      </p>
      <Button
        size="sm"
        variant="quiet"
        isPending={note.isPending}
        pendingLabel="Noting…"
        onClick={() =>
          note.mutate({
            params: { id: projectId },
            body: { answer: isNeeded ? 'not_needed' : 'needed', upTo },
          })
        }
      >
        <Icon aria-hidden="true" className="size-4" />
        {isNeeded ? 'No answer needed' : 'Undo'}
      </Button>
    </div>
  );
}

/** A project's messages as the studio reads and writes them. `more` is what else it can do with a client's message. */
export function StudioMessages({ project, more }: { project: Project; more?: MoreWithMessage }) {
  return (
    // As wide as for the client: on very wide screens the two sides would be too far apart.
    <div className="max-w-4xl">
      <MessagesPanel
        key={project._id}
        side="studio"
        projectId={project._id}
        placeholder="Type a reply…"
        invitation="No one has written yet. A first word from you is a good start."
        closed={closedReason(project.status)}
        note={project.status === 'submitted' && <AnswerNote projectId={project._id} />}
        more={more}
        isParticipant
      />
    </div>
  );
}

/** The client's messages that this admin has not read, beside the tab's name. */
function StudioMessagesMark({ project }: { project: Project }) {
  const { data } = useQuery(countUnread([project._id]));
  return <UnreadCount count={data?.[project._id]} />;
}

export const studioMessagesTab: ProjectTab = {
  label: 'Feedback',
  Content: StudioMessages,
  Mark: StudioMessagesMark,
};
