import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Trx } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { clientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.repository.ts';
import { factorNotFound, managedUserNotFound, validationFailed } from '../protocol/error-catalogue.ts';
import { queryText, RequestBody } from '../protocol/request-body.ts';
import { type PresentedUser, presentFactor, presentManagedUser } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { listFactors } from '../second-factor/factors.repository.ts';
import { removeFactors } from '../second-factor/second-factor.service.ts';
import { deleteUserWithTrace } from '../users/user-data.ts';
import { countUsers, findUser, listFactorsOfUsers, listUsers, lockUser } from '../users/users.repository.ts';
import { applyAdminChanges, insertNewUser, readAdminChanges } from './admin-user-changes.ts';
import { requireService } from './service-token.ts';

const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 1_000;

/** Runs first within the transaction that deletes a user: what others keep of them goes too, or the user stays. */
export type UserDeleting = (trx: Trx, userId: string) => Promise<void>;

interface OfUser {
  Params: { user: string };
}

/** `/admin/users`: what a service with a token of its own may do with accounts. */
export function addAdminUsers(scope: FastifyInstance, provider: Provider, userDeleting: UserDeleting): void {
  scope.register(async (admin) => {
    admin.addHook('onRequest', (request) => requireService(provider, request));

    admin.get('/admin/users', (request, reply) => listPage(provider, request, reply));
    admin.post('/admin/users', (request) => createUser(provider, request));
    admin.get<OfUser>('/admin/users/:user', (request) => showUser(provider, request.params.user));
    admin.put<OfUser>('/admin/users/:user', (request) => changeUser(provider, request.params.user, request));
    admin.delete<OfUser>('/admin/users/:user', (request) =>
      removeUser(provider, request.params.user, request, userDeleting),
    );
    admin.get<OfUser>('/admin/users/:user/factors', async (request) => {
      const user = await getUser(provider, request.params.user);
      return (await listFactors(provider.db, user.id)).map(presentFactor);
    });
    admin.delete<{ Params: { user: string; factor: string } }>(
      '/admin/users/:user/factors/:factor',
      (request) => removeFactor(provider, request.params, request),
    );
  });
}

async function listPage(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ users: PresentedUser[]; aud: string }> {
  const page = readNumber(request, 'page', 1);
  const size = Math.min(readNumber(request, 'per_page', PAGE_SIZE), MAX_PAGE_SIZE);
  const { db, issuer } = provider;
  const [users, total] = await Promise.all([
    listUsers(db, { limit: size, offset: (page - 1) * size }),
    countUsers(db),
  ]);
  const factors = await listFactorsOfUsers(
    db,
    users.map(({ id }) => id),
  );
  const last = Math.max(1, Math.ceil(total / size));
  // The page comes first: the official client reads it from there.
  const link = (to: number, rel: string) =>
    `<${issuer}/admin/users?page=${to}&per_page=${size}>; rel="${rel}"`;
  reply.header('x-total-count', total);
  reply.header('link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '));
  return {
    users: users.map((user) =>
      presentManagedUser(
        user,
        factors.filter((factor) => factor.user_id === user.id),
      ),
    ),
    aud: 'authenticated',
  };
}

function readNumber(request: FastifyRequest, name: string, fallback: number): number {
  const text = queryText(request, name);
  if (text === '') return fallback;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw validationFailed(`Bad Pagination Parameters: ${name}`);
  return Number(text);
}

async function createUser(provider: Provider, request: FastifyRequest): Promise<PresentedUser> {
  const changes = await readAdminChanges(provider, new RequestBody(request.body));
  const { email } = changes;
  if (!email) throw validationFailed('Cannot create a user without either an email or phone');
  const user = await transaction(provider.db, async (trx) => {
    const created = await insertNewUser(trx, provider, email);
    await recordAudit(trx, provider.clock, {
      action: 'user_created_by_service',
      userId: created.id,
      client: clientFacts(request),
    });
    return applyAdminChanges(trx, provider, created, changes, clientFacts(request));
  });
  return presentManagedUser(user, []);
}

async function getUser(provider: Provider, id: string) {
  const user = await findUser(provider.db, id);
  if (!user) throw managedUserNotFound();
  return user;
}

async function showUser(provider: Provider, id: string): Promise<PresentedUser> {
  const user = await getUser(provider, id);
  return presentManagedUser(user, await listFactors(provider.db, user.id));
}

async function changeUser(provider: Provider, id: string, request: FastifyRequest): Promise<PresentedUser> {
  const changes = await readAdminChanges(provider, new RequestBody(request.body));
  const user = await transaction(provider.db, async (trx) => {
    const locked = await lockUser(trx, id);
    if (!locked) throw managedUserNotFound();
    await recordAudit(trx, provider.clock, {
      action: 'user_changed_by_service',
      userId: id,
      client: clientFacts(request),
      detail: { members: Object.keys(changes) },
    });
    return applyAdminChanges(trx, provider, locked, changes, clientFacts(request));
  });
  return presentManagedUser(user, await listFactors(provider.db, user.id));
}

async function removeUser(
  provider: Provider,
  id: string,
  request: FastifyRequest,
  userDeleting: UserDeleting,
): Promise<object> {
  if (new RequestBody(request.body).value('should_soft_delete') === true) {
    throw validationFailed('Soft deletion is not offered');
  }
  await transaction(provider.db, async (trx) => {
    const client = clientFacts(request);
    // First, since it locks the user together with all admins.
    await userDeleting(trx, id);
    if (!(await deleteUserWithTrace(trx, provider, id, 'user_deleted_by_service', client))) {
      throw managedUserNotFound();
    }
  });
  return {};
}

/** For a user who has lost app and recovery codes. */
async function removeFactor(
  provider: Provider,
  { user: userId, factor: factorId }: { user: string; factor: string },
  request: FastifyRequest,
): Promise<object> {
  return transaction(provider.db, async (trx) => {
    const user = await lockUser(trx, userId);
    if (!user) throw managedUserNotFound();
    const factor = (await listFactors(trx, user.id)).find(({ id }) => id === factorId);
    if (!factor) throw factorNotFound();
    await removeFactors(trx, user.id, [factor.id]);
    await recordAudit(trx, provider.clock, {
      action: 'factor_removed',
      userId: user.id,
      client: clientFacts(request),
      detail: { factor: factor.id, type: factor.factor_type, by: 'service' },
    });
    return presentFactor(factor);
  });
}
