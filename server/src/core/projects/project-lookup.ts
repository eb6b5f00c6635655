import { AppError, notFound } from '@atelier/domain/errors.ts';
import { type ClientRole, includesRole } from '@atelier/domain/people/rules.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { findMember } from './project-members.repository.ts';
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

/** Who changes a project: the studio, or the person with this account on the client's side. */
export type ProjectWriter =
  | { side: 'studio' }
  | {
      side: 'client';
      accountId: string;
      /** The role with which the call was let in; `follows` without. */
      clientRole?: ClientRole | undefined;
    };

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
 * @throws not_found for a missing one, and for a caller of the client's side who has no part in it any more
 */
export async function lockSomeProject(trx: Trx, projectId: string, by: ProjectWriter): Promise<ProjectFacts> {
  const project = await lockProjectFacts(trx, projectId);
  if (!project) throw notFound();
  await assertStillTheirs(trx, project, by);
  return project;
}

/**
 * Throws not_found if a caller of the client's side has no part in a locked project any more, and forbidden if their
 * role includes less than the one with which the call was let in: they were removed, or their account was deleted,
 * meanwhile.
 */
export async function assertStillTheirs(
  trx: Trx,
  project: Pick<ProjectFacts, 'id' | 'user_id'>,
  by: ProjectWriter,
): Promise<void> {
  if (by.side === 'studio' || project.user_id === by.accountId) return;
  const member = await findMember(trx, project.id, by.accountId);
  if (!member) throw notFound();
  if (!includesRole(member.role, by.clientRole ?? 'follows')) {
    throw new AppError('forbidden', 'Your role in this project has changed meanwhile.');
  }
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
