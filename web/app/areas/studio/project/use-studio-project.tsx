import type { Project } from '@atelier/domain/projects/schema.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useShownProject } from '../../../features/projects/projects.queries.ts';
import { Link } from '../../../lib/pages/links.ts';
import { AdminsOnly, isForbidden } from '../../../ui/feedback/load-failure.tsx';
import { ProjectFailure, ProjectSkeleton } from '../../portal/project-frame.tsx';

/** A project on a screen of the studio, and what shows instead of it (specification section 2). */
export function useStudioProject(id: string, query: UseQueryResult<Project>) {
  const { project, isDeleted } = useShownProject(id, query);
  if (isForbidden(query.error)) return { project: undefined, placeholder: <AdminsOnly /> };
  if (query.isPending) return { project, placeholder: <ProjectSkeleton /> };
  const placeholder = (isDeleted || query.isError) && (
    <ProjectFailure
      error={query.error}
      isDeleted={isDeleted}
      onRetry={() => query.refetch()}
      level={1}
      back={{ to: '/admin/projects', label: 'All projects' }}
      hint="This project was deleted, or the link to it is incomplete."
      deletedHint={
        <>
          Its client or another admin just deleted it, with everything in it. Contracts a client accepted are
          kept under <Link to="/admin/contracts">accepted contracts</Link>.
        </>
      }
    />
  );
  return { project, placeholder };
}
