import { shortId } from '@atelier/domain/ids.ts';
import { studioProjectPath } from '@atelier/domain/pages.ts';
import { featureCountLabel, projectTitle } from '@atelier/domain/projects/rules.ts';
import type { ProjectSummary } from '@atelier/domain/projects/schema.ts';
import { FolderOpen } from 'lucide-react';
import { ProjectStatusBadge } from '../../../features/projects/project-status.tsx';
import { formatAgo } from '../../../lib/format.ts';
import { Link } from '../../../lib/links.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';

/** What somebody has the studio do. */
export function UserProjects({ projects }: { projects: readonly ProjectSummary[] }) {
  if (projects.length === 0) {
    return (
      <Card title="Projects">
        <EmptyState icon={<FolderOpen aria-hidden="true" />} title="No projects.">
          They haven’t started a brief yet.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card title="Projects">
      <ul className="-mx-3 grid grid-cols-1">
        {projects.map((project) => (
          <li key={project._id}>
            <Link
              to={studioProjectPath(project._id)}
              className="flex min-h-11 items-center justify-between gap-x-4 rounded-md px-3 py-2.5 no-underline hover:bg-neutral-soft"
            >
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">{projectTitle(project)}</span>
                <span className="text-sm text-ink-soft">
                  <span className="font-mono text-xs">#{shortId(project._id)}</span> ·{' '}
                  {featureCountLabel(project.featureCount)} · {formatAgo(project.updatedAt)}
                </span>
              </span>
              <ProjectStatusBadge status={project.status} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
