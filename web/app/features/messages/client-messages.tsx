import type { Project } from '@atelier/domain/projects/schema.ts';
import { type ProjectTab, useIsClientOf } from '../../lib/pages/project-view.ts';
import { closedReason, MessagesPanel } from './messages-panel.tsx';

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

export const clientMessagesTab: ProjectTab = {
  label: 'Feedback',
  Content: ClientMessages,
};
