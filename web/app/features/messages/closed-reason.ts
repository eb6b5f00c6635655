import type { ProjectStatus } from '@atelier/domain/projects/rules.ts';

/** Why nothing can be written in a project's portal; undefined where it can. */
export function closedReason(status: ProjectStatus): string | undefined {
  if (status === 'draft') return 'The conversation starts once the brief is submitted.';
  if (status === 'archived')
    return 'This project is archived. You can read its messages, but not add to them.';
  return undefined;
}
