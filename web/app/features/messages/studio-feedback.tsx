import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { AnswerNote } from './answer-note.tsx';
import { closedReason } from './closed-reason.ts';
import { countUnread } from './count-unread.ts';
import { Thread } from './thread.tsx';
import { UnreadCount } from './unread-count.tsx';

/** A project's thread as the studio reads and writes it. */
export function StudioFeedback({ project }: { project: Project }) {
  return (
    // As wide as its client sees it: on a screen of any width, both sides of a conversation are read at a glance.
    <div className="max-w-4xl">
      <Thread
        key={project._id}
        side="studio"
        projectId={project._id}
        placeholder="Type a reply…"
        invitation="No one has written yet. A first word from you is a good start."
        closed={closedReason(project.status)}
        note={project.status === 'submitted' && <AnswerNote projectId={project._id} />}
        isParticipant
      />
    </div>
  );
}

/** The client's messages that this admin has not read, beside the tab's name. */
export function StudioFeedbackMark({ project }: { project: Project }) {
  const { data } = useQuery(countUnread('studio', [project._id]));
  return <UnreadCount count={data?.[project._id]} />;
}
