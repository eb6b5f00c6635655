import { AppError, notFound } from '@atelier/domain/errors.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { findProject, findProjectFacts, lockProjectFacts } from './projects.repository.ts';
import type { ProjectFacts, ProjectRow } from './projects.table.ts';

/** A project with its brief. Throws not_found for a missing one. */
export async function getProject(db: Db, id: string): Promise<ProjectRow> {
  const project = await findProject(db, id);
  if (!project) throw notFound();
  return project;
}

/** A project without its brief. Throws not_found for a missing one. */
export async function requireProject(db: Db, id: string): Promise<ProjectFacts> {
  const project = await findProjectFacts(db, id);
  if (!project) throw notFound();
  return project;
}

/** Who changes a project: the studio, or the client with this account. */
export type ProjectWriter = { side: 'studio' } | { side: 'client'; accountId: string };

/**
 * Locks the row of a submitted project, so that changes to its contract, milestones, messages and files
 * happen one after another. Each write of the portal begins with it.
 * @throws what `lockSomeProject` throws, project_closed for a draft or an archived one
 */
export async function lockOpenProject(trx: Trx, projectId: string, by: ProjectWriter): Promise<ProjectFacts> {
  const project = await lockSomeProject(trx, projectId, by);
  assertOpen(project);
  return project;
}

/**
 * Locks the row of a project of any status.
 * @throws not_found for a missing one, and for a client who isn't its client any more
 */
export async function lockSomeProject(trx: Trx, projectId: string, by: ProjectWriter): Promise<ProjectFacts> {
  const project = await lockProjectFacts(trx, projectId);
  if (!project) throw notFound();
  assertStillTheirs(project, by);
  return project;
}

/**
 * Throws not_found if a client doesn't own a locked project any more: their account was deleted since the call was
 * let in, and the project was kept for its accepted contract.
 */
export function assertStillTheirs(project: Pick<ProjectFacts, 'user_id'>, by: ProjectWriter): void {
  if (by.side === 'client' && project.user_id !== by.accountId) throw notFound();
}

/** Throws project_closed for a draft or an archived project. */
export function assertOpen(project: Pick<ProjectFacts, 'status'>): void {
  if (project.status !== 'submitted') {
    const sentence =
      project.status === 'draft'
        ? 'This project’s brief has not been submitted yet.'
        : 'This project is archived, so it’s read-only until it’s restored.';
    throw new AppError('project_closed', sentence);
  }
}
