import type { Project } from '@atelier/domain/projects.ts';
import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../../lib/account.ts';
import { closedReason } from './closed-reason.ts';
import { countUnread } from './count-unread.ts';
import { Thread } from './thread.tsx';
import { UnreadCount } from './unread-count.tsx';

/** The thread as the client reads and writes it. Whoever only looks at the client's portal does not write there. */
export function ClientFeedback({ project }: { project: Project }) {
  const { me } = useAccount();
  const isClient = me?.user._id === project.userId;
  return (
    <Thread
      key={project._id}
      side="client"
      projectId={project._id}
      placeholder="Ask a question or share feedback…"
      invitation="Ask a question or tell us what you think. We answer right here."
      closed={me && !isClient ? 'Only the client of this project writes here.' : closedReason(project.status)}
      isParticipant={isClient}
    />
  );
}

/** The client's unread messages, beside the tab's name. */
export function ClientFeedbackMark({ project }: { project: Project }) {
  const { data } = useQuery(countUnread('client', [project._id]));
  return <UnreadCount count={data?.[project._id]} />;
}
