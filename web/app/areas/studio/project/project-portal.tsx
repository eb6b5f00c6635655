import { studio } from '@atelier/content/studio.ts';
import { clientViewPath } from '@atelier/domain/pages.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Archive, ArchiveRestore, ArrowLeft, Eye } from 'lucide-react';
import { useState } from 'react';
import { type MetaDescriptor, useLocation, useParams } from 'react-router';
import { getProject, useArchiveProject } from '../../../features/projects/projects.queries.ts';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { Link } from '../../../lib/pages/links.ts';
import type { AdminHandle } from '../../../lib/pages/page-routes.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { mailLink } from '../../../ui/contact-links.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { ProjectHeader, ProjectTabs } from '../../portal/project-frame.tsx';
import { listPlace } from '../projects/projects-view.ts';
import { studioTabs } from './studio-tabs.tsx';
import { useStudioProject } from './use-studio-project.tsx';

function ArchivedNote({ project }: { project: Project }) {
  const move = useArchiveProject(project._id);
  return (
    <Alert
      tone="info"
      title="This project is archived."
      action={
        <Button
          size="sm"
          variant="secondary"
          isPending={move.isPending}
          pendingLabel="Restoring…"
          onClick={() => move.mutate('submitted')}
        >
          <ArchiveRestore aria-hidden="true" className="size-4" />
          Restore
        </Button>
      }
    >
      {move.error
        ? failureMessage(move.error, 'Failed to restore. Please try again.')
        : 'Both sides can still read it. Restore it to continue.'}
    </Alert>
  );
}

function ArchiveControl({ project }: { project: Project }) {
  const move = useArchiveProject(project._id);
  const [isAsking, setIsAsking] = useState(false);
  const problem = move.error ? failureMessage(move.error, 'Failed to archive. Please try again.') : undefined;
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setIsAsking(true)}>
        <Archive aria-hidden="true" className="size-4" />
        Archive
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Archive this project?"
        description="It leaves your client’s list and becomes read-only. You can restore it any time."
        confirmLabel="Archive"
        pendingLabel="Archiving…"
        isPending={move.isPending}
        error={problem}
        onConfirm={() => move.mutate('archived', { onSuccess: () => setIsAsking(false) })}
        onClose={() => {
          move.reset();
          setIsAsking(false);
        }}
      />
    </>
  );
}

export const meta = (): MetaDescriptor[] => [{ title: `Project · ${studio.name}` }];
export const handle: AdminHandle = { isFullWidth: true };

/** One client's project as the studio sees it. */
export default function ProjectPortal() {
  const { id = '' } = useParams();
  const { search } = useLocation();
  const { project, placeholder } = useStudioProject(id, useQuery(getProject(id)));
  return (
    <div className="grid grid-cols-1 gap-5">
      <Link
        to={listPlace()}
        className="inline-flex min-h-11 items-center gap-2 justify-self-start font-medium print:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        Projects
      </Link>
      {placeholder}
      {project && (
        <article aria-labelledby="project-heading" className="grid grid-cols-1 gap-6">
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
            <ProjectHeader project={project} level={1}>
              <a href={mailLink(project.email)} className="underline decoration-edge underline-offset-4">
                {project.email}
              </a>
            </ProjectHeader>
            {project.status !== 'draft' && (
              <div className="flex flex-wrap gap-3 print:hidden">
                <ButtonLink to={{ pathname: clientViewPath(id), search }} size="sm" variant="secondary">
                  <Eye aria-hidden="true" className="size-4" />
                  View as client
                </ButtonLink>
                {project.status === 'submitted' && <ArchiveControl project={project} />}
              </div>
            )}
          </div>
          {project.status === 'archived' && <ArchivedNote project={project} />}
          <ProjectTabs key={project._id} project={project} tabs={studioTabs} />
        </article>
      )}
    </div>
  );
}
