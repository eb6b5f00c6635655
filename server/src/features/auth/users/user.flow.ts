import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { type ClientFacts, clientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.repository.ts';
import { sendEmailChangeLinks } from '../links/email-change.ts';
import type { FlowStart } from '../links/links.service.ts';
import { redirectOf } from '../links/redirects.ts';
import { changePassword, type NewPassword, preparePassword } from '../passwords/password-change.ts';
import { notAdmin, phoneDisabled, updateNeedsSecondFactor, validationFailed } from '../protocol/errors.ts';
import { limitEmailChange, limitRequests } from '../protocol/limits.ts';
import {
  type Metadata,
  mergeMetadata,
  parseEmail,
  parseMetadata,
  queryText,
  RequestBody,
} from '../protocol/request-body.ts';
import { parseUserMetadata, presentUser, type UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { listFactors } from '../second-factor/factors.repository.ts';
import { findKnownDevice } from '../sessions/cookies.ts';
import { deleteSessions, type SignOutScope } from '../sessions/sessions.repository.ts';
import { type Bearer, lockCaller, requireBearer, requireHighestLevel } from '../sessions/sessions.service.ts';
import { updateUser } from './users.repository.ts';

/** What a request changes; what it leaves out stays. */
interface Changes {
  data: Metadata | undefined;
  password: NewPassword | undefined;
  /** Only when it is another address than the present one. */
  email: (FlowStart & { address: string }) | undefined;
}

const SCOPES: readonly SignOutScope[] = ['global', 'local', 'others'];

/** `/user` and `/logout`: what the user of a bearer token does with the account. */
export function addUser(scope: FastifyInstance, provider: Provider): void {
  // The account as it is now.
  scope.get('/user', async (request) => {
    const { user } = await requireBearer(provider, request);
    return presentUser(user, await listFactors(provider.db, user.id));
  });

  // Metadata, password, address, in any combination; all of it or nothing.
  scope.put('/user', async (request) => {
    const bearer = await requireBearer(provider, request);
    await limitRequests(provider, 'user', request.ip);
    const body = new RequestBody(request.body);
    if (body.has('app_metadata')) throw notAdmin();
    if (body.text('phone') !== '') throw phoneDisabled(422);
    if (body.text('password') !== '') requireHighestLevel(bearer, updateNeedsSecondFactor);
    const changes: Changes = {
      data: body.has('data') ? parseMetadata(body.value('data')) : undefined,
      email: await readEmailChange(provider, request, body, bearer),
      password:
        body.text('password') === '' ? undefined : await preparePassword(provider, bearer, body, request),
    };
    const client = clientFacts(request);
    const user = await transaction(provider.db, (trx) => apply(trx, provider, bearer, changes, client));
    return presentUser(user, await listFactors(provider.db, user.id));
  });

  // Ends every session of the account, this one, or all others.
  scope.post('/logout', async (request, reply) => {
    const { user, sessionId } = await requireBearer(provider, request);
    const asked = queryText(request, 'scope') || 'global';
    const which = SCOPES.find((known) => known === asked);
    if (!which) throw validationFailed(`Unsupported logout scope "${asked.slice(0, 50)}"`);
    await transaction(provider.db, async (trx) => {
      await deleteSessions(trx, user.id, which, sessionId);
      await recordAudit(trx, provider.clock, {
        action: 'signed_out',
        userId: user.id,
        client: clientFacts(request),
        detail: { session: sessionId, scope: which },
      });
    });
    return reply.status(204).send();
  });
}

async function readEmailChange(
  provider: Provider,
  request: FastifyRequest,
  body: RequestBody,
  bearer: Bearer,
): Promise<Changes['email']> {
  const { user } = bearer;
  if (body.text('email') === '') return undefined;
  const address = parseEmail(body.text('email'));
  const challenge = body.codeChallenge();
  if (address === user.email) return undefined;
  requireHighestLevel(bearer, updateNeedsSecondFactor);
  const caller = { ip: request.ip, device: findKnownDevice(provider, request, user) };
  await limitEmailChange(provider, { current: user.email, next: address }, caller);
  return { address, challenge, redirectTo: redirectOf(provider.settings.redirects, request) };
}

async function apply(
  trx: Trx,
  provider: Provider,
  bearer: Bearer,
  { data, password, email }: Changes,
  client: ClientFacts,
): Promise<UserRow> {
  const { sessionId } = bearer;
  let user = await lockCaller(trx, bearer);
  const { id } = user;
  // First: it ends every pending change, and must not end the one that comes with it.
  if (password) user = await changePassword(trx, provider, { user, sessionId, password, client });
  if (data) {
    user = await updateUser(trx, id, {
      user_metadata: JSON.stringify(mergeMetadata(parseUserMetadata(user), data)),
      updated_at: isoNow(provider.clock),
    });
    await recordAudit(trx, provider.clock, { action: 'metadata_changed', userId: id, client });
  }
  if (email) {
    user = await sendEmailChangeLinks(trx, provider, user, email.address, email);
    await recordAudit(trx, provider.clock, { action: 'email_change_requested', userId: id, client });
  }
  return user;
}
