/** The caller, read again for each call, so that a demotion or a sign-out takes effect at once. */
export interface Actor {
  accountId: string;
  email: string;
  isAdmin: boolean;
  /** The studio has closed the account: it opens nothing. */
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

/** The two questions behind every access decision; `app.ts` says who answers them. Default: no. */
export interface AccessPorts {
  /** Whom a bearer token stands for; undefined when it is expired, forged, revoked or of an ended session. */
  authenticate(token: string): Promise<Actor | undefined>;
  /** What the actor is to the project; undefined when it is missing or another client's. */
  findProjectAccess(projectId: string, actor: Actor): Promise<ProjectAccess | undefined>;
}

/**
 * Whether what the actor is to a project opens it to them: a client's own always, others to the studio, whose
 * admins have set up a second factor where they have to.
 */
export function isOpenTo(access: ProjectAccess | undefined, actor: Actor | undefined): boolean {
  if (access?.isClient) return true;
  return access?.isStudio === true && actor?.secondFactor !== 'missing';
}

/** Knows no caller and grants nothing. */
export const noAccess: AccessPorts = {
  authenticate: async () => undefined,
  findProjectAccess: async () => undefined,
};

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;
/** Longer than any token of ours or of a provider; a longer one is not looked at. */
const MAX_TOKEN_LENGTH = 8_192;

/** The token of an Authorization header, undefined when there is none of the form `Bearer …`. */
export function parseBearerToken(header: string | undefined): string | undefined {
  if (!header || header.length > MAX_TOKEN_LENGTH) return undefined;
  return BEARER.exec(header)?.[1];
}
