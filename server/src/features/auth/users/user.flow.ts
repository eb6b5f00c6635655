import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { type ClientFacts, clientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.repository.ts';
import { sendEmailChangeLinks } from '../links/email-change.ts';
import type { FlowStart } from '../links/links.service.ts';
import { redirectOf } from '../links/redirect-target.ts';
import { changePassword, type NewPassword, preparePassword } from '../passwords/password-change.ts';
import {
  notAdmin,
  phoneDisabled,
  updateNeedsSecondFactor,
  userNotFound,
} from '../protocol/error-catalogue.ts';
import { limitEmailChange, limitRequests } from '../protocol/limits.ts';
import {
  type Metadata,
  mergeMetadata,
  parseEmail,
  parseMetadata,
  RequestBody,
} from '../protocol/request-body.ts';
import { parseUserMetadata, presentUser, type UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { listFactors } from '../second-factor/factors.repository.ts';
import { findKnownDevice } from '../sessions/known-device.ts';
import { type Bearer, requireBearer, requireHighestLevel } from '../tokens/bearer.ts';
import { lockUser, updateUser } from './users.repository.ts';

/** `GET /user`: the account of the bearer token, as it is now. */
export function addCurrentUser(scope: FastifyInstance, provider: Provider): void {
  scope.get('/user', async (request) => {
    const { user } = await requireBearer(provider, request);
    return presentUser(user, await listFactors(provider.db, user.id));
  });
}

/** What a request changes; what it leaves out stays. */
interface Changes {
  data: Metadata | undefined;
  password: NewPassword | undefined;
  /** Only when it is another address than the present one. */
  email: (FlowStart & { address: string }) | undefined;
}

/** `PUT /user`: metadata, password, address, in any combination; all of it or nothing. */
export function addUserUpdate(scope: FastifyInstance, provider: Provider): void {
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
  { user: { id }, sessionId }: Bearer,
  { data, password, email }: Changes,
  client: ClientFacts,
): Promise<UserRow> {
  let user = await lockUser(trx, id);
  if (!user) throw userNotFound();
  // First: it ends every change that is under way, and must not end the one that comes with it.
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
