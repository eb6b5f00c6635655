import { AppError } from '@atelier/domain/errors.ts';
import type { Trx } from '../../platform/db/database.ts';
import { lockProjectFacts } from './projects.repository.ts';
import type { ProjectFacts } from './projects.table.ts';

/**
 * Locks the row of a submitted project, so that changes to its contract, milestones, messages and files
 * happen one after another. Each write of the portal begins with it.
 * @throws not_found for a missing project, project_closed for a draft or an archived one
 */
export async function lockOpenProject(trx: Trx, projectId: string): Promise<ProjectFacts> {
  const project = await lockProjectFacts(trx, projectId);
  if (!project) throw new AppError('not_found', 'Not found.');
  if (project.status !== 'submitted') {
    const sentence =
      project.status === 'draft'
        ? 'This project’s brief has not been submitted yet.'
        : 'This project is archived, so it’s read-only until it’s restored.';
    throw new AppError('project_closed', sentence);
  }
  return project;
}
