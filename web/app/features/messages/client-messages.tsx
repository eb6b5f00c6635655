import type { Project } from '@atelier/domain/projects/schema.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ProjectTab, useIsClientOf, useIsClientView } from '../../lib/pages/project-view.ts';
import { countUnread, listMessages } from './messages.queries.ts';
import { closedReason, MessagesPanel } from './messages-panel.tsx';
import { UnreadCount } from './unread-count.tsx';

/** The messages as the client reads and writes them. In the client view of the studio they are read-only. */
function ClientMessages({ project }: { project: Project }) {
  const isClient = useIsClientOf(project);
  return (
    <MessagesPanel
      key={project._id}
      side="client"
      projectId={project._id}
      placeholder="Ask a question or share feedback…"
      invitation="Ask a question or tell me what you think. I answer right here."
      closed={!isClient ? 'Only this project’s client writes here.' : closedReason(project.status)}
      isParticipant={isClient}
    />
  );
}

/** The client's unread messages, beside the tab's name. */
function ClientMessagesMark({ project }: { project: Project }) {
  return useIsClientView() ? <TheirUnread project={project} /> : <OwnUnread project={project} />;
}

function TheirUnread({ project }: { project: Project }) {
  const { data } = useInfiniteQuery(listMessages('client', project._id));
  return <UnreadCount count={data?.pages[0]?.unread} />;
}

function OwnUnread({ project }: { project: Project }) {
  const { data } = useQuery(countUnread('client', [project._id]));
  return <UnreadCount count={data?.[project._id]} />;
}

export const clientMessagesTab: ProjectTab = {
  label: 'Feedback',
  Content: ClientMessages,
  Mark: ClientMessagesMark,
};
