import type { AuditedItem } from '@atelier/domain/audit/schema.ts';
import { type Endpoint, needsRecentSignIn } from '@atelier/domain/endpoint.ts';
import { AppError, notFound, signedOut } from '@atelier/domain/errors.ts';
import { beforeUndoEndsRefusal, roleRefusals } from '@atelier/domain/people/rules.ts';
import type { FastifyInstance } from 'fastify';
import {
  type BindOptions,
  bindEndpoint,
  type CallGuard,
  type Handler,
  type SentCall,
} from '../../platform/http/bind.ts';
import type { AdminCall, AuditedSubject, AuditService } from '../audit/audit.service.ts';
import {
  type AccessPorts,
  type Actor,
  type Authenticated,
  hasClientRole,
  isOpenTo,
  type ProjectAccess,
} from './access.ts';
import type { ClientWords } from './client-words.ts';

declare module '../../platform/http/bind.ts' {
  interface Call<E extends Endpoint> {
    actor: E['access'] extends 'public' ? Actor | undefined : Actor;
    /** What the actor is to project `:id`. */
    project: E['access'] extends 'project' | 'project-client' ? ProjectAccess : undefined;
    /** Names what an admin's action is about, if the path doesn't. */
    nameSubject(subject: AuditedSubject): void;
    /** Names the part of a project that an admin acts on, if the path doesn't. */
    nameItem(item: AuditedItem): void;
  }
}

/** Decides who may call each endpoint by its `access`, and has admin actions recorded. */
export function createCallGuard(
  access: AccessPorts,
  audit: Pick<AuditService, 'record'>,
  words: Pick<ClientWords, 'take'>,
): CallGuard {
  return {
    async identify(token, endpoint, params) {
      const { actor, project: found } = await authenticate(access, token, endpoint, params);
      return {
        caller: actor,
        authorise() {
          const project = authorise(endpoint, actor, found);
          const names: AdminCall['names'] = {};
          const grant = {
            actor,
            project,
            nameSubject: (subject: AuditedSubject) => {
              names.subject = subject;
            },
            nameItem: (item: AuditedItem) => {
              names.item = item;
            },
          };
          return {
            grant,
            run: async (call, handle) => {
              await requireUndoEnded(access, endpoint, { actor, project, params });
              requireRecentSignIn(endpoint, actor, call.body);
              // An admin's calls on a project of their own aren't recorded.
              if (actor?.isAdmin && !project?.isClient) {
                return audit.record({ endpoint, actor, call, names }, handle);
              }
              return actor && endpoint.clientWords
                ? countWords(words, { endpoint, actor, call }, handle)
                : handle();
            },
          };
        },
      };
    },
  };
}

/**
 * Authenticates the caller, and looks their access to project `:id` up. Throws `unauthenticated` for a bad token and `second_factor_required` for one whose second
 * factor is due; on a public endpoint both count as no token.
 */
async function authenticate(
  access: AccessPorts,
  token: string | undefined,
  endpoint: Endpoint,
  params: unknown,
): Promise<Partial<Authenticated>> {
  const found = token ? await access.authenticate(token, projectIdOf(endpoint, params)) : undefined;
  const actor = found?.actor;
  const isComplete = actor?.secondFactor !== 'due' && !actor?.isDisabled;
  if (endpoint.access === 'public') return isComplete ? { actor } : {};
  if (actor?.isDisabled) {
    throw new AppError(
      'account_disabled',
      'This account is disabled. If you think that’s a mistake, write to me.',
    );
  }
  if (!isComplete) {
    throw new AppError('second_factor_required', 'Enter the code from your authenticator app to continue.');
  }
  if (!actor) throw signedOut();
  return found;
}

/** The id in the path of an endpoint whose access depends on a project. */
function projectIdOf({ access }: Endpoint, params: unknown): string | undefined {
  if (access !== 'project' && access !== 'project-client') return undefined;
  const { id } = (params ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : undefined;
}

/** @returns what the actor is to project `:id` if the endpoint's access requires it */
function authorise(
  endpoint: Endpoint,
  actor: Actor | undefined,
  found: ProjectAccess | undefined,
): ProjectAccess | undefined {
  switch (endpoint.access) {
    case 'public':
    case 'signed-in':
      return undefined;
    case 'admin':
      if (!actor?.isAdmin) throw new AppError('forbidden', 'Admins only.');
      requireSecondFactorSetUp(actor);
      return undefined;
    case 'project':
    case 'project-client': {
      // The same reply for a missing project, another client's, and one that can't exist.
      if (!found?.isClient && !found?.isStudio) throw notFound();
      if (!isOpenTo(found, actor)) requireSecondFactorSetUp(actor);
      if (endpoint.access === 'project-client' && !found.isClient) {
        throw new AppError('forbidden', 'Only the client of this project can do this.');
      }
      const { clientRole } = endpoint;
      if (clientRole && !hasClientRole(found, clientRole)) {
        throw new AppError('forbidden', roleRefusals[clientRole]);
      }
      return found;
    }
  }
}

/**
 * Refuses a new main contact what would take from the former one what an undo gives back. Asked without a lock: who is the contact
 * has been made that by the change, which was there before.
 */
async function requireUndoEnded(
  access: AccessPorts,
  { beforeUndoEnds = 'allowed' }: Endpoint,
  { actor, project, params }: Partial<Authenticated> & { params: unknown },
): Promise<void> {
  if (beforeUndoEnds === 'allowed' || project?.clientRole !== 'contact') return;
  const former = await access.findFormerContact(project.projectId);
  if (former === undefined || former === actor?.accountId) return;
  const { personId } = (params ?? {}) as { personId?: unknown };
  if (beforeUndoEnds === 'refused' || personId === former)
    throw new AppError('conflict', beforeUndoEndsRefusal);
}

/** Counts what a client wrote, as long as it is stored. */
async function countWords<Result>(
  words: Pick<ClientWords, 'take'>,
  { endpoint, actor, call }: { endpoint: Endpoint; actor: Actor; call: SentCall },
  handle: () => Promise<Result>,
): Promise<Result> {
  const undo = await words.take({
    accountId: actor.accountId,
    projectId: projectIdOf(endpoint, call.params),
    bytes: Buffer.byteLength(JSON.stringify(call.body)),
    isAdded: endpoint.clientWords === 'added',
  });
  try {
    return await handle();
  } catch (error) {
    await undo();
    throw error;
  }
}

/** Asked last, so that only a caller who may do it is asked to sign in again. The body decides on some endpoints. */
function requireRecentSignIn(endpoint: Endpoint, actor: Actor | undefined, body: unknown): void {
  if (!needsRecentSignIn(endpoint, body) || actor?.hasRecentSignIn) return;
  throw new AppError('recent_sign_in_required', 'Please sign in again to do this.');
}

/** @throws second_factor_setup_required for an admin who has none where all need one */
export function requireSecondFactorSetUp(actor: Actor | undefined): void {
  if (actor?.secondFactor !== 'missing') return;
  throw new AppError(
    'second_factor_setup_required',
    'Admins sign in with a second factor here. Set up an authenticator app in your profile first.',
  );
}

/**
 * The only guard of this area: only an endpoint that the table restricts to admins can be bound here.
 * `bindEndpoint` checks for an admin before it reads anything else.
 */
export function bindAdminEndpoint<E extends Endpoint & { access: 'admin'; isStream?: never }>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  options?: BindOptions,
): void {
  bindEndpoint(app, endpoint, handler, options);
}
