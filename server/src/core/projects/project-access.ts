import type { Db } from '../../platform/db/database.ts';
import type { Actor, ProjectAccess } from '../../platform/http/access.ts';
import { findProjectOwner } from './projects.repository.ts';

/**
 * What an actor is to a project: the client who owns it, the studio, or both. Undefined, which is answered
 * like a project that is not there, for everybody else. This is the only place that decides it.
 */
export async function findProjectAccess(
  db: Db,
  projectId: string,
  actor: Actor,
): Promise<ProjectAccess | undefined> {
  const ownerId = await findProjectOwner(db, projectId);
  if (!ownerId) return undefined;
  const isClient = ownerId === actor.accountId;
  const isStudio = actor.isAdmin;
  return isClient || isStudio ? { projectId, clientId: ownerId, isClient, isStudio } : undefined;
}
