import type { EndpointName } from '@atelier/domain/api.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import { type ErrorCode, errorStatus } from '@atelier/domain/errors.ts';
import { type ClientRole, includesRole } from '@atelier/domain/people/rules.ts';
import type { ActorName } from './actors.ts';

/** What calls are about: the client's own, archived, deleted, never there, or with a part of another project. */
export const STATES = ['own', 'archived', 'deleted', 'missing', 'mixed'] as const;
export type State = (typeof STATES)[number];

/** Calls on what the client wrote or sent, which nobody else may change; the samples' are the client's. */
const OF_THE_AUTHOR: ReadonlySet<EndpointName> = new Set([
  'editFileComment',
  'deleteFileComment',
  'editMessage',
  'deleteMessage',
  'deleteAttachment',
]);

/** Calls on what nobody else finds: an invitation, and a file that isn't sent yet. The samples' are the client's. */
const OF_THE_CLIENT_ALONE: ReadonlySet<EndpointName> = new Set([
  'joinProject',
  'declineInvitation',
  'findContactChange',
  'undoContactChange',
  'deleteAnswerFile',
]);

/** Calls with the secret of a link, which is about a request of the client's project. */
const BY_LINK: ReadonlySet<EndpointName> = new Set(['findDecision', 'decide']);

/** Calls with the secret of a booked call's link, which is about no project. */
const BY_CALL_LINK: ReadonlySet<EndpointName> = new Set([
  'findOwnBooking',
  'moveOwnBooking',
  'cancelOwnBooking',
]);

/** Those on the client's side, with their roles. */
const CLIENTS: Partial<Record<ActorName, ClientRole>> = {
  client: 'contact',
  'colleague who decides': 'decides',
  'colleague who follows': 'follows',
};

/** The refusal that the table of endpoints gives a call, or undefined where it is answered. */
export function expectedRefusal(
  name: EndpointName,
  endpoint: Endpoint,
  actor: ActorName,
  state: State,
): ErrorCode | undefined {
  return (
    refusalOfCaller(endpoint, actor) ??
    refusalOfAccess(endpoint, actor, isGone(endpoint, state)) ??
    // The samples' bodies are let in wherever the body decides: this actor has no part in any project.
    (actor === 'long signed in' && endpoint.needsRecentSignIn === true
      ? 'recent_sign_in_required'
      : undefined) ??
    refusalOfState(name, endpoint, state) ??
    refusalOfLink(name, state) ??
    // None of the actors is the program that signs.
    (endpoint.isSigned && 'validation_failed') ??
    (OF_THE_AUTHOR.has(name) && actor !== 'client' ? 'forbidden' : undefined) ??
    (OF_THE_CLIENT_ALONE.has(name) && actor !== 'client' ? 'not_found' : undefined) ??
    (name === 'joinProject' && state === 'archived' ? 'project_closed' : undefined) ??
    // The samples' answer has a file that the client sent for it.
    (name === 'answerRequest' && actor !== 'client' ? 'gone' : undefined) ??
    // The samples' file is the client's.
    (name === 'deleteOwnFile' && CLIENTS[actor] === 'follows' ? 'forbidden' : undefined) ??
    // The contact can't leave.
    (name === 'leaveProject' && actor === 'client' ? 'conflict' : undefined)
  );
}

const isGone = ({ projectMayBe }: Endpoint, state: State) =>
  state === 'missing' || (state === 'deleted' && projectMayBe !== 'deleted');

function refusalOfCaller({ access }: Endpoint, actor: ActorName): ErrorCode | undefined {
  if (access === 'public') return undefined;
  switch (actor) {
    case 'visitor':
    case 'expired token':
    case 'forged token':
    case 'ended session':
    case 'deleted account':
    // Disabling an account ends its sessions.
    case 'disabled account':
      return 'unauthenticated';
    case 'second factor due':
      return 'second_factor_required';
    default:
      return undefined;
  }
}

function refusalOfAccess(
  { access, clientRole }: Endpoint,
  actor: ActorName,
  gone: boolean,
): ErrorCode | undefined {
  const isAdmin = actor === 'admin' || actor === 'admin without a second factor';
  const incomplete = actor === 'admin' ? undefined : 'second_factor_setup_required';
  switch (access) {
    case 'public':
    case 'signed-in':
      return undefined;
    case 'admin':
      return isAdmin ? incomplete : 'forbidden';
    case 'project':
    case 'project-client':
      if (gone || (!CLIENTS[actor] && !isAdmin)) return 'not_found';
      if (!isAdmin) return clientRole && !includesRole(CLIENTS[actor], clientRole) ? 'forbidden' : undefined;
      return incomplete ?? (access === 'project-client' ? 'forbidden' : undefined);
  }
}

function refusalOfState(name: EndpointName, endpoint: Endpoint, state: State): ErrorCode | undefined {
  const { path, method, projectMayBe } = endpoint;
  // Ending a session that isn't there is answered: there is none.
  const namesSubject = path.includes(':id');
  if (isGone(endpoint, state) && namesSubject) return 'not_found';
  const isAboutProject = /\/portal\/:id|\/projects\/:id/.test(path);
  // All the others name a part of the project.
  const namesPart = path.replaceAll(/:id\b|:version\b/g, '').includes(':');
  if (state === 'mixed' && isAboutProject && namesPart) return 'not_found';
  // Its body has the milestones, which aren't those of this project.
  if (state === 'mixed' && name === 'reorderMilestones') return 'conflict';
  if (state === 'archived' && method !== 'GET' && isAboutProject && !projectMayBe) return 'project_closed';
  return undefined;
}

function refusalOfLink(name: EndpointName, state: State): ErrorCode | undefined {
  if (state === 'missing' && name === 'readCalendarFeed') return 'not_found';
  // An id is no secret of a link.
  if (state === 'missing' && (BY_LINK.has(name) || BY_CALL_LINK.has(name))) return 'validation_failed';
  if (!BY_LINK.has(name)) return undefined;
  if (state === 'deleted') return 'not_found';
  return state === 'archived' && name === 'decide' ? 'conflict' : undefined;
}

/** Whether two outcomes are one: the status and code of a refusal, or the declared success. */
export function describeOutcome(endpoint: Endpoint, refusal: ErrorCode | undefined): string {
  return refusal ? `${errorStatus[refusal]} ${refusal}` : `${endpoint.status ?? 200}`;
}
