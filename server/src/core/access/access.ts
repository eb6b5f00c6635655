import type { Db } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { findProjectOwner } from '../projects/projects.repository.ts';

/** The caller, read again for each call, so that a demotion or a sign-out takes effect at once. */
export interface Actor extends Caller {
  email: string;
  /** The studio has disabled the account: it opens nothing. */
  isDisabled: boolean;
  sessionId: string;
  /**
   * `due`: the account has a second factor that this session has not shown, so the session opens nothing.
   * `missing`: an admin has to set one up before acting as one.
   */
  secondFactor: 'none' | 'missing' | 'due' | 'given';
  /** Whether the session was begun within `RECENT_SIGN_IN_SECONDS`. */
  hasRecentSignIn: boolean;
}

/** What an actor is to a project: `isClient` owns it, `isStudio` is an admin. One of them at least is true. */
export interface ProjectAccess {
  projectId: string;
  /** The account of the client who owns it. */
  clientId: string;
  isClient: boolean;
  isStudio: boolean;
}

/** The two questions behind every access decision. */
export interface AccessPorts {
  /** Whom a bearer token stands for; undefined when it is expired, forged, revoked or of an ended session. */
  authenticate(token: string): Promise<Actor | undefined>;
  /** What the actor is to the project; undefined when it is missing or another client's. */
  findProjectAccess(projectId: string, actor: Actor): Promise<ProjectAccess | undefined>;
}

/**
 * What an actor is to a project: the client who owns it, the studio, or both; undefined for everyone else, which is
 * answered like a missing project. This is the only place that decides it.
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

/**
 * Whether what the actor is to a project opens it to them: a client's own always, others to the studio, whose
 * admins have set up a second factor where they have to.
 */
export function isOpenTo(access: ProjectAccess | undefined, actor: Actor | undefined): boolean {
  if (access?.isClient) return true;
  return access?.isStudio === true && actor?.secondFactor !== 'missing';
}
