import { projectPath } from '@atelier/domain/pages.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { countUnread } from '../../features/messages/count-unread.ts';
import { listWaiting } from '../../features/projects/list-waiting.ts';
import { useAccount } from '../../lib/account.ts';
import { Pager } from '../../ui/pager.tsx';
import { ProjectRow } from './project-row.tsx';

/** The left side of the portal: a page of submitted projects. */
export function ProjectList({
  projects,
  page,
  pages,
  currentId,
  onPage,
  onDelete,
}: {
  projects: readonly Project[];
  page: number;
  pages: number;
  currentId: string | undefined;
  onPage: (page: number) => void;
  onDelete: (project: Project) => void;
}) {
  const { me, isAdmin } = useAccount();
  const ids = projects.map(({ _id }) => _id);
  const unread = useQuery(countUnread('client', ids));
  const waiting = useQuery(listWaiting(ids));
  const canDelete = (project: Project) => isAdmin || project.userId === me?.user._id;
  return (
    <>
      <ul className="grid grid-cols-1 gap-3">
        {projects.map((project) => (
          <ProjectRow
            key={project._id}
            project={project}
            waiting={waiting.data?.[project._id]}
            unread={unread.data?.[project._id]}
            to={projectPath(project._id, { page })}
            isCurrent={project._id === currentId}
            onDelete={canDelete(project) ? () => onDelete(project) : undefined}
          />
        ))}
      </ul>
      {pages > 1 && <Pager page={page} pages={pages} onPage={onPage} />}
    </>
  );
}
