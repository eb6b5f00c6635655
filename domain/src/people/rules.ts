/**
 * What a person on the client's side may do in a project, from least to most:
 * - `follows`: sees everything, writes messages, comments and sends files
 * - `decides`: accepts, approves, asks for changes and pays as well
 * - `contact`: the project is theirs, so they also decide who is in it, and may delete it. Each project has one.
 */
export const CLIENT_ROLES = ['follows', 'decides', 'contact'] as const;
export type ClientRole = (typeof CLIENT_ROLES)[number];

/** The roles of the colleagues whom a contact invites. */
export const COLLEAGUE_ROLES = ['decides', 'follows'] as const satisfies readonly ClientRole[];
export type ColleagueRole = (typeof COLLEAGUE_ROLES)[number];

export const clientRoleLabels: Record<ClientRole, string> = {
  contact: 'Main contact',
  decides: 'Decides',
  follows: 'Follows',
};

/** What a role means, as a sentence for those who choose one. */
export const clientRoleMeanings: Record<ClientRole, string> = {
  contact: 'The project is theirs: they also choose who is in it, and can delete it.',
  decides: 'Can accept contracts, approve milestones, ask for changes and pay.',
  follows: 'Sees everything, writes messages and sends files, but decides nothing.',
};

/** The people of a project on the client's side at most, open invitations included. */
export const PEOPLE_MAX = 20;
/** Days in which an invitation can be answered. */
export const INVITATION_DAYS = 14;
/** Days in which a main contact whom the client's side replaced can undo that. */
export const CONTACT_UNDO_DAYS = 3;

/**
 * What a change of the main contact has come to: the former one can undo it, or has; it was decided otherwise since, by the studio
 * mostly; or the time is over.
 */
export const CONTACT_CHANGE_STATES = ['open', 'undone', 'overruled', 'expired'] as const;
export type ContactChangeState = (typeof CONTACT_CHANGE_STATES)[number];

/** Why a change of the main contact can't be undone. */
export const undoRefusals: Record<Exclude<ContactChangeState, 'open' | 'undone'>, string> = {
  overruled: 'The people of this project have been changed again since, so this can’t be undone here.',
  expired: `This could be undone for ${CONTACT_UNDO_DAYS} days, which are over.`,
};

/** Why a new main contact has to wait. */
export const beforeUndoEndsRefusal = `For ${CONTACT_UNDO_DAYS} days, the former main contact can undo the change. Until then you can’t remove them, pass the project on or delete it.`;

/** True if a role includes all that another one may do. */
export function includesRole(role: ClientRole | undefined, needed: ClientRole): boolean {
  return role !== undefined && CLIENT_ROLES.indexOf(role) >= CLIENT_ROLES.indexOf(needed);
}

/** Why a caller of the client's side may not do what needs a role. */
export const roleRefusals: Record<Exclude<ClientRole, 'follows'>, string> = {
  decides: 'You follow this project. Only its main contact and those who decide can do this.',
  contact: 'Only this project’s main contact can do this.',
};
