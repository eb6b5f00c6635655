import type { Caller } from '../../platform/http/bind.ts';

/** The caller, read again for each call, so that a demotion or a sign-out takes effect at once. */
export interface Actor extends Caller {
  email: string;
  username: string | null;
  /** The studio has disabled the account: it has no access. */
  isDisabled: boolean;
  sessionId: string;
  /**
   * `due`: the account has a second factor that this session hasn't verified, so the session has no access.
   * `missing`: an admin must set one up before any admin call.
   */
  secondFactor: 'none' | 'missing' | 'due' | 'given';
  /** Whether the session was begun within `RECENT_SIGN_IN_SECONDS`. */
  hasRecentSignIn: boolean;
}

/** What an actor is to a project: `isClient` owns it, `isStudio` is an admin. At least one of them is true. */
export interface ProjectAccess {
  projectId: string;
  /** The account of the client who owns it. */
  clientId: string;
  isClient: boolean;
  isStudio: boolean;
}

export interface Authenticated {
  actor: Actor;
  /** What the actor is to the named project; undefined when none is named, it is missing or another client's. */
  project: ProjectAccess | undefined;
}

/** The two questions behind every access decision. */
export interface AccessPorts {
  /**
   * The actor of a bearer token, and their access to a project if one is named; undefined when the token is expired,
   * forged, revoked or of an ended session.
   */
  authenticate(token: string, projectId?: string): Promise<Authenticated | undefined>;
  /** What the actor is to the project; undefined when it is missing or another client's. */
  findProjectAccess(projectId: string, actor: Actor): Promise<ProjectAccess | undefined>;
}

/**
 * What an actor is to a project: the client who owns it, the studio, or both; undefined for everyone else, which is
 * answered like a missing project. This is the only place that decides it.
 */
export function projectAccess(
  projectId: string | undefined,
  ownerId: string | undefined,
  actor: Actor,
): ProjectAccess | undefined {
  if (projectId === undefined || ownerId === undefined) return undefined;
  const isClient = ownerId === actor.accountId;
  const isStudio = actor.isAdmin;
  return isClient || isStudio ? { projectId, clientId: ownerId, isClient, isStudio } : undefined;
}

/**
 * Whether an actor may open a project: a client always opens their own, and the studio opens all others if its
 * admins have set up a required second factor.
 */
export function isOpenTo(access: ProjectAccess | undefined, actor: Actor | undefined): boolean {
  if (access?.isClient) return true;
  return access?.isStudio === true && actor?.secondFactor !== 'missing';
}
