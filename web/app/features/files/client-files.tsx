import type { Project } from '@atelier/domain/projects/schema.ts';
import { FilesPanel } from './files-panel.tsx';

/** The files of a project as its client sees them. */
export function ClientFiles({ project }: { project: Project }) {
  return <FilesPanel project={project} side="client" />;
}
