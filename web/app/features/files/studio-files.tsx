import type { Project } from '@atelier/domain/projects/schema.ts';
import { FilesPanel } from './files-panel.tsx';

/** The files of a project as the studio sees them. */
export function StudioFiles({ project }: { project: Project }) {
  return <FilesPanel project={project} side="studio" />;
}
