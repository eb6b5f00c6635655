import type { ProjectStatus } from '@atelier/domain/projects/rules.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/tone.ts';

export const projectStatusLabels: Record<ProjectStatus, string> = {
  draft: 'Draft',
  submitted: 'Submitted',
  archived: 'Archived',
};
const tones: Record<ProjectStatus, Tone> = { draft: 'warning', submitted: 'success', archived: 'neutral' };

/** A project's status in a word. */
export function ProjectStatusBadge({ status }: { status: ProjectStatus }) {
  return <Badge tone={tones[status]}>{projectStatusLabels[status]}</Badge>;
}
