import { type ClientRole, type ColleagueRole, includesRole } from '@atelier/domain/people/rules.ts';
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

/** What an actor is to a project: `isClient` is on its client's side, `isStudio` is an admin. At least one of them is true. */
export interface ProjectAccess {
  projectId: string;
  /** The account of its main contact. */
  clientId: string;
  isClient: boolean;
  /** What they may do on the client's side; null for the studio. */
  clientRole: ClientRole | null;
  isStudio: boolean;
}

export interface Authenticated {
  actor: Actor;
  /** What the actor is to the named project; undefined when none is named, it is missing or another client's. */
  project: ProjectAccess | undefined;
}

/** The questions behind every access decision. */
export interface AccessPorts {
  /**
   * The actor of a bearer token, and their access to a project if one is named; undefined when the token is expired,
   * forged, revoked or of an ended session.
   */
  authenticate(token: string, projectId?: string): Promise<Authenticated | undefined>;
  /** What the actor is to the project; undefined when it is missing or another client's. */
  findProjectAccess(projectId: string, actor: Actor): Promise<ProjectAccess | undefined>;
  /** The account of a project's former main contact, as long as they can undo that they were replaced. */
  findFormerContact(projectId: string): Promise<string | undefined>;
}

/** What the database has on a caller's part in a project. */
export interface CallerPart {
  /** The main contact's account. */
  clientId: string;
  /** The caller's role if they are a colleague of the main contact. */
  role: ColleagueRole | undefined;
}

/**
 * What an actor is to a project: on its client's side, the studio, or both; undefined for everyone else, which is
 * answered like a missing project. This is the only place that decides it.
 */
export function projectAccess(
  projectId: string | undefined,
  found: CallerPart | undefined,
  actor: Actor,
): ProjectAccess | undefined {
  if (projectId === undefined || found === undefined) return undefined;
  const { clientId } = found;
  const clientRole = clientId === actor.accountId ? 'contact' : (found.role ?? null);
  const isClient = clientRole !== null;
  const isStudio = actor.isAdmin;
  return isClient || isStudio ? { projectId, clientId, isClient, clientRole, isStudio } : undefined;
}

/**
 * True if an actor has the role that a call needs on the client's side. The studio needs none, except on what only
 * the client's side may call.
 */
export function hasClientRole(access: ProjectAccess, needed: ClientRole): boolean {
  return (access.isStudio && !access.isClient) || includesRole(access.clientRole ?? undefined, needed);
}

/**
 * Whether an actor may open a project: a client always opens their own, and the studio opens all others if its
 * admins have set up a required second factor.
 */
export function isOpenTo(access: ProjectAccess | undefined, actor: Actor | undefined): boolean {
  if (access?.isClient) return true;
  return access?.isStudio === true && actor?.secondFactor !== 'missing';
}
